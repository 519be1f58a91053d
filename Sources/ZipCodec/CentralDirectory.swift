import ByteKit

/// The list of entries near the end of an archive (APPNOTE §4.3.12).
enum CentralDirectory {
  static let entrySize = 46
  private static let signature: UInt32 = 0x0201_4B50

  /// The longest list that is read; more than a million entries.
  private static let sizeLimit = 256 << 20

  /// Whether the list may begin at an offset.
  static func begins(at offset: Int, in file: InputFile, end: Int) throws(ZipError) -> Bool {
    guard offset >= 0, offset <= end - entrySize else { return false }
    var bytes = Bytes(try file.bytes(offset..<offset + 4))
    return bytes.long() == signature
  }

  /// Reads the list.
  static func read(_ file: InputFile, _ end: EndOfDirectory) throws(ZipError) -> [ZipEntry] {
    let range = end.directory
    guard range.count <= sizeLimit else {
      throw ZipError(.badCentralDirectory, offset: range.lowerBound)
    }
    var bytes = Bytes(try file.bytes(range))
    var entries: [ZipEntry] = []
    while bytes.rest.count >= entrySize {
      let start = range.lowerBound + bytes.index
      guard let entry = entry(&bytes, prefix: end.prefix) else {
        // Something else may follow the last entry, such as a signature (§4.3.13).
        if matches(entries.count, end) { break }
        throw ZipError(.badCentralDirectory, offset: start)
      }
      entries.append(entry)
    }
    guard matches(entries.count, end) else {
      throw ZipError(.badCentralDirectory, offset: range.lowerBound + bytes.index)
    }
    return entries
  }

  private static func matches(_ count: Int, _ end: EndOfDirectory) -> Bool {
    // Programs without ZIP64 write the count of a larger archive modulo 65,536.
    end.isLong ? UInt64(count) == end.count : UInt64(count) & 0xFFFF == end.count
  }

  private static func entry(_ bytes: inout Bytes, prefix: Int) -> ZipEntry? {
    guard bytes.long() == signature else { return nil }
    bytes.skip(4)  // versions
    guard let flags = bytes.word(), let method = bytes.word() else { return nil }
    bytes.skip(4)  // time and date
    guard let crc = bytes.long(), let compressed = bytes.long(), let size = bytes.long(),
      let nameLength = bytes.word(), let extraLength = bytes.word(),
      let commentLength = bytes.word()
    else { return nil }
    bytes.skip(8)  // volume and attributes
    guard let offset = bytes.long(), let name = bytes.take(Int(nameLength)),
      let extraBytes = bytes.take(Int(extraLength)), bytes.take(Int(commentLength)) != nil
    else { return nil }
    let extra = ZipExtra(extraBytes)
    // The ZIP64 field holds, in this order, the numbers that did not fit (§4.5.3).
    var long = extra.field(0x0001)
    let fullSize = full(size, &long)
    let fullCompressed = full(compressed, &long)
    let fullOffset = full(offset, &long)
    guard let fullSize, let fullCompressed, let fullOffset else { return nil }
    let (place, overflows) = fullOffset.addingReportingOverflow(prefix)
    guard !overflows else { return nil }
    return ZipEntry(
      name: ZipName.decode(name, flags: flags, extra: extra),
      nameBytes: name,
      method: ZipMethod(rawValue: method),
      flags: flags,
      crc: crc,
      compressedSize: fullCompressed,
      size: fullSize,
      headerOffset: place,
      hasLongSizes: long != nil
    )
  }

  private static func full(_ short: UInt32, _ long: inout Bytes?) -> Int? {
    guard short == .max, long != nil else { return Int(short) }
    return long?.quad().flatMap { Int(exactly: $0) }
  }
}

extension InputFile {
  /// The bytes of a range that must be there; never more than the file has.
  func bytes(_ range: Range<Int>) throws(ZipError) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: range.count)
    let count = try fill(&result, from: range.lowerBound)
    guard count == range.count else {
      throw ZipError(.truncated, offset: range.lowerBound + count)
    }
    return result
  }

  private func fill(_ bytes: inout [UInt8], from offset: Int) throws(ZipError) -> Int {
    var span = bytes.mutableSpan
    do throws(FileError) {
      return try span.withUnsafeMutableBytes { (buffer) throws(FileError) in
        try readFully(at: offset, into: buffer)
      }
    } catch {
      throw ZipError(error, offset: offset)
    }
  }
}
