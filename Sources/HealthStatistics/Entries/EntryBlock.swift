import ByteKit
import HealthMerge

/// Entries in the order of their starts, packed: most take about ten bytes.
///
/// Each entry is its start after the one before, its duration, and its fields, all as variable
/// length integers (seven bits a byte, the lowest first). Times are whole seconds, or nanoseconds
/// when one of the block needs them.
struct EntryBlock: Sendable {
  /// The first start.
  var first: Instant
  /// The last start.
  var last: Instant
  /// Nanoseconds per unit of time.
  var step: Instant
  /// How many bytes it takes.
  var size: Int
  /// The bytes, unless they were spilled.
  var bytes: [UInt8]
  /// Where they lie in the temporary file.
  var offset = 0

  /// Packs entries, which must be sorted and not empty.
  init(_ entries: [Entry]) {
    first = entries[0].start
    last = entries[entries.count - 1].start
    let second: Instant = 1_000_000_000
    let isWhole = entries.allSatisfy { $0.start % second == 0 && $0.end % second == 0 }
    step = isWhole ? second : 1
    var packed: [UInt8] = []
    packed.reserveCapacity(entries.count * 12)
    var previous = first
    for entry in entries {
      Self.write((entry.start - previous).magnitude / step.magnitude, to: &packed)
      let duration = entry.duration
      Self.write(
        (duration.magnitude / step.magnitude) << 1 | (duration < 0 ? 1 : 0),
        to: &packed
      )
      Self.write(UInt128(entry.significand) << 1 | (entry.isNegative ? 1 : 0), to: &packed)
      let exponent = UInt16(bitPattern: entry.exponent &<< 1 ^ entry.exponent &>> 15)
      Self.write(UInt64(exponent), to: &packed)
      Self.write(UInt64(entry.priority), to: &packed)
      Self.write(UInt64(entry.series), to: &packed)
      Self.write(UInt64(entry.zone), to: &packed)
      Self.write(UInt64(entry.source), to: &packed)
      previous = entry.start
    }
    // A copy that is no larger than it need be.
    bytes = Array(packed[...])
    size = bytes.count
  }

  @inline(__always)
  private static func write(_ value: UInt128, to out: inout [UInt8]) {
    if value <= UInt128(UInt64.max) {
      write(UInt64(truncatingIfNeeded: value), to: &out)
      return
    }
    var rest = value
    while rest > 0x7F {
      out.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    out.append(UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always)
  private static func write(_ value: UInt64, to out: inout [UInt8]) {
    var rest = value
    while rest > 0x7F {
      out.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest &>>= 7
    }
    out.append(UInt8(truncatingIfNeeded: rest))
  }
}

/// Unpacks a block entry by entry.
struct EntryCursor {
  private var bytes: [UInt8]
  private var at = 0
  private var previous: Instant
  private var step: Instant

  /// Reads a block from its bytes.
  init(_ block: EntryBlock, _ bytes: [UInt8]) {
    self.bytes = bytes
    previous = block.first
    step = block.step
  }

  /// The next entry; nil at the end.
  mutating func next() -> Entry? {
    guard at < bytes.count else { return nil }
    let start = previous + Instant(read()) * step
    let duration = read()
    let length = Instant(duration >> 1) * step
    let number = read()
    let exponent = UInt16(truncatingIfNeeded: read())
    previous = start
    return Entry(
      start: start,
      end: duration & 1 == 1 ? start - length : start + length,
      significand: UInt64(truncatingIfNeeded: number >> 1),
      exponent: Int16(bitPattern: exponent &>> 1) ^ -Int16(bitPattern: exponent & 1),
      isNegative: number & 1 == 1,
      priority: UInt16(truncatingIfNeeded: read()),
      series: UInt32(truncatingIfNeeded: read()),
      zone: UInt16(truncatingIfNeeded: read()),
      source: UInt32(truncatingIfNeeded: read())
    )
  }

  @inline(__always)
  private mutating func read() -> UInt128 {
    // Nearly everything fits 64 bits.
    var low: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 63 {
      let byte = bytes[at]
      at &+= 1
      low |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return UInt128(low) }
      shift &+= 7
    }
    var value = UInt128(low)
    var wide: UInt128 = 63
    while true {
      let byte = bytes[at]
      at &+= 1
      value |= UInt128(byte & 0x7F) << wide
      if byte < 0x80 { return value }
      wide += 7
    }
  }
}
