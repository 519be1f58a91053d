import HealthConvert
import HealthFormats
import HealthModel
import TestSupport
import Testing

/// Zip and gzip files that are cut off, damaged or meant to harm.
@Suite struct ContainerDamageTests {
  static let text = Array(export((1...400).map { steps("\($0)") }.joined(separator: "\n")).utf8)
  static let zip = ZipBytes(
    ZipBytes.Entry(name: "apple_health_export/export.xml", data: text),
    ZipBytes.Entry(name: "apple_health_export/export_cda.xml", data: Array("<x/>".utf8))
  ).bytes()

  @Test func theSoundArchiveIsRead() throws {
    let scratch = try Scratch()
    let path = try scratch.put(Self.zip.bytes, in: "export.zip")
    #expect(try Trial(path).run().outcome?.lines.count == 401)
  }

  @Test(arguments: [0] + zip.borders)
  func aTruncatedArchiveIsRefused(size: Int) throws {
    let error = try Refusal.check(Array(Self.zip.bytes[..<size]), "\(size) bytes")
    let isEmpty = size == 0
    #expect(isEmpty ? error.code == "empty-file" : error.code.hasPrefix("zip.") || size < 5)
    #expect(!error.advice.isEmpty)
    if !isEmpty { #expect(error.byteOffset != nil) }
  }

  @Test func damageInTheDataIsFound() throws {
    for place in stride(from: 90, to: Self.zip.borders[4], by: 97) {
      var bytes = Self.zip.bytes
      bytes[place] ^= 0x10
      let error = try Refusal.check(bytes, "byte \(place)")
      #expect(
        ["zip.bad-deflate", "zip.crc-mismatch", "zip.size-mismatch", "zip.zip-bomb"]
          .contains(error.code),
        "\(error.code) for byte \(place)"
      )
      #expect(error.entry == "apple_health_export/export.xml" && !error.advice.isEmpty)
    }
  }

  @Test func aBombIsNotExpanded() throws {
    let blanks = [UInt8](repeating: 0x20, count: 200_000)
    let liar = ZipBytes.Entry(name: "export.xml", data: Self.text + blanks, size: 1000)
    #expect(try Refusal.check(ZipBytes(liar).bytes().bytes).code == "zip.zip-bomb")
    let giant = ZipBytes.Entry(name: "export.xml", data: blanks, size: 2_000_000_000)
    let error = try Refusal.check(ZipBytes(giant).bytes().bytes)
    #expect(error.code == "zip.zip-bomb" && !error.advice.isEmpty)
  }

  @Test func endlessBlanksAreRefused() throws {
    // 70 MB of blanks in 70 kB: what cannot be cut into records must not fill the memory.
    let blanks = [UInt8](repeating: 0x20, count: 70 << 20)
    let start = Array("record,type,startDate,value\nsample,".utf8)
    let error = try Refusal.check(
      gzipped(start + blanks),
      configure: { $0.reading.format = .ndjson }
    )
    #expect(error.code == "record-too-long" && !error.advice.isEmpty && error.byteOffset == 28)
  }

  @Test func anEncryptedArchiveIsRefused() throws {
    let scratch = try Scratch()
    let error = try Refusal.check(Fixtures.path("zip/encrypted.zip"), in: scratch)
    #expect(error.code == "zip.encrypted" && error.entry.hasSuffix("export.xml"))
    #expect(error.advice.contains("password"))
  }

  @Test func anArchiveWithoutExportIsRefused() throws {
    let scratch = try Scratch()
    let error = try Refusal.check(Fixtures.path("zip/no-export.zip"), in: scratch)
    #expect(error.code == "zip.no-export" && !error.advice.isEmpty)
    let empty = try Refusal.check(ZipBytes().bytes().bytes)
    #expect(empty.code == "zip.no-export")
  }

  @Test func aTruncatedGzipIsRefused() throws {
    let bytes = gzipped(Self.text + Self.text + Self.text)
    for size in [1, 2, 3, 9, 10, 17, 18, 500, bytes.count / 2, bytes.count - 29, bytes.count - 1] {
      let error = try Refusal.check(Array(bytes[..<size]), "\(size) bytes")
      #expect(error.code.hasPrefix("gzip.truncated") || size == 1, "\(error.code), \(size) bytes")
      #expect(!error.advice.isEmpty && error.byteOffset != nil)
    }
  }

  @Test func aGzipCutBetweenBlocksIsFound() throws {
    let scratch = try Scratch()
    let bytes = gzipped(Self.text)
    let path = try scratch.put(Array(bytes.dropLast(28)), in: "cut.xml.gz")
    let (ending, result) = try Trial(path).run(in: scratch)
    #expect(ending.outcome?.lines.count == 401)
    #expect(result?.report.findingCounts[.truncated] == 1)
  }

  @Test func damageInAGzipIsFound() throws {
    let bytes = gzipped(Self.text)
    for place in stride(from: 20, to: bytes.count - 40, by: 61) {
      var damaged = bytes
      damaged[place] ^= 0x21
      let error = try Refusal.check(damaged, "byte \(place)")
      #expect(error.code.hasPrefix("gzip."), "\(error.code) for byte \(place)")
      #expect(!error.advice.isEmpty && error.byteOffset != nil)
    }
  }

  @Test func bytesAfterAGzipAreNoted() throws {
    let scratch = try Scratch()
    let path = try scratch.put(gzipped(Self.text) + Array("more".utf8), in: "input")
    let (ending, result) = try Trial(path).run(in: scratch)
    #expect(ending.outcome?.lines.count == 401)
    #expect(result?.report.findingCounts[.trailingData] == 1)
  }
}
