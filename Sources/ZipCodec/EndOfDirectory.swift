import ByteKit

/// Where the list of entries lies, from the records at the end of the archive (APPNOTE §4.3.14-16).
///
///     ... list of entries | [ZIP64 record] | [ZIP64 locator] | end record | comment
struct EndOfDirectory {
  /// Where the list begins and ends in the file.
  let directory: Range<Int>

  /// How many bytes stand before the archive, to be added to every offset in it.
  let prefix: Int

  /// The number of entries, modulo 65,536 if `isLong` is false.
  let count: UInt64

  /// Whether the ZIP64 record was used.
  let isLong: Bool

  static let signature: UInt32 = 0x0605_4B50
  private static let size = 22
  private static let longSignature: UInt32 = 0x0606_4B50
  private static let locatorSignature: UInt32 = 0x0706_4B50
  private static let locatorSize = 20
  private static let longSize = 56

  /// Finds the records.
  init(_ file: InputFile, size fileSize: Int) throws(ZipError) {
    // A comment has at most 65,535 bytes.
    let tailSize = min(fileSize, Self.size + 0xFFFF)
    let tailStart = fileSize - tailSize
    let tail = try file.bytes(tailStart..<fileSize)
    var firstError: ZipError?
    // Backwards: the first record that leads to a list counts, so that a comment may contain one.
    for index in stride(from: tailSize - Self.size, through: 0, by: -1) {
      guard tail[index] == 0x50, tail[index + 1] == 0x4B else { continue }
      var record = Bytes(tail, at: index)
      guard record.long() == Self.signature else { continue }
      do throws(ZipError) {
        try self.init(file, record: &record, at: tailStart + index)
        return
      } catch {
        firstError = firstError ?? error
      }
    }
    throw firstError ?? ZipError(.noEndOfCentralDirectory, offset: fileSize)
  }

  private init(_ file: InputFile, record: inout Bytes, at position: Int) throws(ZipError) {
    guard let disk = record.word(), let firstDisk = record.word(), record.word() != nil,
      let count = record.word(), let size = record.long(), let offset = record.long(),
      let comment = record.word(), record.rest.count >= Int(comment)
    else { throw ZipError(.truncated, offset: position) }
    if let long = try Self.longRecord(file, endRecord: position) {
      self = long
      return
    }
    guard disk == 0, firstDisk == 0 else { throw ZipError(.multipleVolumes, offset: position) }
    try self.init(
      file,
      count: UInt64(count),
      size: UInt64(size),
      offset: UInt64(offset),
      end: position,
      isLong: false
    )
  }

  /// The ZIP64 record, if a locator stands before the end record.
  private static func longRecord(
    _ file: InputFile,
    endRecord: Int
  ) throws(ZipError) -> EndOfDirectory? {
    let locatorStart = endRecord - locatorSize
    guard locatorStart >= 0 else { return nil }
    var locator = Bytes(try file.bytes(locatorStart..<endRecord))
    guard locator.long() == locatorSignature, locator.long() != nil,
      let named = locator.quad(), let volumes = locator.long()
    else { return nil }
    guard volumes <= 1 else { throw ZipError(.multipleVolumes, offset: locatorStart) }
    // Bytes before the archive move the record; then it stands right before its locator.
    let places = [Int(clamping: named), locatorStart - longSize]
    for place in places where place >= 0 && place <= locatorStart - longSize {
      var record = Bytes(try file.bytes(place..<place + longSize))
      guard record.long() == longSignature, record.quad() != nil, record.long() != nil,
        record.long() == 0, record.long() == 0, record.quad() != nil,
        let count = record.quad(), let size = record.quad(), let offset = record.quad()
      else { continue }
      return try EndOfDirectory(
        file,
        count: count,
        size: size,
        offset: offset,
        end: place,
        isLong: true
      )
    }
    throw ZipError(.badCentralDirectory, offset: locatorStart)
  }

  /// Finds the list: usually right before the records, else at the offset that they name.
  private init(
    _ file: InputFile,
    count: UInt64,
    size: UInt64,
    offset: UInt64,
    end: Int,
    isLong: Bool
  ) throws(ZipError) {
    let failure = ZipError(.badCentralDirectory, offset: end)
    guard let size = Int(exactly: size), let offset = Int(exactly: offset), size <= end else {
      throw failure
    }
    let start = end - size
    // Each entry takes at least 46 bytes, so the count promises nothing that is not there.
    guard count <= UInt64(size / CentralDirectory.entrySize) else { throw failure }
    if size == 0 {
      prefix = max(0, start - offset)
    } else if start >= offset, try CentralDirectory.begins(at: start, in: file, end: end) {
      prefix = start - offset
    } else if offset <= start, try CentralDirectory.begins(at: offset, in: file, end: end) {
      prefix = 0
      directory = offset..<offset + size
      self.count = count
      self.isLong = isLong
      return
    } else {
      throw failure
    }
    directory = start..<end
    self.count = count
    self.isLong = isLong
  }
}
