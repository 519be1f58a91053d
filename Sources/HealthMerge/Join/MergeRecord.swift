import ByteKit
import HealthModel
import JSONCodec

/// A canonical record as merging sees it: what makes it the same record, and what makes it better.
public struct MergeRecord: Sendable {
  /// The record without marks of an earlier merge, as a canonical JSON object.
  public let json: JSONValue
  /// Its bytes.
  public let bytes: [UInt8]
  /// What it shares with other versions of itself.
  public let key: ContentKey
  /// The identifier that outlives changes of time and value.
  public let id: StrongID?
  /// The version that goes with the identifier.
  public let version: Double
  /// When it begins and ends, to the nanosecond; seconds alone are part of the key.
  public let start: Timestamp?
  /// The end; the start where none was written.
  public let end: Timestamp?

  /// Reads a canonical JSON object; nil when it is no record.
  public init?(_ object: JSONValue) {
    var json = object
    RecordMarks.remove(from: &json)
    guard let kind = json["record"]?.stringValue.flatMap(RecordKind.init(name:)), kind != .archive
    else { return nil }
    self.json = json
    var bytes: [UInt8] = []
    json.write(to: &bytes)
    self.bytes = bytes
    start = Self.time(json["startDate"])
    end = Self.time(json["endDate"]) ?? start
    let source = SourceIdentity.folded(json["sourceName"]?.stringValue ?? "")
    key = ContentKey(
      start: start?.seconds ?? .min,
      end: end?.seconds ?? .min,
      type: json["type"]?.stringValue ?? "",
      source: source,
      kind: kind
    )
    id = StrongID(json, source: source)
    version = StrongID.version(of: json)
  }

  /// Reads the bytes of a canonical JSON object.
  public init?(line: Span<UInt8>) {
    guard let value = try? JSONValue.parse(line) else { return nil }
    self.init(value)
  }

  /// A date, or a calendar day as the midnight of an unknown zone.
  static func time(_ value: JSONValue?) -> Timestamp? {
    guard let text = value?.stringValue else { return nil }
    let bytes = Array(text.utf8)
    if bytes.count == 10, let day = CivilDate.parse(bytes.span, 0..<bytes.count) {
      return Timestamp(seconds: Int64(day.daysSince1970) * 86_400)
    }
    return (try? Timestamp.parse(bytes.span, 0..<bytes.count))?.0
  }

  /// The significant digits of its value and totals.
  var digits: Int {
    ["value", "duration", "totalDistance", "totalEnergyBurned"].reduce(0) { sum, name in
      sum + (json[name]?.numberText.map(Self.significantDigits) ?? 0)
    }
  }

  /// How many keys its metadata has.
  var metadataKeys: Int { json["metadata"]?.members?.count ?? 0 }

  private static func significantDigits(_ text: String) -> Int {
    var digits = text.utf8.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
      .filter { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }[...]
    while digits.first == UInt8(ascii: "0") { digits = digits.dropFirst() }
    if !text.utf8.contains(UInt8(ascii: ".")) {
      while digits.last == UInt8(ascii: "0") { digits = digits.dropLast() }
    }
    return digits.count
  }
}

/// What all versions of a record without an identifier share, in the order of a merged archive.
///
/// Times are whole seconds: Apple cuts the rest off, other exports of the same record don't.
public struct ContentKey: Sendable, Hashable, Comparable {
  /// Seconds since 1970; `Int64.min` without a date.
  public var start: Int64
  /// Seconds since 1970; the start where no end was written.
  public var end: Int64
  /// The canonical name of the type or activity.
  public var type: String
  /// The folded name of the source.
  public var source: String
  /// The kind of record.
  public var kind: RecordKind

  /// Orders by start, end, type, source and kind; names by their UTF-8.
  public static func < (a: ContentKey, b: ContentKey) -> Bool {
    if a.start != b.start { return a.start < b.start }
    if a.end != b.end { return a.end < b.end }
    if a.type != b.type { return a.type.utf8.lexicographicallyPrecedes(b.type.utf8) }
    if a.source != b.source { return a.source.utf8.lexicographicallyPrecedes(b.source.utf8) }
    return a.kind.rawValue < b.kind.rawValue
  }

  /// Whether all bytes are the same; `==` of strings would also equate composed letters.
  public static func == (a: ContentKey, b: ContentKey) -> Bool {
    a.start == b.start && a.end == b.end && a.kind == b.kind
      && a.type.utf8.elementsEqual(b.type.utf8) && a.source.utf8.elementsEqual(b.source.utf8)
  }
}
