import ByteKit
import HealthFormats
import HealthModel
import JSONCodec

/// Writes rejected records as NDJSON: why, where, and the record as it was read.
///
/// The file is made with the first reject.
final class RejectFile: RejectSink {
  private let path: String?
  private let replaces: Bool
  private var file: OutputFile?
  /// How many rejects had no file to go to.
  private(set) var unsaved = 0
  /// How many were written.
  private(set) var written = 0

  init(path: String?, replacing: Bool) {
    self.path = path
    replaces = replacing
  }

  /// The file, once there is one.
  var savedPath: String? { file == nil ? nil : path }

  func write(_ reject: LocatedReject) throws(ConversionError) {
    guard let path else {
      unsaved += 1
      return
    }
    do throws(FileError) {
      if file == nil { file = try OutputFile(path: path, replacing: replaces) }
      try file?.write(reject.line.span)
    } catch {
      throw ConversionError(error)
    }
    written += 1
  }

  /// Brings the rejects to the disk, so that only their name is missing.
  func flush() throws(ConversionError) {
    do throws(FileError) { try file?.synchronize() } catch { throw ConversionError(error) }
  }

  func commit() throws(ConversionError) {
    do throws(FileError) { try file?.commit() } catch { throw ConversionError(error) }
  }

  func discard() { file?.discard() }
}

extension LocatedReject {
  /// The reject as a line of the rejects file (schema `rejects`).
  var line: [UInt8] {
    var members: [(key: String, value: JSONValue)] = [
      ("code", .string(finding.code.rawValue)), ("message", .string(finding.code.title)),
      ("detail", .string(finding.detail)), ("file", .string(finding.path)),
    ]
    if !finding.entry.isEmpty { members.append(("entry", .string(finding.entry))) }
    members += [
      ("line", .integer(finding.position.line)), ("column", .integer(finding.position.column)),
      ("byteOffset", .integer(finding.position.byteOffset)),
      ("recordOffset", .integer(recordOffset)), ("recordLength", .integer(record.count)),
    ]
    // Bytes that are no text are kept exactly too.
    if let text = String(validating: record, as: UTF8.self) {
      members.append(("record", .string(text)))
    } else {
      members.append(("recordBase64", .string(Base64.encode(record))))
    }
    var out: [UInt8] = []
    JSONValue.object(members).write(to: &out)
    out.append(0x0A)
    return out
  }
}

/// Base64 of RFC 4648, section 4.
enum Base64 {
  static func encode(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var out: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      bits <<= UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        let index = Int(bits >> UInt32(18 - 6 * place)) & 63
        out.append(place <= group.count ? alphabet[index] : UInt8(ascii: "="))
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
