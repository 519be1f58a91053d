/// Encodes short pieces as one deflate block each (RFC 1951), all in memory.
///
/// Rows of one kind repeat each other over long runs, so matches are looked for as zlib's level 6
/// does, but in one pass over memory that is all there. Measured on one core in blocks of BGZF,
/// against zlib 1.2.13: merged samples as CSV 13.8:1 at 509 MB/s (level 3 12.0:1 at 322, level 6
/// 13.7:1 at 159), NDJSON 17.1:1 at 718 (15.3:1 at 496, 17.7:1 at 205), export.xml 17.0:1 at 643
/// (15.2:1 at 455, 17.4:1 at 194).
package struct BlockDeflater: ~Copyable, @unchecked Sendable {
  /// The longest piece.
  package static let limit = 65_535

  private static let hashBits: UInt32 = 15
  private static let window = 32_768
  private static let longest = 258
  private static let none = UInt16.max
  /// How many earlier places are compared.
  private static let chain = 8
  /// A match this long is taken without a look at the next byte.
  private static let enough = 64

  // Owned by this value alone, which is why it may change threads.
  private let heads: UnsafeMutablePointer<UInt16>
  private let previous: UnsafeMutablePointer<UInt16>
  private let tokens: UnsafeMutablePointer<UInt32>
  private var literalFrequencies = [UInt32](repeating: 0, count: 288)
  private var distanceFrequencies = [UInt32](repeating: 0, count: 30)
  private var literalLengths = [UInt8](repeating: 0, count: 288)
  private var distanceLengths = [UInt8](repeating: 0, count: 30)
  private var lengths = HuffmanLengths()

  /// Makes an encoder for many blocks.
  package init() {
    heads = .allocate(capacity: 1 << Self.hashBits)
    previous = .allocate(capacity: Self.limit + 1)
    tokens = .allocate(capacity: Self.limit + 1)
  }

  deinit {
    heads.deallocate()
    previous.deallocate()
    tokens.deallocate()
  }

  /// Encodes the input as one complete stream; nil when it doesn't fit or would grow.
  package mutating func encode(
    _ input: UnsafeRawBufferPointer,
    into output: UnsafeMutableRawBufferPointer
  ) -> Int? {
    guard input.count > 0, input.count <= Self.limit, let source = input.baseAddress else {
      return nil
    }
    let count = findTokens(source, input.count)
    literalFrequencies[256] = 1
    lengths.fill(&literalLengths, from: literalFrequencies, limit: 15)
    lengths.fill(&distanceLengths, from: distanceFrequencies, limit: 15)
    let header = CodeLengthHeader(literalLengths, distanceLengths, &lengths)
    var bits = 3 + header.bits
    for symbol in 0..<286 {
      bits +=
        Int(literalFrequencies[symbol]) * (Int(literalLengths[symbol]) + Self.extraBits(symbol))
    }
    for symbol in 0..<30 {
      let extra = symbol < 4 ? 0 : symbol / 2 - 1
      bits += Int(distanceFrequencies[symbol]) * (Int(distanceLengths[symbol]) + extra)
    }
    let size = (bits + 7) / 8
    guard size + 8 <= output.count, size < input.count, let target = output.baseAddress else {
      return nil
    }
    var writer = BitWriter(target)
    // The last block, with codes of its own.
    writer.put(1 | 2 << 1, 3)
    header.write(to: &writer)
    write(count, to: &writer)
    return writer.finish()
  }

  private static func extraBits(_ symbol: Int) -> Int {
    symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
  }

  // MARK: - Matches

  /// Splits the input into literals and matches, with their frequencies; returns how many.
  ///
  /// A token is a byte, or with the top bit set a length less 3 (8 bits from bit 16) and a distance
  /// less 1.
  private mutating func findTokens(_ source: UnsafeRawPointer, _ count: Int) -> Int {
    for symbol in 0..<288 { literalFrequencies[symbol] = 0 }
    for symbol in 0..<30 { distanceFrequencies[symbol] = 0 }
    heads.update(repeating: Self.none, count: 1 << Self.hashBits)
    let heads = heads
    let previous = previous
    let tokens = tokens
    return literalFrequencies.withUnsafeMutableBufferPointer { literals in
      distanceFrequencies.withUnsafeMutableBufferPointer { distances in
        Self.findTokens(source, count, heads, previous, tokens, literals, distances)
      }
    }
  }

  private static func findTokens(
    _ source: UnsafeRawPointer,
    _ count: Int,
    _ heads: UnsafeMutablePointer<UInt16>,
    _ previous: UnsafeMutablePointer<UInt16>,
    _ tokens: UnsafeMutablePointer<UInt32>,
    _ literals: UnsafeMutableBufferPointer<UInt32>,
    _ distances: UnsafeMutableBufferPointer<UInt32>
  ) -> Int {
    // Four bytes are hashed, so the last three have no places.
    let end = count &- 3
    var used = 0
    var i = 0
    var length = 0
    var distance = 0
    var hasMatch = false
    while i < count {
      if !hasMatch {
        length = 0
        if i < end {
          let candidate = insert(i, source, heads, previous)
          find(i, candidate, source, count, previous, &length, &distance)
        }
      }
      hasMatch = false
      if length < 4 {
        let byte = source.load(fromByteOffset: i, as: UInt8.self)
        literals[Int(byte)] &+= 1
        tokens[used] = UInt32(byte)
        used &+= 1
        i &+= 1
        continue
      }
      var next = i &+ 1
      if length < enough, next < end {
        let candidate = insert(next, source, heads, previous)
        var nextLength = length &- 1
        var nextDistance = 0
        find(next, candidate, source, count, previous, &nextLength, &nextDistance)
        next &+= 1
        // One byte later a match that is longer, or as long and much nearer, is worth a literal.
        if nextDistance > 0,
          4 &* (nextLength &- length) &+ (bits(distance) &- bits(nextDistance)) > 2
        {
          let byte = source.load(fromByteOffset: i, as: UInt8.self)
          literals[Int(byte)] &+= 1
          tokens[used] = UInt32(byte)
          used &+= 1
          i &+= 1
          length = nextLength
          distance = nextDistance
          hasMatch = true
          continue
        }
      }
      literals[lengthSymbol(length)] &+= 1
      distances[distanceSymbol(distance)] &+= 1
      tokens[used] = 1 << 31 | UInt32(length &- 3) << 16 | UInt32(distance &- 1)
      used &+= 1
      i &+= length
      let last = min(i, end)
      if length > 32 {
        // What follows a long match is found by its ends.
        let head = min(i &- length &+ 8, last)
        while next < head {
          _ = insert(next, source, heads, previous)
          next &+= 1
        }
        next = max(next, last &- 16)
      }
      while next < last {
        _ = insert(next, source, heads, previous)
        next &+= 1
      }
    }
    return used
  }

  @inline(__always)
  private static func bits(_ x: Int) -> Int { Int.bitWidth &- x.leadingZeroBitCount }

  /// Enters a place and returns the one with the same hash before it.
  @inline(__always)
  private static func insert(
    _ i: Int,
    _ source: UnsafeRawPointer,
    _ heads: UnsafeMutablePointer<UInt16>,
    _ previous: UnsafeMutablePointer<UInt16>
  ) -> UInt16 {
    let word = source.loadUnaligned(fromByteOffset: i, as: UInt32.self)
    let hash = Int((word &* 0x9E37_79B1) &>> (32 &- hashBits))
    let before = heads[hash]
    previous[i] = before
    heads[hash] = UInt16(truncatingIfNeeded: i)
    return before
  }

  /// Finds a match longer than `length`.
  @inline(__always)
  private static func find(
    _ i: Int,
    _ first: UInt16,
    _ source: UnsafeRawPointer,
    _ count: Int,
    _ previous: UnsafeMutablePointer<UInt16>,
    _ length: inout Int,
    _ distance: inout Int
  ) {
    let room = min(longest, count &- i)
    if length >= room { return }
    var best = max(length, 3)
    let oldest = i &- window
    var candidate = Int(first)
    var left = chain
    let here = source + i
    var found = 0
    while candidate != Int(none), candidate >= oldest, left > 0 {
      left &-= 1
      let there = source + candidate
      // The bytes that would make it longer first: most candidates end here.
      if there.loadUnaligned(fromByteOffset: best &- 3, as: UInt32.self)
        == here.loadUnaligned(fromByteOffset: best &- 3, as: UInt32.self)
      {
        let n = common(there, here, room)
        if n > best {
          best = n
          found = i &- candidate
          if n >= room || n >= enough { break }
        }
      }
      candidate = Int(previous[candidate])
    }
    if found > 0 {
      length = best
      distance = found
    }
  }

  /// How many bytes two places have in common, at most `room`.
  @inline(__always)
  private static func common(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ room: Int) -> Int {
    var n = 0
    while n &+ 8 <= room {
      let x = a.loadUnaligned(fromByteOffset: n, as: UInt64.self)
      let y = b.loadUnaligned(fromByteOffset: n, as: UInt64.self)
      if x != y {
        return n &+ (UInt64(littleEndian: x) ^ UInt64(littleEndian: y)).trailingZeroBitCount / 8
      }
      n &+= 8
    }
    while n < room,
      a.load(fromByteOffset: n, as: UInt8.self) == b.load(fromByteOffset: n, as: UInt8.self)
    {
      n &+= 1
    }
    return n
  }

  // MARK: - Symbols

  /// The symbol of a match's length (RFC 1951 §3.2.5).
  @inline(__always)
  private static func lengthSymbol(_ length: Int) -> Int {
    let x = length &- 3
    if x < 8 { return 257 &+ x }
    if length == longest { return 285 }
    let top = bits(x) &- 3
    return 261 &+ 4 &* top &+ (x &>> top) &- 4
  }

  @inline(__always)
  private static func distanceSymbol(_ distance: Int) -> Int {
    let x = distance &- 1
    if x < 4 { return x }
    let top = bits(x) &- 2
    return 2 &* top &+ (x &>> top)
  }

  private func write(_ count: Int, to writer: inout BitWriter) {
    let literals = HuffmanCodes(literalLengths)
    let distances = HuffmanCodes(distanceLengths)
    literals.codes.withUnsafeBufferPointer { literals in
      distances.codes.withUnsafeBufferPointer { distances in
        for place in 0..<count {
          let token = tokens[place]
          if token < 256 {
            writer.put(literals[Int(token)])
            continue
          }
          let x = Int(token &>> 16 & 255)
          let symbol = Self.lengthSymbol(x &+ 3)
          writer.put(literals[symbol])
          if x >= 8, symbol != 285 {
            let top = Self.bits(x) &- 3
            writer.put(UInt64(x & (1 &<< top &- 1)), top)
          }
          let d = Int(token & 0x7FFF)
          let code = Self.distanceSymbol(d &+ 1)
          writer.put(distances[code])
          if d >= 4 {
            let top = Self.bits(d) &- 2
            writer.put(UInt64(d & (1 &<< top &- 1)), top)
          }
        }
        writer.put(literals[256])
      }
    }
  }
}

/// The codes of a set of lengths, their bits in the order in which they are written.
private struct HuffmanCodes {
  /// The code in the low 16 bits, its length above them.
  var codes: [UInt32]

  init(_ lengths: [UInt8]) {
    var next = [UInt32](repeating: 0, count: 17)
    for length in lengths where length > 0 { next[Int(length) + 1] += 1 }
    // next[n + 1] counts codes of length n; the first code of a length follows from the shorter.
    var first: UInt32 = 0
    var starts = [UInt32](repeating: 0, count: 16)
    for length in 1...15 {
      first = (first + (length > 1 ? next[length] : 0)) << 1
      starts[length] = first
    }
    codes = lengths.map { length in
      if length == 0 { return 0 }
      let code = starts[Int(length)]
      starts[Int(length)] += 1
      var reversed: UInt32 = 0
      for bit in 0..<UInt32(length) where code >> bit & 1 == 1 {
        reversed |= 1 << (UInt32(length) - 1 - bit)
      }
      return reversed | UInt32(length) << 16
    }
  }
}

/// The lengths of both codes, themselves coded (RFC 1951 §3.2.7).
private struct CodeLengthHeader {
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private var symbols: [(symbol: Int, extra: Int)] = []
  private var lengths = [UInt8](repeating: 0, count: 19)
  private let literals: Int
  private let distances: Int
  private var used: Int
  /// How many bits it takes.
  private(set) var bits: Int

  init(_ literal: [UInt8], _ distance: [UInt8], _ huffman: inout HuffmanLengths) {
    literals = max(257, (literal.lastIndex { $0 > 0 } ?? 0) + 1)
    distances = max(1, (distance.lastIndex { $0 > 0 } ?? 0) + 1)
    let all = Array(literal[..<literals]) + Array(distance[..<distances])
    var frequencies = [UInt32](repeating: 0, count: 19)
    var i = 0
    while i < all.count {
      var run = 1
      while i + run < all.count, all[i + run] == all[i] { run += 1 }
      var left = run
      if all[i] == 0 {
        while left >= 11 {
          let n = min(left, 138)
          symbols.append((18, n - 11))
          left -= n
        }
        if left >= 3 {
          symbols.append((17, left - 3))
          left = 0
        }
      } else {
        symbols.append((Int(all[i]), 0))
        left -= 1
        while left >= 3 {
          let n = min(left, 6)
          symbols.append((16, n - 3))
          left -= n
        }
      }
      for _ in 0..<left { symbols.append((Int(all[i]), 0)) }
      i += run
    }
    for (symbol, _) in symbols { frequencies[symbol] += 1 }
    huffman.fill(&lengths, from: frequencies, limit: 7)
    used = 19
    while used > 4, lengths[Self.order[used - 1]] == 0 { used -= 1 }
    bits = 14 + 3 * used
    for (symbol, _) in symbols { bits += Int(lengths[symbol]) + Self.extraBits(symbol) }
  }

  private static func extraBits(_ symbol: Int) -> Int {
    switch symbol {
    case 16: 2
    case 17: 3
    case 18: 7
    default: 0
    }
  }

  func write(to writer: inout BitWriter) {
    writer.put(UInt64(literals - 257), 5)
    writer.put(UInt64(distances - 1), 5)
    writer.put(UInt64(used - 4), 4)
    for place in 0..<used { writer.put(UInt64(lengths[Self.order[place]]), 3) }
    let codes = HuffmanCodes(lengths).codes
    for (symbol, extra) in symbols {
      writer.put(codes[symbol])
      writer.put(UInt64(extra), Self.extraBits(symbol))
    }
  }
}

/// Writes bits from the lowest on; the room for all of them, and 8 bytes more, is the caller's to
/// prove.
private struct BitWriter {
  private let start: UnsafeMutableRawPointer
  private var target: UnsafeMutableRawPointer
  private var held: UInt64 = 0
  private var count = 0

  init(_ target: UnsafeMutableRawPointer) {
    start = target
    self.target = target
  }

  /// Writes a code with its length above bit 16.
  @inline(__always)
  mutating func put(_ code: UInt32) { put(UInt64(code & 0xFFFF), Int(code &>> 16)) }

  /// Writes at most 16 bits.
  @inline(__always)
  mutating func put(_ bits: UInt64, _ length: Int) {
    held |= bits &<< UInt64(count)
    count &+= length
    if count >= 32 {
      target.storeBytes(of: UInt32(truncatingIfNeeded: held).littleEndian, as: UInt32.self)
      target += 4
      held &>>= 32
      count &-= 32
    }
  }

  /// Writes what is held and returns the number of bytes.
  mutating func finish() -> Int {
    while count > 0 {
      target.storeBytes(of: UInt8(truncatingIfNeeded: held), as: UInt8.self)
      target += 1
      held >>= 8
      count -= 8
    }
    return target - start
  }
}
