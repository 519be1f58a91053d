import ByteKit

/// A small number that stands for a repeated text.
public struct Symbol: Sendable, Hashable {
  /// Its place in the table.
  public var index: Int32
  /// No text at all.
  @inlinable public static var none: Symbol { Symbol(index: -1) }

  /// The symbol at a place of its table.
  @inlinable public init(index: Int32) { self.index = index }

  /// Whether there is no text.
  @inlinable public var isNone: Bool { index < 0 }
}

/// Interns the raw bytes of a field and keeps what they mean beside them.
///
/// Looking up bytes seen before costs one hash and one comparison; the meaning (entities decoded,
/// names shortened) is worked out once per distinct run of bytes.
public struct SymbolTable: ~Copyable {
  struct Entry {
    var hash: UInt64
    var raw: Range<Int>
    var text: Range<Int>
    var flags: UInt8
  }

  private var entries: [Entry] = []
  private var slots: [Int32]
  private var bytes = ByteBuffer(capacity: 4096)
  private var last: Int32 = -1

  /// An empty table.
  public init() { slots = [Int32](repeating: -1, count: 64) }

  /// Whether any symbol has flags.
  public private(set) var hasFlags = false

  /// How many symbols there are.
  public var count: Int { entries.count }
  /// How many bytes of text are kept.
  public var byteCount: Int { bytes.count }

  /// Forgets everything; symbols given out before are void.
  public mutating func removeAll() {
    entries.removeAll()
    hasFlags = false
    slots = [Int32](repeating: -1, count: 64)
    bytes.removeAll()
    last = -1
  }

  /// The symbol of the raw bytes of `range`, or nil when they are new.
  @inline(__always)
  public mutating func find(_ source: Span<UInt8>, _ range: Range<Int>) -> Symbol? {
    // Exports are grouped, so the same text as a moment ago is the common case.
    if last >= 0, matches(entries[Int(last)].raw, source, range) { return Symbol(index: last) }
    return findByHash(source, range)
  }

  @inline(never)
  private mutating func findByHash(_ source: Span<UInt8>, _ range: Range<Int>) -> Symbol? {
    let hash = hashBytes(source, range)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      let index = slots[slot]
      let entry = entries[Int(index)]
      if entry.hash == hash, matches(entry.raw, source, range) {
        last = index
        return Symbol(index: index)
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds raw bytes and the text they stand for; `flags` say what is odd each time they occur.
  public mutating func add(
    _ source: Span<UInt8>,
    _ range: Range<Int>,
    text: Span<UInt8>,
    flags: UInt8 = 0
  ) -> Symbol {
    let rawStart = bytes.count
    bytes.append(source, range)
    let textStart = bytes.count
    bytes.append(text)
    let index = Int32(entries.count)
    entries.append(
      Entry(
        hash: hashBytes(source, range),
        raw: rawStart..<textStart,
        text: textStart..<bytes.count,
        flags: flags
      )
    )
    if flags != 0 { hasFlags = true }
    if entries.count * 2 > slots.count { rehash() } else { insert(index) }
    last = index
    return Symbol(index: index)
  }

  /// The symbol of a text that stands for itself.
  public mutating func intern(_ text: String) -> Symbol {
    let bytes = [UInt8](text.utf8)
    return find(bytes.span, 0..<bytes.count)
      ?? add(bytes.span, 0..<bytes.count, text: bytes.span)
  }

  /// What is odd each time the symbol's bytes occur.
  public func flags(of symbol: Symbol) -> UInt8 {
    symbol.isNone ? 0 : entries[Int(symbol.index)].flags
  }

  /// Whether nothing is odd about the symbol's bytes.
  public func isPlain(_ symbol: Symbol) -> Bool { flags(of: symbol) == 0 }

  /// The text of a symbol; empty for `Symbol.none`.
  public func text(_ symbol: Symbol) -> String {
    symbol.isNone ? "" : bytes.span.text(entries[Int(symbol.index)].text)
  }

  /// Whether a symbol stands for no text at all.
  public func isEmpty(_ symbol: Symbol) -> Bool {
    symbol.isNone || entries[Int(symbol.index)].text.isEmpty
  }

  /// Appends the text of a symbol.
  public func append(_ symbol: Symbol, to out: inout ByteBuffer) {
    guard !symbol.isNone else { return }
    out.append(bytes.span, entries[Int(symbol.index)].text)
  }

  @inline(__always)
  private func matches(_ raw: Range<Int>, _ source: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let n = range.count
    guard raw.count == n else { return false }
    let mine = bytes.span
    var a = raw.lowerBound
    var b = range.lowerBound
    let end = range.upperBound
    while b &+ 8 <= end {
      if mine.word(at: a) != source.word(at: b) { return false }
      a &+= 8
      b &+= 8
    }
    while b < end {
      if mine[unchecked: a] != source[unchecked: b] { return false }
      a &+= 1
      b &+= 1
    }
    return true
  }

  private mutating func insert(_ index: Int32) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: entries[Int(index)].hash) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = index
  }

  private mutating func rehash() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for index in entries.indices { insert(Int32(index)) }
  }
}

/// A hash of bytes that is quick for short runs; not meant to withstand an adversary beyond a slow
/// run.
func hashBytes(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
  var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: range.count)
  var i = range.lowerBound
  while i &+ 8 <= range.upperBound {
    hash = mix(hash ^ bytes.word(at: i))
    i &+= 8
  }
  if i < range.upperBound {
    hash = mix(hash ^ bytes.word(at: i, length: range.upperBound &- i))
  }
  return hash ^ (hash &>> 32)
}

@inline(__always)
private func mix(_ x: UInt64) -> UInt64 {
  let product = x.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
  return product.high ^ product.low
}
