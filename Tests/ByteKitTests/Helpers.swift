import ByteKit
import Foundation

/// Reads text with the parser under test.
func parseDecimal(_ text: String) -> DecimalParse {
  let bytes = Array(text.utf8)
  return ExactDecimal.parse(bytes.span, 0..<bytes.count)
}

/// The double of a text through the parser of any length.
func parseDouble(_ text: String) -> Double? {
  let bytes = Array(text.utf8)
  return correctlyRoundedDouble(bytes.span, 0..<bytes.count)
}

/// What an appending function appends.
func written(_ body: (inout [UInt8]) -> Void) -> String {
  var out: [UInt8] = []
  body(&out)
  return String(decoding: out, as: UTF8.self)
}

/// The text of a number of any length in canonical layout.
func longLayout(_ text: String) -> String {
  let bytes = Array(text.utf8)
  return written { writeLongDecimal(bytes.span, 0..<bytes.count, to: &$0) }
}

/// The rows of a file with one JSON object a line.
func jsonLines<Row: Decodable>(_ path: String, as: Row.Type) -> [Row] {
  guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
  let decoder = JSONDecoder()
  return text.split(separator: "\n").compactMap {
    try? decoder.decode(Row.self, from: Data($0.utf8))
  }
}

/// The lines of a text file.
func lines(_ path: String) -> [Substring] {
  guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
  return text.split(separator: "\n")
}
