import Foundation
import JSONCodec
import TestSupport
import Testing

/// The cases of line-delimited JSON, read as a file reader would: a bad line is one fault.
@Suite struct LineCaseTests {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var id: String
    var hex: String
    var expect: String
    var values: Int
    var code: String?
    var line: Int?
    var byte: Int?
    var testDescription: String { id }

    static let all: [Case] = {
      guard Shared.isAvailable,
        let data = try? Data(
          contentsOf: URL(fileURLWithPath: Shared.path("conformance/json/ndjson_cases.json"))
        )
      else { return [] }
      return (try? JSONDecoder().decode([Case].self, from: data)) ?? []
    }()

    var bytes: [UInt8] {
      let digits = Array(hex)
      return stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)
      }
    }
  }

  struct Finding: Equatable {
    var code: JSONError.Code
    var line: Int
    var byte: Int
  }

  @Test(.enabled(if: Shared.isAvailable))
  func theListIsComplete() { #expect(Case.all.count >= 36) }

  @Test(.enabled(if: Shared.isAvailable), arguments: Case.all)
  func caseOfTheList(_ example: Case) throws {
    var findings: [Finding] = []
    let values = read(example.bytes, &findings)
    #expect(values == example.values)
    if example.expect == "ok" {
      #expect(findings.isEmpty)
    } else {
      let first = try #require(findings.first)
      #expect(first.code.rawValue == example.code)
      #expect(first.line == example.line)
      if let byte = example.byte { #expect(first.byte == byte) }
    }
  }

  private func read(_ given: [UInt8], _ findings: inout [Finding]) -> Int {
    var bytes = given
    if let oddity = JSONEncoding.oddity(bytes.span) {
      findings.append(Finding(code: oddity, line: 1, byte: 0))
      guard let text = JSONEncoding.utf8(fromUTF16: bytes.span) else { return 0 }
      bytes = text
    }
    let span = bytes.span
    var tape = JSONTape()
    var values = 0
    var number = 0
    var start = JSONLines.byteOrderMark(span)
    while let line = JSONLines.line(in: span, from: start) {
      start = line.next
      number += 1
      if line.isBlank { continue }
      if let byte = line.recordSeparator {
        findings.append(Finding(code: .recordSeparator, line: number, byte: byte))
      }
      do throws(JSONError) {
        try tape.parse(span, line.content)
        try tape.requireObject()
        values += 1
        if let index = tape.duplicateKey(inObjectAt: 0, of: span) {
          let byte = tape.tokens[index].offset
          findings.append(Finding(code: .duplicateKey, line: number, byte: byte))
        }
      } catch {
        findings.append(Finding(code: error.code, line: number, byte: error.offset))
        // Of two values on a line the first is whole; a line with other rubbish counts as bad.
        let isSecond = error.code == .textAfterValue && bytes[error.offset] == UInt8(ascii: "{")
        if isSecond, tape.tokens.first?.kind == .objectStart { values += 1 }
      }
    }
    return values
  }
}
