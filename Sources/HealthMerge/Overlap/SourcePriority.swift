import HealthModel
import JSONCodec

/// Which source counts first, per type; by default what people do: hand, watch, phone, other
/// devices, apps.
public struct SourcePriority: Sendable {
  /// What a source is, in the order of the default priority.
  public enum Class: Int, Sendable, CaseIterable {
    /// The person typed it in.
    case manual
    /// A watch on the wrist.
    case watch
    /// A phone in the pocket.
    case phone
    /// Scales, cuffs, straps.
    case device
    /// An app that says nothing of a device.
    case app
    /// A source that only repeats another.
    case republisher
  }

  /// Source names with `*` for any text, by the type's canonical name; `*` for all others.
  public var lists: [String: [String]] = [:]
  /// Sources that stand before all others, for every type.
  public var preferred: [String] = []

  /// The default order.
  public init() {}

  /// Reads a priority file: `{"priority": {"StepCount": ["*Watch*", "*iPhone*"], "*": [...]}}`.
  ///
  /// - Throws: what is wrong with it, in words.
  public init(json: JSONValue, catalogue: Catalogue = .standard) throws(PriorityFileError) {
    guard let members = json.members else { throw PriorityFileError("it is no JSON object") }
    for (key, value) in members where key != "$schema" {
      guard key == "priority" else { throw PriorityFileError("unknown key \"\(key)\"") }
      guard let types = value.members else {
        throw PriorityFileError("\"priority\" is no object of lists of sources by type")
      }
      for (name, list) in types {
        guard let sources = list.elements, sources.allSatisfy({ $0.stringValue != nil }) else {
          throw PriorityFileError("\"\(name)\" is no list of source names")
        }
        var type = name
        if name != "*" {
          guard
            let known = catalogue.quantity(name)?.name ?? catalogue.category(name)?.name
              ?? catalogue.activity(name)?.name
          else { throw PriorityFileError("there is no type \"\(name)\"") }
          type = known
        }
        lists[type] = sources.compactMap(\.stringValue)
      }
    }
    guard !lists.isEmpty else { throw PriorityFileError("there is no \"priority\" in it") }
  }

  /// The place of a source for a type: smaller counts first.
  public func place(of source: String, type: String, class kind: Class) -> Int {
    if let place = Self.place(of: source, in: preferred) { return place }
    let base = preferred.count
    let list = lists[type] ?? lists["*"] ?? []
    if let place = Self.place(of: source, in: list) { return base + place }
    return base + list.count + kind.rawValue
  }

  private static func place(of source: String, in list: [String]) -> Int? {
    list.firstIndex { pattern in
      SourceGlob.matches(SourceIdentity.folded(source), pattern: SourceIdentity.folded(pattern))
    }
  }

  /// What the writer of a canonical record is.
  public static func classify(_ record: JSONValue) -> Class {
    let entered = record["metadata"]?["HKWasUserEntered"]
    if entered?.stringValue == "1" || entered?.stringValue == "true" { return .manual }
    let device = record["device"]
    let words = [
      device?["model"]?.stringValue, device?["name"]?.stringValue,
      device?["hardware"]?.stringValue, record["sourceName"]?.stringValue,
    ].compactMap { $0?.lowercased() }
    if words.contains(where: { $0.contains("watch") }) { return .watch }
    if words.contains(where: { $0.contains("phone") || $0.contains("pixel") }) { return .phone }
    return device == nil ? .app : .device
  }
}

/// Why a priority file can't be used.
public struct PriorityFileError: Error, Sendable {
  /// What is wrong, in words.
  public var message: String

  /// What is wrong, in words.
  public init(_ message: String) { self.message = message }
}

/// Patterns in which `*` stands for any run of characters.
enum SourceGlob {
  static func matches(_ text: String, pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1 else { return text == pattern }
    guard text.hasPrefix(parts[0]) else { return false }
    var rest = text.dropFirst(parts[0].count)
    for part in parts[1..<parts.count - 1] where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}

extension Substring {
  /// The first place of a text, by characters.
  fileprivate func range(of part: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
      start = index(after: start)
    }
    return nil
  }
}
