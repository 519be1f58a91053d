import ByteKit
import HealthModel
import JSONCodec

/// An archive that records can be added to at its end, read to the last byte to be sure.
package struct AppendableArchive: Sendable {
  /// Its form: lines of JSON, or the canonical table.
  package let format: OutputFormat
  /// Whether it is compressed.
  package let isCompressed: Bool
  /// Whether its last line has no end.
  package let lacksLineEnd: Bool

  private static let advice = "convert it first: healthconv convert OLD -o NEW.ndjson"

  /// Reads an archive; one that can't go on at its end is an error.
  package init(reading path: String) throws(ConversionError) {
    let inputs = try InputOpener().open(path)
    guard let input = inputs.first, inputs.count == 1, input.entry.isEmpty, !input.isFolder else {
      throw Self.refusal(path, "a zip archive or a folder is no file that records can be added to")
    }
    guard input.findings.isEmpty else {
      throw Self.refusal(path, "the text is not UTF-8")
    }
    switch input.format {
    case .ndjson: format = .ndjson
    case .csv: format = .csv
    case .json:
      throw Self.refusal(path, "a JSON document ends in a bracket, so nothing can be added to it")
    case .xml: throw Self.refusal(path, "this is an export, not an archive of this program")
    }
    isCompressed = input.isCompressed
    if format == .csv {
      try Self.checkTable(input.prefix, path)
    } else {
      try Self.checkLines(input.prefix, path)
    }
    lacksLineEnd = try Self.readToEnd(input, format, path)
  }

  private static func refusal(_ path: String, _ message: String) -> ConversionError {
    ConversionError("log.not-appendable", path: path, message, advice: advice)
  }

  private static func checkLines(_ text: [UInt8], _ path: String) throws(ConversionError) {
    let end = text.firstIndex(of: 0x0A) ?? text.count
    guard let first = try? JSONValue.parse(text.span, 0..<end),
      first["record"]?.stringValue == "archive", first["format"]?.stringValue == "healthconv",
      first["version"]?.intValue == 1
    else { throw refusal(path, "the first line is not that of an archive of this program") }
    if first["shard"] != nil { throw refusal(path, "this is one shard of an archive") }
    if first["recordCount"] != nil {
      throw refusal(path, "the first line says how many records there are")
    }
  }

  private static func checkTable(_ text: [UInt8], _ path: String) throws(ConversionError) {
    var header = ByteBuffer()
    CSVRowEncoder(columns: Column.allCases).writeHeader(to: &header)
    guard text.starts(with: header.bytes),
      text.dropFirst(header.count).starts(with: "archive,".utf8)
    else { throw refusal(path, "the columns are not those of the canonical table") }
  }

  /// Reads all of the text; whether its last line has no end.
  private static func readToEnd(
    _ input: OpenedInput,
    _ format: OutputFormat,
    _ path: String
  ) throws(ConversionError) -> Bool {
    var end = TextEnd(format)
    end.take(input.prefix.span)
    var buffer = ByteBuffer(capacity: 1 << 18)
    while true {
      buffer.removeAll()
      try buffer.append(upTo: 1 << 18) { room throws(ConversionError) in
        try input.source.read(into: room)
      }
      if buffer.count == 0 { break }
      end.take(buffer.span)
      guard end.lastLine.count <= ChunkReader.recordLimit else {
        throw refusal(path, "a line is longer than \(ChunkReader.recordLimit >> 20) MiB")
      }
    }
    if let note = input.source.containerNotes.first {
      throw refusal(path, "\(note.code.title): \(note.detail)")
    }
    if end.lastLine.isEmpty, !end.isQuoted { return false }
    // A line without an end may be the first half of one.
    guard format == .ndjson, (try? JSONValue.parse(end.lastLine)) != nil else {
      throw refusal(path, "the last record is cut off")
    }
    return true
  }

  /// The beginning of a new archive: what it says of itself, which is nothing yet.
  package static func opening(_ format: OutputFormat) -> [UInt8] {
    var out = ByteBuffer(capacity: 512)
    let facts = ArchiveFacts()
    if format == .csv {
      CSVRowEncoder(columns: Column.allCases).writeHeader(to: &out)
      facts.writeRow(isArchive: true, to: &out)
    } else {
      facts.writeLine(to: &out)
    }
    return out.bytes
  }
}

/// What stands behind the last line end of a text.
private struct TextEnd {
  /// The bytes since the last line end.
  private(set) var lastLine: [UInt8] = []
  /// Whether a quoted cell of a table is open.
  private(set) var isQuoted = false
  private let isTable: Bool

  init(_ format: OutputFormat) { isTable = format == .csv }

  mutating func take(_ bytes: Span<UInt8>) {
    if isTable {
      for index in 0..<bytes.count where bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
    }
    var start = 0
    if let end = bytes.lastOffset(of: 0x0A, before: bytes.count) {
      lastLine.removeAll()
      start = end + 1
    }
    lastLine.append(contentsOf: bytes, from: start)
  }
}

extension OpenedInput {
  /// Whether the text came out of gzip.
  fileprivate var isCompressed: Bool {
    guard let file = try? InputFile(path: path) else { return false }
    var head: [UInt8] = [0, 0]
    let count = head.withUnsafeMutableBytes { (try? file.read(into: $0)) ?? 0 }
    return count == 2 && head == [0x1F, 0x8B]
  }

  /// Whether the path is that of a folder, which holds the text.
  fileprivate var isFolder: Bool { (try? InputFile(path: path)) == nil }
}
