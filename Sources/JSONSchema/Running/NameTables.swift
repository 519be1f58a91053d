import ByteKit

/// Hash tables of names, all in one set of arrays.
struct NameTables: Sendable {
  /// A name: its length and its first and last eight bytes, which tell most names apart.
  struct Entry: Sendable {
    var head: UInt64
    var tail: UInt64
    var start: Int32
    var count: Int32
    /// The schema of the property, for a table of properties.
    var node: Int32 = -1
    /// The bit of the name among those of its object; -1 when it needs none or all are taken.
    var bit: Int32 = -1
  }

  private struct Table: Sendable {
    /// The table's first entry.
    var entries: Int32
    var slots: Int32
    var mask: Int32
  }

  private(set) var entries: [Entry] = []
  private var slots: [Int32] = []
  private var tables: [Table] = []
  private var bytes: [UInt8] = []

  /// Builds a table of names that differ.
  ///
  /// The entries follow each other in their order.
  mutating func add(_ names: [(name: [UInt8], node: Int32, bit: Int32)]) -> Int32 {
    var capacity = 4
    while capacity < 2 * names.count { capacity *= 2 }
    let table = Table(
      entries: Int32(entries.count),
      slots: Int32(slots.count),
      mask: Int32(capacity - 1)
    )
    slots.append(contentsOf: repeatElement(-1, count: capacity))
    for (name, node, bit) in names {
      let (head, tail) = Self.ends(name.span, 0..<name.count)
      var slot = Self.hash(head, tail, name.count) & Int(table.mask)
      while slots[Int(table.slots) + slot] >= 0 { slot = (slot + 1) & Int(table.mask) }
      slots[Int(table.slots) + slot] = Int32(entries.count)
      let entry = Entry(
        head: head,
        tail: tail,
        start: Int32(bytes.count),
        count: Int32(name.count),
        node: node,
        bit: bit
      )
      entries.append(entry)
      bytes.append(contentsOf: name)
    }
    tables.append(table)
    return Int32(tables.count - 1)
  }

  /// The entry of a name; -1 when the table does not have it.
  @inline(__always)
  func find(_ name: Span<UInt8>, _ range: Range<Int>, in table: Int32) -> Int {
    let table = tables[Int(table)]
    let (head, tail) = Self.ends(name, range)
    var slot = Self.hash(head, tail, range.count) & Int(table.mask)
    while true {
      let index = Int(slots[Int(table.slots) &+ slot])
      if index < 0 { return -1 }
      let entry = entries[index]
      if entry.head == head, entry.tail == tail, Int(entry.count) == range.count,
        range.count <= 16 || hasSameMiddle(entry, name, range)
      {
        return index
      }
      slot = (slot &+ 1) & Int(table.mask)
    }
  }

  /// The entry that has a bit; bits are given out in the order of the entries.
  func entry(_ bit: Int32, in table: Int32) -> Int { Int(tables[Int(table)].entries + bit) }

  /// The first entry of a table.
  func firstEntry(of table: Int32) -> Int { Int(tables[Int(table)].entries) }

  /// Whether an entry has these bytes.
  func equals(_ index: Int, _ name: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let entry = entries[index]
    guard Int(entry.count) == range.count else { return false }
    for i in 0..<range.count where bytes[Int(entry.start) + i] != name[range.lowerBound + i] {
      return false
    }
    return true
  }

  /// The text of an entry.
  func text(_ index: Int) -> String {
    let entry = entries[index]
    return String(decoding: bytes[Int(entry.start)..<Int(entry.start + entry.count)], as: UTF8.self)
  }

  private func hasSameMiddle(_ entry: Entry, _ name: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let known = bytes.span
    var i = 8
    while i < range.count &- 8 {
      let length = min(8, range.count &- i)
      if known.word(at: Int(entry.start) &+ i, length: length)
        != name.word(at: range.lowerBound &+ i, length: length)
      {
        return false
      }
      i &+= 8
    }
    return true
  }

  @inline(__always)
  private static func ends(_ bytes: Span<UInt8>, _ range: Range<Int>) -> (UInt64, UInt64) {
    let count = range.count
    if count > 8 {
      return (bytes.word(at: range.lowerBound), bytes.word(at: range.upperBound &- 8))
    }
    return (count == 0 ? 0 : bytes.word(at: range.lowerBound, length: count), 0)
  }

  @inline(__always)
  private static func hash(_ head: UInt64, _ tail: UInt64, _ count: Int) -> Int {
    let mixed =
      (head ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
      ^ tail &* 0xC2B2_AE3D_27D4_EB4F
    return Int(truncatingIfNeeded: (mixed ^ mixed &>> 29) &>> 3)
  }
}
