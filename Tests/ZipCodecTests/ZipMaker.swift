import ByteKit
import GzipCodec
import ZipCodec

/// One entry to be written, with everything that can be wrong about it.
struct MadeEntry {
  var name: [UInt8]
  var data: [UInt8]
  var method: UInt16 = 8
  var flags: UInt16 = 0
  /// The bytes in the archive, if not what the method makes of the data.
  var packed: [UInt8]?
  var crc: UInt32?
  var size: UInt64?
  var localName: [UInt8]?
  var localMethod: UInt16?
  var localExtra: [UInt8] = []
  var centralExtra: [UInt8] = []
  /// Written with ZIP64 fields, although the numbers are small.
  var isLong = false
  /// The index of the entry whose header this one shares.
  var sharesHeaderOf: Int?

  init(_ name: String, _ data: String, method: UInt16 = 8) {
    self.name = Array(name.utf8)
    self.data = Array(data.utf8)
    self.method = method
  }

  /// Sizes and CRC come after the data.
  var hasDescriptor: Bool { flags & 8 != 0 }
}

/// Writes zip archives, sound or not.
struct ZipMaker {
  var entries: [MadeEntry]
  var prefix: [UInt8] = []
  /// Whether offsets count from the start of the file, prefix included.
  var countsPrefix = false
  var comment: [UInt8] = []
  var isLong = false
  var suffix: [UInt8] = []

  init(_ entries: MadeEntry...) { self.entries = entries }

  func bytes() -> [UInt8] {
    var out = Output(bytes: prefix)
    var central = Output()
    var offsets: [Int] = []
    let base = countsPrefix ? 0 : prefix.count
    for entry in entries {
      let packed = entry.packed ?? Self.pack(entry)
      let crc = entry.crc ?? crc32(entry.data.span)
      let size = entry.size ?? UInt64(entry.data.count)
      let offset = entry.sharesHeaderOf.map { offsets[$0] } ?? out.bytes.count - base
      offsets.append(offset)
      if entry.sharesHeaderOf == nil { local(entry, packed, crc, size, &out) }
      Self.central(entry, packed.count, crc, size, offset, &central)
    }
    let start = out.bytes.count - base
    out.bytes += central.bytes
    if isLong { longEnd(central.bytes.count, start, out.bytes.count - base, &out) }
    out.put(0x0605_4B50, 4)
    out.put(0, 4)
    let count: UInt64 = isLong ? 0xFFFF : UInt64(entries.count)
    out.put(count, 2)
    out.put(count, 2)
    out.put(isLong ? 0xFFFF_FFFF : UInt64(central.bytes.count), 4)
    out.put(isLong ? 0xFFFF_FFFF : UInt64(start), 4)
    out.put(UInt64(comment.count), 2)
    return out.bytes + comment + suffix
  }

  static func pack(_ entry: MadeEntry) -> [UInt8] {
    guard entry.method == 8 else { return entry.data }
    var deflater = Deflater(level: 6)
    return [UInt8](unsafeUninitializedCapacity: entry.data.count + 100) { buffer, count in
      count = entry.data.withUnsafeBytes { deflater.encode($0, into: .init(buffer)) } ?? 0
    }
  }

  private func local(
    _ entry: MadeEntry,
    _ packed: [UInt8],
    _ crc: UInt32,
    _ size: UInt64,
    _ out: inout Output
  ) {
    let name = entry.localName ?? entry.name
    out.put(0x0403_4B50, 4)
    out.put(20, 2)
    out.put(UInt64(entry.flags), 2)
    out.put(UInt64(entry.localMethod ?? entry.method), 2)
    out.put(0, 4)
    out.put(entry.hasDescriptor ? 0 : UInt64(crc), 4)
    out.put(entry.hasDescriptor ? 0 : UInt64(packed.count), 4)
    out.put(entry.hasDescriptor ? 0 : size, 4)
    out.put(UInt64(name.count), 2)
    out.put(UInt64(entry.localExtra.count), 2)
    out.bytes += name + entry.localExtra + packed
    guard entry.hasDescriptor else { return }
    out.put(0x0807_4B50, 4)
    out.put(UInt64(crc), 4)
    out.put(UInt64(packed.count), 4)
    out.put(size, 4)
  }

  private static func central(
    _ entry: MadeEntry,
    _ packedSize: Int,
    _ crc: UInt32,
    _ size: UInt64,
    _ offset: Int,
    _ out: inout Output
  ) {
    var extra = Output(bytes: entry.centralExtra)
    if entry.isLong {
      extra.put(1, 2)
      extra.put(24, 2)
      for number in [size, UInt64(packedSize), UInt64(offset)] { extra.put(number, 8) }
    }
    out.put(0x0201_4B50, 4)
    out.put(0x0314, 2)
    out.put(20, 2)
    out.put(UInt64(entry.flags), 2)
    out.put(UInt64(entry.method), 2)
    out.put(0, 4)
    out.put(UInt64(crc), 4)
    out.put(entry.isLong ? 0xFFFF_FFFF : UInt64(packedSize), 4)
    out.put(entry.isLong ? 0xFFFF_FFFF : size, 4)
    out.put(UInt64(entry.name.count), 2)
    out.put(UInt64(extra.bytes.count), 2)
    out.put(0, 2)
    out.put(0, 8)
    out.put(entry.isLong ? 0xFFFF_FFFF : UInt64(offset), 4)
    out.bytes += entry.name + extra.bytes
  }

  private func longEnd(_ size: Int, _ start: Int, _ place: Int, _ out: inout Output) {
    out.put(0x0606_4B50, 4)
    out.put(44, 8)
    out.put(0x002D_002D, 4)
    out.put(0, 8)
    out.put(UInt64(entries.count), 8)
    out.put(UInt64(entries.count), 8)
    out.put(UInt64(size), 8)
    out.put(UInt64(start), 8)
    out.put(0x0706_4B50, 4)
    out.put(0, 4)
    out.put(UInt64(place), 8)
    out.put(1, 4)
  }
}

/// Appends little-endian numbers.
struct Output {
  var bytes: [UInt8] = []

  mutating func put(_ value: UInt64, _ count: Int) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }
}

/// Opens an archive that lies in memory.
func archive(_ bytes: [UInt8]) throws -> ZipArchive {
  let file = try TemporaryFile()
  try file.append(bytes.span)
  return try ZipArchive(file.inputFile(named: "test.zip"))
}

/// What reading an entry gave, up to the error.
func contents(
  _ archive: ZipArchive,
  _ entry: ZipEntry,
  window: Int = 1000
) -> (
  data: [UInt8], error: ZipError?, isWrapped: Bool
) {
  var data: [UInt8] = []
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: window, alignment: 1)
  defer { buffer.deallocate() }
  do throws(ZipError) {
    let reader = try archive.reader(of: entry)
    while true {
      let count = try reader.read(into: buffer)
      if count == 0 { return (data, nil, reader.hasWrappedSize) }
      data += buffer[..<count]
    }
  } catch {
    return (data, error, false)
  }
}

/// The error of opening an archive or of reading its first faulty entry.
func firstError(_ bytes: [UInt8]) -> ZipError? {
  do {
    let opened = try archive(bytes)
    return opened.entries.lazy.compactMap { contents(opened, $0).error }.first
  } catch {
    return error as? ZipError
  }
}
