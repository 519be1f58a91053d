import ByteKit
import JSONCodec

/// The forms of text that are read.
public enum InputFormat: String, Sendable, CaseIterable {
  /// Apple Health's export.xml.
  case xml
  /// One JSON object a line.
  case ndjson
  /// One JSON document, or several in a row.
  case json
  /// A table with a header row.
  case csv

  /// What it is, for messages.
  public var title: String {
    switch self {
    case .xml: "Apple Health XML"
    case .ndjson: "NDJSON"
    case .json: "JSON"
    case .csv: "CSV"
    }
  }

  /// Recognises a format by the first bytes of its text, already decoded to UTF-8.
  static func detect(_ bytes: Span<UInt8>, isWhole: Bool) -> InputFormat? {
    var i = bytes.starts(with: "\u{FEFF}", at: 0) ? 3 : 0
    while i < bytes.count,
      bytes[i] == 0x20 || bytes[i] == 0x0A || bytes[i] == 0x0D || bytes[i] == 0x09
    { i += 1 }
    guard i < bytes.count else { return nil }
    switch bytes[i] {
    case UInt8(ascii: "<"): return .xml
    case 0x1E: return .ndjson
    case UInt8(ascii: "["): return .json
    case UInt8(ascii: "{"): return isLines(bytes, from: i) ? .ndjson : .json
    case 0..<0x09: return nil
    default: return bytes.firstOffset(of: 0, from: 0, to: min(bytes.count, 512)) == nil ? .csv : nil
    }
  }

  /// Whether the first line holds a whole object that is not a document of records.
  private static func isLines(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    guard let end = bytes.firstOffset(of: 0x0A, from: start) else { return false }
    var tape = JSONTape()
    do { try tape.parse(bytes, start..<end) } catch {
      return error.code == .controlCharacter || error.code == .textAfterValue
        ? false : !isOpen(bytes, start..<end)
    }
    return tape.value(forKey: "records", inObjectAt: 0, of: bytes) == nil
  }

  /// Whether a first line is only the beginning of a pretty-printed document.
  private static func isOpen(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var last = range.upperBound - 1
    while last > range.lowerBound, bytes[last] == 0x0D || bytes[last] == 0x20 { last -= 1 }
    return bytes[last] != UInt8(ascii: "}")
  }
}
