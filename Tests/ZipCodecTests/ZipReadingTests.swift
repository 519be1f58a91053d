import ByteKit
import TestSupport
import Testing
import ZipCodec

@Suite struct ZipReadingTests {
  static let text = String(repeating: "HeartRate,61,count/min\n", count: 400)

  /// Sound archives of every kind.
  static let sound: [(String, ZipMaker)] = {
    var list: [(String, ZipMaker)] = [
      ("stored", ZipMaker(MadeEntry("a.csv", text, method: 0))),
      ("deflate", ZipMaker(MadeEntry("a.csv", text))),
      ("folder", ZipMaker(MadeEntry("x/", "", method: 0), MadeEntry("x/a.csv", text))),
      ("empty data", ZipMaker(MadeEntry("a", ""), MadeEntry("b", "", method: 0))),
      ("no entries", ZipMaker()),
    ]
    var maker = ZipMaker(MadeEntry("a.csv", text), MadeEntry("b.csv", text, method: 0))
    maker.entries[0].flags = 8
    maker.entries[1].flags = 8
    list.append(("data descriptor", maker))
    maker.comment = Array("made for a test".utf8)
    list.append(("comment", maker))
    maker.comment = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 9, count: 30)
    list.append(("comment like an end record", maker))
    maker.comment = [UInt8](repeating: 0x20, count: 0xFFFF)
    list.append(("longest comment", maker))
    maker.comment = []
    maker.suffix = Array("junk".utf8)
    list.append(("bytes after the end", maker))
    maker.suffix = []
    maker.prefix = Array("#!/bin/sh\n".utf8)
    list.append(("prefix", maker))
    maker.countsPrefix = true
    list.append(("prefix, counted", maker))
    maker.entries[0].isLong = true
    maker.entries[0].centralExtra = [0x55, 0x54, 1, 0, 0]
    list.append(("ZIP64 entry", maker))
    maker.isLong = true
    list.append(("ZIP64 end, counted prefix", maker))
    maker.countsPrefix = false
    list.append(("ZIP64 end, prefix", maker))
    maker.prefix = []
    list.append(("ZIP64 end", maker))
    maker.entries[1].localExtra = [UInt8](repeating: 1, count: 500)
    list.append(("local extra field", maker))
    return list
  }()

  @Test(arguments: Self.sound.map(\.0))
  func soundArchivesAreRead(name: String) throws {
    let maker = try #require(Self.sound.first { $0.0 == name }).1
    let opened = try archive(maker.bytes())
    #expect(opened.entries.map(\.nameBytes) == maker.entries.map(\.name))
    for (entry, made) in zip(opened.entries, maker.entries) {
      #expect(entry.size == made.data.count)
      for window in [1, 7, 1000, 100_000] {
        let result = contents(opened, entry, window: window)
        #expect(result.error == nil)
        #expect(result.data == made.data)
      }
    }
  }

  @Test func entriesAreReadInAnyOrderAndTogether() throws {
    let maker = ZipMaker(MadeEntry("a", Self.text), MadeEntry("b", Self.text, method: 0))
    let opened = try archive(maker.bytes())
    let readers = try opened.entries.reversed().map { try opened.reader(of: $0) }
    var data: [[UInt8]] = [[], []]
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 333, alignment: 1)
    defer { buffer.deallocate() }
    var isMore = true
    while isMore {
      isMore = false
      for (index, reader) in readers.enumerated() {
        let count = try reader.read(into: buffer)
        data[index] += buffer[..<count]
        if count > 0 { isMore = true }
      }
    }
    #expect(data == [Array(Self.text.utf8), Array(Self.text.utf8)])
  }

  @Test func aPipeCannotBeRead() throws {
    let error = #expect(throws: ZipError.self) { try ZipArchive(InputFile(path: "/dev/null")) }
    #expect(error?.kind == .notSeekable)
  }

  @Test func manyEntriesAreRead() throws {
    var maker = ZipMaker()
    maker.entries = (0..<2000).map { MadeEntry("routes/\($0).gpx", "\($0)", method: 0) }
    let opened = try archive(maker.bytes())
    #expect(opened.entries.count == 2000)
    #expect(contents(opened, opened.entries[1999]).data == Array("1999".utf8))
  }
}

@Suite struct ZipNameTests {
  private func entry(_ name: [UInt8], flags: UInt16 = 0, extra: [UInt8] = []) throws -> ZipEntry {
    var maker = ZipMaker(MadeEntry("", ""))
    maker.entries[0].name = name
    maker.entries[0].flags = flags
    maker.entries[0].centralExtra = extra
    return try #require(try archive(maker.bytes()).entries.first)
  }

  @Test func namesAreUTF8OrCodePage437() throws {
    #expect(try entry(Array("導出.xml".utf8), flags: 0x800).name == "導出.xml")
    #expect(try entry(Array("導出.xml".utf8)).name == "導出.xml")
    #expect(try entry([0x81, 0x62, 0x65, 0x72, 0xFF]).name == "über\u{A0}")
    #expect(try entry([0x61, 0xE1, 0xFE], flags: 0).name == "aß■")
    #expect(try entry([0x61, 0xFF], flags: 0x800).name == "a\u{FFFD}")
  }

  @Test func theUnicodePathFieldCountsIfItFitsTheName() throws {
    // 0x7075: version 1, CRC-32 of the name "a" (E8B7BE43), UTF-8.
    let good: [UInt8] = [0x75, 0x70, 7, 0, 1, 0x43, 0xBE, 0xB7, 0xE8, 0xC3, 0xA4]
    #expect(try entry([0x61], extra: good).name == "ä")
    #expect(try entry([0x62], extra: good).name == "b")
    #expect(try entry([0x61], extra: Array(good.dropLast())).name == "a")
  }

  @Test(arguments: [
    "../a", "a/../b", "..", "/a", "C:a", "c:/a", "a\\b", "..\\a", "\\a", "", "a\0b", "a\nb",
  ])
  func unsafeNamesAreKnown(name: String) throws {
    #expect(try entry(Array(name.utf8)).isUnsafePath)
  }

  @Test(arguments: ["a", "a/b", "a/..b", "...", "ab:c/d", "1:2", "ä/ö.xml", "./a", "x/"])
  func ordinaryNamesAreSafe(name: String) throws {
    #expect(try !entry(Array(name.utf8)).isUnsafePath)
  }

  @Test func whatMacOSAddsIsKnown() throws {
    for name in ["__MACOSX/a/._export.xml", "__MACOSX/", "a/._export.xml", "._x"] {
      #expect(try entry(Array(name.utf8)).isMacMetadata)
    }
    for name in ["export.xml", "a/x._y", "a__MACOSX/b"] {
      #expect(try !entry(Array(name.utf8)).isMacMetadata)
    }
  }
}
