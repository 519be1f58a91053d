import GzipCodec

/// Writes zip archives of deflated entries, and lies about them where a test wants it.
struct ZipBytes {
  struct Entry {
    var name: String
    var data: [UInt8]
    /// The expanded size that the archive names, if not the true one.
    var size: Int?
    var flags = 0
  }

  var entries: [Entry]

  init(_ entries: Entry...) { self.entries = entries }

  /// The archive, and where each of its structures begins.
  func bytes() -> (bytes: [UInt8], borders: [Int]) {
    var out: [UInt8] = []
    var central: [UInt8] = []
    var borders: [Int] = []
    for entry in entries {
      let packed = Self.deflate(entry.data)
      let name = Array(entry.name.utf8)
      let sizes: [(Int, Int)] = [
        (Int(crc32(entry.data.span)), 4), (packed.count, 4), (entry.size ?? entry.data.count, 4),
        (name.count, 2), (0, 2),
      ]
      let fields = [(20, 2), (entry.flags, 2), (8, 2), (0, 4)] + sizes
      borders += [out.count, out.count + 4, out.count + 30]
      let offset = out.count
      Self.put([(0x0403_4B50, 4)] + fields, to: &out)
      out += name
      borders.append(out.count)
      out += packed
      Self.put([(0x0201_4B50, 4), (20, 2)] + fields, to: &central)
      Self.put([(0, 2), (0, 2), (0, 2), (0, 4), (offset, 4)], to: &central)
      central += name
    }
    let start = out.count
    borders += [start, start + 10, start + central.count]
    out += central
    Self.put([(0x0605_4B50, 4), (0, 4), (entries.count, 2), (entries.count, 2)], to: &out)
    Self.put([(central.count, 4), (start, 4), (0, 2)], to: &out)
    borders.append(out.count - 1)
    return (out, borders)
  }

  private static func deflate(_ data: [UInt8]) -> [UInt8] {
    var deflater = Deflater(level: 6)
    return [UInt8](unsafeUninitializedCapacity: data.count + 100) { buffer, count in
      count = data.withUnsafeBytes { deflater.encode($0, into: .init(buffer)) } ?? 0
    }
  }

  private static func put(_ fields: [(value: Int, bytes: Int)], to out: inout [UInt8]) {
    for (value, bytes) in fields {
      for i in 0..<bytes { out.append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
    }
  }
}
