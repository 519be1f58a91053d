import Foundation
import JSONCodec
import TestSupport
import Testing

@Suite("JSONTestSuite")
struct ConformanceTests {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var file: String
    var expect: String
    var policy: String?
    var testDescription: String { file }

    static func all(in folder: String) -> [Case] {
      guard Shared.isAvailable,
        let data = try? Data(
          contentsOf: URL(fileURLWithPath: Shared.path("conformance/json/manifest.json"))
        ),
        let cases = try? JSONDecoder().decode([Case].self, from: data)
      else { return [] }
      return cases.filter { $0.file.hasPrefix(folder + "/") }
    }

    var isAccepted: Bool {
      switch expect {
      case "accept": true
      case "either": policy?.hasPrefix("accept") ?? false
      default: false
      }
    }

    func bytes() throws -> [UInt8] { try readBytes(Shared.path("conformance/json/\(file)")) }
  }

  @Test(.enabled(if: Shared.isAvailable))
  func theListsAreComplete() {
    #expect(Case.all(in: "test_parsing").count == 318)
    #expect(Case.all(in: "test_transform").count == 22)
  }

  @Test(.enabled(if: Shared.isAvailable), arguments: Case.all(in: "test_parsing"))
  func parsing(_ example: Case) throws {
    let bytes = try example.bytes()
    // RFC 8259 §8.1: a byte order mark may be ignored; the readers of files drop it.
    let range = JSONLines.byteOrderMark(bytes.span)..<bytes.count
    let parsed = parseTape(bytes, range)
    #expect(parsed == parseSlowly(bytes, range))
    switch parsed {
    case .success: #expect(example.isAccepted)
    case .failure(let error):
      #expect(!example.isAccepted, "\(error)")
      #expect((range.lowerBound...range.upperBound).contains(error.offset))
    }
    if example.file.lowercased().replacing("-", with: "").contains("utf16") {
      #expect(oddity(bytes) == .encodingUTF16)
    }
  }

  @Test(.enabled(if: Shared.isAvailable), arguments: Case.all(in: "test_transform"))
  func transform(_ example: Case) throws {
    let bytes = try example.bytes()
    let name = example.file.split(separator: "/").last.map(String.init) ?? ""
    if name.contains("invalid_codepoint") {
      let isEscaped = name.contains("escaped")
      #expect(
        parseTape(bytes) == .failure(JSONError(isEscaped ? .loneSurrogate : .notUTF8, at: 2))
      )
      return
    }
    // Digits, Unicode forms, order and NUL all come through unchanged.
    let value = try JSONValue.parse(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    let compact = text.filter { !" \n".contains($0) }
    #expect(Array(value.compact().utf8) == Array(compact.utf8))

    let document = try Document(bytes)
    if name.hasPrefix("object_same_key") {
      let index = try #require(document.duplicate)
      #expect(document.tape.tokens[index].offset > 1)
      #expect(value.members?.count == 2)
    } else {
      #expect(document.duplicate == nil)
    }
  }
}
