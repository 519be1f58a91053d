import ByteKit
import HealthModel
import XMLCodec

/// Collects the metadata of one record as a compact JSON object.
struct MetadataWriter {
  /// A pair: the symbol of its key and the JSON text of its value.
  struct Pair {
    var key: Symbol
    var value: ArenaSlice
  }

  private(set) var pairs: [Pair] = []

  /// Starts a record.
  mutating func begin() { pairs.removeAll(keepingCapacity: true) }

  /// Adds a pair whose value, as JSON text, is the end of the arena from `start` on.
  ///
  /// An identical pair seen before is dropped; returns false when the key was there with another
  /// value, which is kept too.
  mutating func add(_ key: Symbol, valueStart start: Int, batch: inout RecordBatch) -> Bool {
    let value = ArenaSlice(start: start, end: batch.arena.count)
    var isNew = true
    for pair in pairs where pair.key == key {
      if same(pair.value, value, batch.arena.span) {
        batch.arena.truncate(to: start)
        return true
      }
      isNew = false
    }
    pairs.append(Pair(key: key, value: value))
    return isNew
  }

  /// Writes the object into the arena.
  mutating func finish(into batch: inout RecordBatch) -> ArenaSlice {
    guard !pairs.isEmpty else { return .none }
    let start = batch.arena.count
    var isFirst = true
    for index in pairs.indices where !repeats(index) {
      batch.arena.append(isFirst ? "{" : ",")
      isFirst = false
      batch.symbols.key.append(pairs[index].key, to: &batch.arena)
      appendValues(of: index, to: &batch)
    }
    batch.arena.append("}")
    return ArenaSlice(start: start, end: batch.arena.count)
  }

  /// One value, or an array of all the values the key was given.
  private func appendValues(of index: Int, to batch: inout RecordBatch) {
    var isRepeated = false
    for later in pairs.indices where later > index && pairs[later].key == pairs[index].key {
      isRepeated = true
    }
    if isRepeated { batch.arena.append("[") }
    var isFirst = true
    for other in pairs.indices
    where other >= index && pairs[other].key == pairs[index].key && (isRepeated || other == index) {
      if !isFirst { batch.arena.append(",") }
      isFirst = false
      let range = pairs[other].value.range
      batch.arena.appendCopy(of: range)
    }
    if isRepeated { batch.arena.append("]") }
  }

  private func repeats(_ index: Int) -> Bool {
    for earlier in 0..<index where pairs[earlier].key == pairs[index].key { return true }
    return false
  }

  private func same(_ a: ArenaSlice, _ b: ArenaSlice, _ bytes: Span<UInt8>) -> Bool {
    guard a.length == b.length else { return false }
    for i in 0..<Int(a.length) where bytes[Int(a.start) + i] != bytes[Int(b.start) + i] {
      return false
    }
    return true
  }
}

extension AppleDecoder {
  /// Adds the MetadataEntry in `tag`.
  mutating func metadataEntry(_ bytes: Span<UInt8>, batch: inout RecordBatch) {
    var key = 0..<0
    var value = 0..<0
    for index in 0..<tag.attributeCount {
      let attribute = tag.attribute(index)
      if bytes.equals("key", at: attribute.name) {
        key = attribute.value
      } else if bytes.equals("value", at: attribute.name) {
        value = attribute.value
      }
    }
    metadataEntry(bytes, key: key, value: value, batch: &batch)
  }

  /// Adds the entry whose key and value are these attribute values.
  mutating func metadataEntry(
    _ bytes: Span<UInt8>,
    key: Range<Int>,
    value: Range<Int>,
    batch: inout RecordBatch
  ) {
    let symbol = symbolOfKey(bytes, key, batch: &batch)
    let start = batch.arena.count
    if bytes.isPlainJSONText(value), XMLText.isPlain(bytes, value) {
      batch.arena.append("\"")
      batch.arena.append(bytes, value)
      batch.arena.append("\"")
    } else {
      let text = decoded(bytes, value, batch: &batch)
      batch.arena.appendJSON(text)
    }
    if !metadata.add(symbol, valueStart: start, batch: &batch) {
      batch.findings.note(
        .metadataKeyRepeated,
        at: base &+ (key.isEmpty ? tag.name.lowerBound : key.lowerBound),
        bytes.text(key)
      )
    }
  }
}
