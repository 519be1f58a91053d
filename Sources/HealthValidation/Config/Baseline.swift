import JSONCodec

/// The findings that are known: by rule, file and content, so that lines may move.
public struct Baseline: Sendable, Equatable {
  /// How often each is known, by path.
  var counts: [String: [ContentKey: Int]] = [:]

  /// Nothing is known.
  public init() {}

  init(_ counts: [String: [ContentKey: Int]]) { self.counts = counts }

  /// Whether findings of this content are known at all.
  func knows(_ key: ContentKey, path: String) -> Bool { counts[path]?[key] != nil }

  /// Reads the text of a baseline file.
  public init(_ bytes: [UInt8]) throws(ConfigurationError) {
    let value = try JSONValue(settings: bytes)
    guard value["format"]?.stringValue == "healthconv-baseline",
      let entries = value["entries"]?.elements
    else { throw ConfigurationError(pointer: "", message: "not a baseline file") }
    for (index, entry) in entries.enumerated() {
      guard let rule = entry["rule"]?.stringValue, let path = entry["path"]?.stringValue,
        let key = entry["key"]?.stringValue.flatMap({ UInt64($0, radix: 16) }),
        let count = entry["count"]?.intValue, count > 0
      else { throw ConfigurationError(pointer: "/entries/\(index)", message: "not an entry") }
      // A rule that is gone knows nothing any more.
      guard let id = RuleID(rawValue: rule) else { continue }
      counts[path, default: [:]][ContentKey(rule: id, key: key), default: 0] += count
    }
  }

  /// The text of a baseline file, sorted so that versions of it can be compared.
  public var text: [UInt8] {
    var entries: [(path: String, key: ContentKey, count: Int)] = []
    for (path, keys) in counts {
      for (key, count) in keys { entries.append((path, key, count)) }
    }
    entries.sort {
      ($0.path, $0.key.rule.rawValue, $0.key.key) < ($1.path, $1.key.rule.rawValue, $1.key.key)
    }
    let value = JSONValue.object([
      ("format", .string("healthconv-baseline")),
      ("version", .integer(1)),
      (
        "entries",
        .array(
          entries.map { entry in
            .object([
              ("rule", .string(entry.key.rule.rawValue)),
              ("path", .string(entry.path)),
              ("key", .string(String(entry.key.key, radix: 16))),
              ("count", .integer(entry.count)),
            ])
          }
        )
      ),
    ])
    var out: [UInt8] = []
    value.writePretty(to: &out)
    return out
  }

  /// What is left of it when only what was found again stays.
  func pruned(to found: [String: [ContentKey: Int]]) -> Baseline {
    var result = Baseline()
    for (path, keys) in counts {
      for (key, count) in keys {
        let left = min(count, found[path]?[key] ?? 0)
        if left > 0 { result.counts[path, default: [:]][key] = left }
      }
    }
    return result
  }
}
