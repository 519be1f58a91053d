import ByteKit
import TestSupport
import Testing
import ZipCodec

@Suite(.enabled(if: Shared.isAvailable)) struct ZipCaseTests {
  private func open(_ name: String) throws -> ZipArchive {
    try ZipArchive(InputFile(path: Shared.path("cases/" + name)))
  }

  @Test(arguments: [
    ("apple-05-localized-xml-name-in-zip/input-fi.zip", "vienti.xml"),
    ("apple-05-localized-xml-name-in-zip/input-ja.zip", "書き出したデータ.xml"),
    ("apple-05-localized-xml-name-in-zip/input-capital-e.zip", "Export.xml"),
    ("apple-07-zip-data-descriptor/input.zip", "export.xml"),
    ("apple-38-zip-slip-and-bomb/input.zip", "export.xml"),
  ])
  func theExportIsReadWhateverItsName(path: String, name: String) throws {
    let archive = try open(path)
    let safe = archive.entries.filter { !$0.isUnsafePath && !$0.isMacMetadata }
    let entry = try #require(safe.first { $0.name.hasSuffix("/" + name) })
    let result = contents(archive, entry)
    #expect(result.error == nil && result.data.count == 932)
    for other in archive.entries { #expect(contents(archive, other).error == nil) }
  }

  @Test func theEscapingMemberIsKnown() throws {
    let archive = try open("apple-38-zip-slip-and-bomb/input.zip")
    #expect(archive.entries.filter(\.isUnsafePath).map(\.name) == ["../../evil.txt"])
  }

  @Test func sizesComeFromTheList() throws {
    let archive = try open("format-43-zip-data-descriptor/input.zip")
    #expect(archive.entries.map(\.name) == ["export/steps.csv"])
    let result = contents(archive, archive.entries[0])
    #expect(result.error == nil && result.data.count == 26)
  }

  @Test(arguments: [
    ("input-empty.zip", ZipError.Kind.emptyFile),
    ("input-truncated.zip", ZipError.Kind.noEndOfCentralDirectory),
  ])
  func brokenDownloadsAreNamed(name: String, kind: ZipError.Kind) {
    let error = #expect(throws: ZipError.self) {
      try open("apple-26-truncated-or-empty-zip/" + name)
    }
    #expect(error?.kind == kind)
  }
}
