import HealthConvert
import HealthFormats
import TestSupport
import Testing

/// Files that hold no health data, and texts that are damaged as a whole.
@Suite struct ForeignFileTests {
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49]
  static let files: [(name: String, bytes: [UInt8], word: String)] = [
    ("PDF", Array("%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\n".utf8), "a PDF"),
    ("PNG", png, "a PNG picture"),
    ("JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 0x20, 0x10], "a JPEG picture"),
    ("SQLite", Array("SQLite format 3\0".utf8), "an SQLite database"),
    ("gzip twice", gzipped(gzipped(Array("x".utf8))), "gzip inside gzip"),
    ("an executable", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0], "binary data"),
    ("NULs", [UInt8](repeating: 0, count: 100), "binary data"),
  ]

  @Test(arguments: files.map(\.name))
  func isNamedForWhatItIs(name: String) throws {
    let file = try #require(Self.files.first { $0.name == name })
    let error = try Refusal.check(file.bytes)
    #expect(error.code == "unknown-format" && error.message.contains(file.word))
    #expect(error.advice.contains("Apple Health"))
  }

  @Test func proseIsNoTable() throws {
    let prose = "Dear diary,\n\nI walked a lot today, and slept well.\n"
    let error = try Refusal.check(Array(prose.utf8))
    #expect(error.code == "csv.no-date-column" && error.line == 1)
    #expect(error.message.contains("Dear diary") && !error.advice.isEmpty)
  }

  @Test func aLongLineIsNotRepeated() throws {
    let words = String(repeating: "All work and no play makes Jack a dull boy, ", count: 500)
    let error = try Refusal.check(Array(words.utf8))
    #expect(error.description.count < 1000)
  }

  @Test func randomBytesAreRefused() throws {
    var generator = SplitMix64(seed: testSeed())
    for _ in 0..<100 {
      let count = Int.random(in: 1...2000, using: &generator)
      var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      // What begins as JSON or XML is read as such, and all of it rejected.
      bytes[0] |= 0x80
      let error = try Refusal.check(bytes)
      #expect(error.description.count < 1000)
    }
  }

  @Test(arguments: ["", "\u{FEFF}", " \n\n"])
  func nothingIsRefused(text: String) throws {
    let error = try Refusal.check(Array(text.utf8))
    #expect(error.code == (text.isEmpty ? "empty-file" : "unknown-format"))
  }

  @Test(arguments: [
    ("not-an-export.xml", "xml.not-an-export"), ("entity-bomb.xml", "xml.entity-declaration"),
  ])
  func theDocumentIsRefused(name: String, code: String) throws {
    let scratch = try Scratch()
    let error = try Refusal.check(Exports.path("invalid/" + name), in: scratch)
    #expect(error.code == code && !error.advice.isEmpty)
  }

  @Test(arguments: [
    "<?xml version=\"1.0\"?>", "<", "<HealthDat", "<!-- ", "<!DOCTYPE HealthData [",
    "</HealthData>",
    "<html><body>x</body></html>", "<?xml version=\"1.0\"?>\n<!DOCTYPE html>\n<html></html>",
  ])
  func aTextWithoutRootIsRefused(text: String) throws {
    let error = try Refusal.check(Array(text.utf8))
    #expect(error.code == "xml.not-an-export" && !error.advice.isEmpty)
  }

  @Test(.timeLimit(.minutes(1)))
  func aHugeForeignDocumentIsRefusedInTime() throws {
    let text =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE x [\n"
      + String(repeating: "<!ELEMENT a (b)>\n", count: 200_000)
    #expect(try Refusal.check(Array(text.utf8)).code == "xml.not-an-export")
  }

  @Test(arguments: [
    (#"{"records":[{"type":"StepCount"},"#, "json.unexpected-end", 1),
    ("[\n{\"a\":1},\n{\"b\":1}\n", "json.unexpected-end", 4), ("[1 2]", "json.", 1),
    (#"{"records":[]} x"#, "json.", 1),
  ])
  func aBrokenDocumentIsRefusedWithItsPlace(text: String, code: String, line: Int) throws {
    let error = try Refusal.check(Array(text.utf8))
    #expect(error.code.hasPrefix(code), "\(error)")
    #expect(error.line == line && error.column != nil && error.byteOffset != nil)
  }

  @Test(arguments: [1, 100, 1 << 20])
  func aTruncatedDocumentIsRefusedWherever(chunkSize: Int) throws {
    let bytes = try Exports.archive(.json)
    for size in stride(from: 1, to: bytes.count - 4, by: 487) {
      let text = Array(bytes[..<size])
      let error = try Refusal.check(text, "\(size) bytes") {
        $0.reading.chunkSize = chunkSize
        $0.reading.format = .json
      }
      #expect(error.code.hasPrefix("json."))
      let offset = try #require(error.byteOffset)
      let place = try Places.place(of: offset, in: text)
      #expect(error.line == place.line && error.column == place.column, "\(size) bytes")
    }
  }

  @Test(arguments: ["a,\"b\nc", "\"a\"b,c\nd\n", "a\"b,c\n"])
  func aBrokenHeaderIsRefused(text: String) throws {
    let error = try Refusal.check(Array(text.utf8))
    #expect(error.code.hasPrefix("csv.") && error.line == 1 && error.column != nil)
  }

  @Test func aFileThatIsNotThereIsNamed() throws {
    let scratch = try Scratch()
    let error = try Refusal.check(scratch.path("nowhere.xml"), in: scratch)
    #expect(error.code == "file.open" && !error.advice.isEmpty)
  }
}
