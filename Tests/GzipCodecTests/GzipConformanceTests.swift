import Foundation
import GzipCodec
import TestSupport
import Testing

/// One file of the shared gzip suite and what is to come of it.
struct GzipCase: Codable, CustomStringConvertible {
  var file: String
  var expect: String
  var error: String?
  var at: Int?
  var members: Int
  var size: Int?
  var sha256: String?
  var prefixSize: Int?
  var prefixSha256: String?

  var description: String { file }

  static let all: [GzipCase] = {
    guard Shared.isAvailable,
      let data = FileManager.default.contents(
        atPath: Shared.path("conformance/gzip/manifest.json")
      )
    else { return [] }
    return (try? JSONDecoder().decode([GzipCase].self, from: data)) ?? []
  }()

  /// Those whose data are short enough for windows of one byte.
  static let short = all.filter { ($0.size ?? $0.prefixSize ?? 0) <= 250_000 }

  var bytes: [UInt8] {
    get throws { try readBytes(Shared.path("conformance/gzip/files/" + file)) }
  }
}

@Suite(.enabled(if: Shared.isAvailable)) struct GzipConformanceTests {
  @Test func theSuiteIsThere() {
    #expect(GzipCase.all.count > 100)
  }

  @Test(arguments: GzipCase.all)
  func isReadAsTheSuiteSays(_ test: GzipCase) throws {
    let outcome = decode(try test.bytes)
    #expect(outcome.members == test.members)
    if let size = test.size ?? test.prefixSize { #expect(outcome.data.count == size) }
    if outcome.data.count == 16 << 20 {
      #expect(outcome.data.allSatisfy { $0 == 0 })
    } else if let sum = test.sha256 ?? test.prefixSha256 {
      #expect(sha256(outcome.data) == sum)
    }
    let problems = outcome.warnings.map { ($0.kind.rawValue, $0.offset) }
    switch test.expect {
    case "ok":
      #expect(outcome.error == nil && outcome.warnings.isEmpty)
    case "warn":
      #expect(outcome.error == nil && problems.map(\.0) == [test.error])
      #expect(problems.map(\.1) == [test.at])
    default:
      // The changed bit of bit-flip.gz makes the data run on to the end of the file, where nothing
      // tells them from a cut file's.
      guard test.error != "bad-deflate-or-crc" else {
        #expect(outcome.error?.kind == .truncatedData)
        return
      }
      #expect(outcome.error?.kind.rawValue == test.error)
      if let at = test.at { #expect(outcome.error?.offset == at) }
      #expect(outcome.warnings.isEmpty)
    }
  }

  @Test(arguments: GzipCase.short)
  func piecesMakeNoDifference(_ test: GzipCase) throws {
    let bytes = try test.bytes
    let whole = decode(bytes)
    // Long ones only in the largest pieces, to keep the suite quick.
    for size in whole.data.count + bytes.count < 20_000 ? [1, 2, 7] : [7] {
      let cuts = Array(stride(from: size, to: bytes.count, by: size))
      #expect(decode(bytes, cuts: cuts, window: 1000) == whole)
      #expect(decode(bytes, window: size) == whole)
    }
  }

  @Test(arguments: ["in-deflate", "no-trailer", "header-only"])
  func aCutTableIsAnError(name: String) throws {
    let path = "cases/format-37-gzip-truncated/input-\(name).csv.gz"
    let kind = decode(try readBytes(Shared.path(path))).error?.kind
    #expect(kind == (name == "no-trailer" ? .truncatedTrailer : .truncatedData))
  }

  @Test func namesAreLatin1() throws {
    func name(_ file: String) throws -> String? {
      let bytes = try readBytes(Shared.path("cases/format-40-gzip-name-and-extra-header/" + file))
      var decoder = GzipDecoder()
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1000, alignment: 1)
      defer { buffer.deallocate() }
      _ = try decoder.decode(bytes.span, isFinal: true, into: buffer)
      return decoder.firstHeader?.name
    }
    #expect(try name("input.gz") == "steps-2026-03.csv")
    #expect(try name("input-latin1-name.gz")?.unicodeScalars.contains { $0.value > 0x7F } == true)
  }

  @Test(arguments: [
    ("format-38-gzip-multi-member/input.csv.gz", 3),
    ("format-41-gzip-wrong-or-no-extension/input.csv", 2),
  ])
  func theWholeTableIsRead(path: String, lines: Int) throws {
    let outcome = decode(try readBytes(Shared.path("cases/" + path)))
    #expect(outcome.error == nil)
    #expect(outcome.data.split(separator: UInt8(ascii: "\n")).count == lines)
  }
}
