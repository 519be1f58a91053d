/// A growing run of bytes that hot loops append to without per-byte checks.
///
/// The invariant that makes the unchecked writes sound: `count <= capacity`, and every append first
/// makes room with `reserve(_:)` for all it writes.
public struct ByteBuffer: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  /// The number of bytes held.
  public private(set) var count: Int

  /// An empty buffer with room for `capacity` bytes.
  public init(capacity: Int = 256) {
    self.capacity = max(capacity, 64)
    base = .allocate(capacity: self.capacity)
    count = 0
  }

  deinit { base.deallocate() }

  /// The bytes held.
  public var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      let span = Span<UInt8>(_unsafeStart: base, count: count)
      return _overrideLifetime(span, borrowing: self)
    }
  }

  /// A copy of the bytes as an array.
  public var bytes: [UInt8] { [UInt8](UnsafeBufferPointer(start: base, count: count)) }

  /// Makes room for `extra` more bytes.
  @inlinable @inline(__always)
  public mutating func reserve(_ extra: Int) {
    if capacity &- count < extra { grow(extra) }
  }

  @usableFromInline @inline(never)
  mutating func grow(_ extra: Int) {
    let wanted = max(count + extra, capacity * 2)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: wanted)
    moved.update(from: base, count: count)
    base.deallocate()
    base = moved
    capacity = wanted
  }

  /// Forgets the bytes and keeps the room.
  public mutating func removeAll() { count = 0 }

  /// Keeps only the first `newCount` bytes.
  public mutating func truncate(to newCount: Int) {
    precondition(newCount <= count)
    count = newCount
  }

  /// Drops the first `n` bytes and moves the rest to the front.
  public mutating func removeFirst(_ n: Int) {
    precondition(n <= count)
    base.update(from: base + n, count: count - n)
    count -= n
  }

  /// Appends one byte.
  @inlinable @inline(__always)
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    setCount(count &+ 1)
  }

  /// Appends a range of a span.
  @inlinable @inline(__always)
  public mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    let n = range.count
    reserve(n &+ 16)
    let target = base + count
    bytes.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      copy(from: start + range.lowerBound, count: n, to: target)
    }
    setCount(count &+ n)
  }

  /// Appends all bytes of a span.
  @inlinable @inline(__always)
  public mutating func append(_ bytes: Span<UInt8>) { append(bytes, 0..<bytes.count) }

  /// Appends bytes that the buffer holds already.
  public mutating func appendCopy(of range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    reserve(range.count)
    (base + count).update(from: base + range.lowerBound, count: range.count)
    setCount(count + range.count)
  }

  /// Appends an array.
  public mutating func append(contentsOf bytes: [UInt8]) { append(bytes.span) }

  /// Appends the UTF-8 of a string.
  public mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { source in
      reserve(source.count)
      if let start = source.baseAddress { (base + count).update(from: start, count: source.count) }
      setCount(count + source.count)
    }
  }

  /// Appends the text of a literal.
  @inlinable @inline(__always)
  public mutating func append(_ text: StaticString) {
    let n = text.utf8CodeUnitCount
    reserve(n &+ 16)
    copy(from: text.utf8Start, count: n, to: base + count)
    setCount(count &+ n)
  }

  /// Lets `body` write up to `limit` bytes at the end and takes over as many as it returns.
  @inlinable @inline(__always)
  public mutating func append<E: Error>(
    upTo limit: Int,
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) {
    reserve(limit)
    let written = try body(UnsafeMutableRawBufferPointer(start: base + count, count: limit))
    precondition(written >= 0 && written <= limit)
    setCount(count &+ written)
  }

  /// Lets `body` read the bytes through a pointer, for system calls.
  public borrowing func withUnsafeBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  @usableFromInline @inline(__always)
  mutating func setCount(_ newCount: Int) { count = newCount }
}

/// Copies short runs in two overlapping words, which most fields are; long ones by `memcpy`.
///
/// `target` must have room for `count` rounded up to 16.
@inlinable @inline(__always)
func copy(from source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>) {
  let from = UnsafeRawPointer(source)
  let to = UnsafeMutableRawPointer(target)
  if count > 32 || count < 8 {
    if count < 8 {
      var i = 0
      while i < count {
        target[i] = source[i]
        i &+= 1
      }
    } else if count <= 256 {
      var i = 0
      while i &+ 16 <= count {
        to.storeBytes(
          of: from.loadUnaligned(fromByteOffset: i, as: SIMD16<UInt8>.self),
          toByteOffset: i,
          as: SIMD16<UInt8>.self
        )
        i &+= 16
      }
      let tail = from.loadUnaligned(fromByteOffset: count &- 16, as: SIMD16<UInt8>.self)
      to.storeBytes(of: tail, toByteOffset: count &- 16, as: SIMD16<UInt8>.self)
    } else {
      target.update(from: source, count: count)
    }
    return
  }
  if count <= 16 {
    let head = from.loadUnaligned(as: UInt64.self)
    let tail = from.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    to.storeBytes(of: head, as: UInt64.self)
    to.storeBytes(of: tail, toByteOffset: count &- 8, as: UInt64.self)
  } else {
    let head = from.loadUnaligned(as: SIMD16<UInt8>.self)
    let tail = from.loadUnaligned(fromByteOffset: count &- 16, as: SIMD16<UInt8>.self)
    to.storeBytes(of: head, as: SIMD16<UInt8>.self)
    to.storeBytes(of: tail, toByteOffset: count &- 16, as: SIMD16<UInt8>.self)
  }
}
