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
    case 0x1E: return isSequence(bytes, from: i) ? .ndjson : nil
    case UInt8(ascii: "["): return .json
    case UInt8(ascii: "{"): return isLines(bytes, from: i) ? .ndjson : .json
    default: return isTable(bytes, from: i) ? .csv : nil
    }
  }

  /// Whether a record separator (RFC 7464) stands before an object.
  private static func isSequence(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    var i = start + 1
    while i < bytes.count, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    return i < bytes.count && bytes[i] == UInt8(ascii: "{")
  }

  /// Whether the text may be a table: without control characters, unless they follow a header that
  /// begins as ours do.
  private static func isTable(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    let control = (start..<min(bytes.count, 512)).first { index in
      let byte = bytes[index]
      return byte < 0x09 || byte > 0x0D && byte < 0x20
    }
    guard let control else { return true }
    let end = bytes.firstOffset(of: UInt8(ascii: ","), from: start) ?? bytes.count
    return end < control && ColumnNames.column(bytes.text(start..<end)) != nil
  }

  /// What bytes seem to be that are no text of ours, by their first few; nil when they may be.
  static func foreign(_ bytes: [UInt8]) -> String? {
    let kinds: [(start: [UInt8], name: String)] = [
      (Array("%PDF".utf8), "a PDF"), ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
      ([0xFF, 0xD8, 0xFF], "a JPEG picture"), ([0x1F, 0x8B], "gzip inside gzip"),
      ([0x50, 0x4B, 0x03, 0x04], "a zip archive"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"),
      (Array("SQLite format 3".utf8), "an SQLite database"), (Array("BZh".utf8), "bzip2"),
      (Array("7z".utf8) + [0xBC, 0xAF], "a 7z archive"), (Array("Rar!".utf8), "a RAR archive"),
      (Array("{\\rtf".utf8), "an RTF document"),
    ]
    return kinds.first { bytes.starts(with: $0.start) }?.name
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
