import ByteKit

/// The records of one sorted stream, one at a time.
struct RecordStream {
  let snapshot: Int
  let input: Int
  private let source: any BlockSource
  private(set) var block: RecordBlock
  private(set) var index = 0
  /// The present record; meaningless at the end.
  private(set) var entry: MergeEntry

  /// A stream with its first record; nil when there is none.
  init?(_ source: any BlockSource, input: Int, snapshot: Int) throws(MergeInterruption) {
    var first: RecordBlock?
    repeat { first = try source.next() } while first?.entries.isEmpty == true
    guard let first else { return nil }
    self.source = source
    self.input = input
    self.snapshot = snapshot
    block = first
    entry = first.entries[0]
  }

  /// Goes on to the next record; false at the end.
  @inline(__always)
  mutating func advance() throws(MergeInterruption) -> Bool {
    index &+= 1
    if index < block.entries.count {
      entry = block.entries[index]
      return true
    }
    return try nextBlock()
  }

  @inline(never)
  private mutating func nextBlock() throws(MergeInterruption) -> Bool {
    repeat {
      guard let next = try source.next() else { return false }
      block = next
    } while block.entries.isEmpty
    index = 0
    entry = block.entries[0]
    return true
  }
}

/// Sorted streams, the one with the smallest record on top.
struct StreamHeap {
  private(set) var streams: [RecordStream] = []
  private var heap: [Int] = []

  mutating func add(_ stream: RecordStream) {
    streams.append(stream)
    heap.append(streams.count - 1)
    var i = heap.count - 1
    while i > 0, precedes(heap[i], heap[(i - 1) / 2]) {
      heap.swapAt(i, (i - 1) / 2)
      i = (i - 1) / 2
    }
  }

  /// The number of the stream with the smallest record.
  var top: Int? { heap.first }

  /// Takes the top record away.
  @inline(__always)
  mutating func advanceTop() throws(MergeInterruption) {
    let top = heap[0]
    if try !streams[top].advance() {
      let last = heap.removeLast()
      if heap.isEmpty { return }
      heap[0] = last
    }
    siftDown()
  }

  @inline(__always)
  private func precedes(_ a: Int, _ b: Int) -> Bool {
    let x = streams[a].entry
    let y = streams[b].entry
    if x.start != y.start { return x.start < y.start }
    if x.end != y.end { return x.end < y.end }
    return keyPrecedes(a, b)
  }

  @inline(never)
  private func keyPrecedes(_ a: Int, _ b: Int) -> Bool {
    let first = streams[a].block.bytes
    let second = streams[b].block.bytes
    let order = compareBytes(
      first.span,
      streams[a].entry.key,
      second.span,
      streams[b].entry.key
    )
    return order != 0 ? order < 0 : a < b
  }

  private mutating func siftDown() {
    var i = 0
    let count = heap.count
    while true {
      let left = 2 * i + 1
      if left >= count { return }
      var least = left
      if left + 1 < count, precedes(heap[left + 1], heap[left]) { least = left + 1 }
      if !precedes(heap[least], heap[i]) { return }
      heap.swapAt(i, least)
      i = least
    }
  }
}
