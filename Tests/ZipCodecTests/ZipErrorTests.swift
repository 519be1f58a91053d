import ByteKit
import TestSupport
import Testing
import ZipCodec

@Suite struct ZipErrorTests {
  private static let text = ZipReadingTests.text

  /// The error of an archive of one entry after a change to it.
  private func error(
    method: UInt16 = 8,
    _ change: (inout MadeEntry) -> Void
  ) -> ZipError? {
    var entry = MadeEntry("a.csv", Self.text, method: method)
    change(&entry)
    return firstError(ZipMaker(entry).bytes())
  }

  @Test func whatIsNoArchiveIsNamed() {
    #expect(firstError([]) == ZipError(.emptyFile, offset: 0))
    #expect(firstError(Array("type,value\n".utf8)) == ZipError(.notZip, offset: 0))
    #expect(firstError([0x50]) == ZipError(.notZip, offset: 0))
    let whole = ZipMaker(MadeEntry("a", Self.text)).bytes()
    let cut = Array(whole.dropLast(30))
    #expect(firstError(cut) == ZipError(.noEndOfCentralDirectory, offset: cut.count))
  }

  @Test func faultyEntriesAreNamed() {
    for method: UInt16 in [0, 8] {
      #expect(error(method: method) { _ in } == nil)
      let crc = error(method: method) { $0.crc = 1 }
      #expect(crc?.kind == .crcMismatch && crc?.entry == "a.csv")
      #expect(error(method: method) { $0.flags = 1 }?.kind == .encrypted)
      #expect(error(method: method) { $0.localName = Array("b.csv".utf8) }?.kind == .badLocalHeader)
      #expect(error(method: method) { $0.localMethod = 9 }?.kind == .badLocalHeader)
    }
    #expect(error { $0.method = 99 }?.kind == .encrypted)
    let method = error { $0.method = 12 }
    #expect(method?.kind == .unsupportedMethod && method?.method == "bzip2")
    #expect(error { $0.method = 777 }?.method == "method 777")
    #expect(error { $0.packed = [UInt8](repeating: 7, count: 20) }?.kind == .badDeflate)
    #expect(error { $0.packed = ZipMaker.pack($0).dropLast() }?.kind == .truncated)
    #expect(error { $0.packed = [] }?.kind == .zipBomb)
    #expect(error { $0.packed = ZipMaker.pack($0) + [0] }?.kind == .sizeMismatch)
    #expect(error { $0.size = 9201 }?.kind == .sizeMismatch)
    #expect(error(method: 0) { $0.size = 9201 }?.kind == .sizeMismatch)
  }

  @Test func theReadablePartComesBeforeTheError() throws {
    var entry = MadeEntry("a.csv", Self.text, method: 0)
    entry.crc = 1
    let opened = try archive(ZipMaker(entry).bytes())
    let result = contents(opened, opened.entries[0])
    #expect(result.data == entry.data && result.error?.kind == .crcMismatch)
  }

  @Test func dataBeyondTheirSizeAreRefused() throws {
    var entry = MadeEntry("a.csv", Self.text)
    entry.size = 100
    let opened = try archive(ZipMaker(entry).bytes())
    let result = contents(opened, opened.entries[0])
    #expect(result.data.count == 100 && result.error?.kind == .zipBomb)
  }

  @Test func aSizeThatDeflateCannotReachIsRefused() {
    #expect(error { $0.size = 0xFFFF_FFF0 }?.kind == .zipBomb)
    let long = error {
      $0.size = 1 << 62
      $0.isLong = true
    }
    #expect(long?.kind == .zipBomb)
  }

  @Test func entriesThatShareBytesAreRefused() {
    var maker = ZipMaker(MadeEntry("a", Self.text), MadeEntry("b", Self.text))
    maker.entries[1].sharesHeaderOf = 0
    let error = firstError(maker.bytes())
    #expect(error?.kind == .overlappingEntries && error?.entry == "b")
    // The first entry's data reach over the second one's header.
    var bytes = ZipMaker(MadeEntry("a", "1", method: 0), MadeEntry("b", "2", method: 0)).bytes()
    let central = 2 * (30 + 1 + 1)
    bytes[central + 20] = 20
    #expect(firstError(bytes)?.kind == .overlappingEntries)
    // And one that reaches over the list.
    bytes[central + 20] = 200
    #expect(firstError(bytes)?.kind == .truncated)
  }

  @Test func aFalseCountPromisesNothing() {
    var bytes = ZipMaker(MadeEntry("a", "1", method: 0)).bytes()
    let end = bytes.count - 22
    for count: UInt8 in [0, 2, 255] {
      bytes[end + 10] = count
      #expect(firstError(bytes)?.kind == .badCentralDirectory)
    }
    bytes[end + 10] = 1
    bytes[end + 12] = 0xFF
    bytes[end + 15] = 0xFF
    #expect(firstError(bytes)?.kind == .badCentralDirectory)
  }

  @Test func volumesAreRefused() {
    var bytes = ZipMaker(MadeEntry("a", "1", method: 0)).bytes()
    bytes[bytes.count - 22 + 4] = 1
    #expect(firstError(bytes)?.kind == .multipleVolumes)
  }

  @Test func codesAreUnique() {
    #expect(Set(ZipError.Kind.allCases.map(\.rawValue)).count == ZipError.Kind.allCases.count)
  }
}
