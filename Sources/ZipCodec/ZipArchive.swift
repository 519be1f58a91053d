import ByteKit

/// A zip archive whose entries are read in place, with ZIP64 and without unpacking to disk.
///
///     let archive = try ZipArchive(InputFile(path: "export.zip"))
///     for entry in archive.entries where !entry.isUnsafePath {
///       let reader = try archive.reader(of: entry)
///       ...
///     }
public struct ZipArchive: Sendable {
  /// The entries in the order of the list.
  public let entries: [ZipEntry]

  private let file: InputFile

  /// Where the data of entries must end.
  private let dataEnd: Int

  private static let localSignature: UInt32 = 0x0403_4B50
  private static let localSize = 30

  /// Reads the list of entries.
  ///
  /// A comment, bytes before the archive and junk after it are tolerated.
  public init(_ file: InputFile) throws(ZipError) {
    guard file.isSeekable, let size = file.size else { throw ZipError(.notSeekable, offset: 0) }
    guard size > 0 else { throw ZipError(.emptyFile, offset: 0) }
    let end: EndOfDirectory
    do throws(ZipError) {
      end = try EndOfDirectory(file, size: size)
    } catch {
      if error.kind == .noEndOfCentralDirectory, try !Self.beginsArchive(file, size) {
        throw ZipError(.notZip, offset: 0)
      }
      throw error
    }
    self.file = file
    dataEnd = end.directory.lowerBound
    entries = try CentralDirectory.read(file, end)
    try checkPlaces()
  }

  /// Opens an entry for reading.
  public func reader(of entry: ZipEntry) throws(ZipError) -> ZipEntryReader {
    func fail(_ kind: ZipError.Kind, at offset: Int? = nil) -> ZipError {
      ZipError(kind, offset: offset ?? entry.headerOffset, entry: entry.name)
    }
    guard !entry.isEncrypted else { throw fail(.encrypted) }
    guard entry.method == .stored || entry.method == .deflate else {
      var error = fail(.unsupportedMethod)
      error.method = entry.method.name
      throw error
    }
    if entry.method == .stored {
      guard entry.size == entry.compressedSize else { throw fail(.sizeMismatch) }
    } else {
      // Deflate expands at most 1,032 times; a larger size is a lie.
      guard entry.size / 1100 <= entry.compressedSize else { throw fail(.zipBomb) }
    }
    guard let start = try dataStart(of: entry) else { throw fail(.badLocalHeader) }
    guard entry.compressedSize <= dataEnd - start else { throw fail(.truncated, at: dataEnd) }
    return ZipEntryReader(file, entry, data: start..<start + entry.compressedSize)
  }

  /// The offset after the entry's own header; `nil` if that contradicts the list.
  private func dataStart(of entry: ZipEntry) throws(ZipError) -> Int? {
    let start = entry.headerOffset
    guard start <= dataEnd - Self.localSize else { return nil }
    var header = Bytes(try bytes(start..<start + Self.localSize, of: entry))
    guard header.long() == Self.localSignature else { return nil }
    header.skip(4)  // version and flags
    guard header.word() == entry.method.rawValue else { return nil }
    // Time, CRC and sizes: with a data descriptor they are zero here (§4.4.4, bit 3).
    header.skip(16)
    guard let nameLength = header.word(), let extraLength = header.word() else { return nil }
    let nameStart = start + Self.localSize
    let end = nameStart + Int(nameLength) + Int(extraLength)
    guard Int(nameLength) == entry.nameBytes.count, end <= dataEnd else { return nil }
    // Two names for one entry would show one file to a checker and another to a reader.
    let name = try bytes(nameStart..<nameStart + Int(nameLength), of: entry)
    return name == entry.nameBytes ? end : nil
  }

  private func bytes(_ range: Range<Int>, of entry: ZipEntry) throws(ZipError) -> [UInt8] {
    do throws(ZipError) {
      return try file.bytes(range)
    } catch {
      var error = error
      error.entry = entry.name
      throw error
    }
  }

  /// Refuses entries that share bytes, or that reach into the list.
  private func checkPlaces() throws(ZipError) {
    var end = 0
    for entry in entries.sorted(by: { $0.headerOffset < $1.headerOffset }) {
      let start = entry.headerOffset
      guard start >= end else {
        throw ZipError(.overlappingEntries, offset: start, entry: entry.name)
      }
      // At least; the header's own extra fields are not known yet.
      let headerEnd = start.addingReportingOverflow(Self.localSize + entry.nameBytes.count)
      let dataEnd = headerEnd.partialValue.addingReportingOverflow(entry.compressedSize)
      guard !headerEnd.overflow, !dataEnd.overflow, dataEnd.partialValue <= self.dataEnd else {
        throw ZipError(.truncated, offset: start, entry: entry.name)
      }
      end = dataEnd.partialValue
    }
  }

  private static func beginsArchive(_ file: InputFile, _ size: Int) throws(ZipError) -> Bool {
    var bytes = Bytes(try file.bytes(0..<min(4, size)))
    guard let first = bytes.byte(), let second = bytes.byte() else { return false }
    guard first == 0x50, second == 0x4B else { return false }
    guard let third = bytes.byte() else { return true }
    // Local header, end record, or the mark of a split archive.
    return [3, 5, 7].contains(third)
  }
}
