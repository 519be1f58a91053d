/// Works out code lengths for deflate's Huffman codes (RFC 1951 §3.2.2): optimal, then limited.
struct HuffmanLengths {
  // Room for the largest alphabet, 288 symbols, reused from block to block.
  private var order: [UInt32] = []
  private var weights = [UInt32](repeating: 0, count: 2 * 288)
  private var parents = [UInt16](repeating: 0, count: 2 * 288)
  private var depths = [UInt8](repeating: 0, count: 2 * 288)

  /// Fills the lengths of all symbols; symbols that don't occur get 0.
  ///
  /// A code of one symbol has the length 1.
  mutating func fill(_ lengths: inout [UInt8], from frequencies: [UInt32], limit: Int) {
    order.removeAll(keepingCapacity: true)
    for symbol in frequencies.indices {
      lengths[symbol] = 0
      // Frequency above, symbol below, so that one sort orders both.
      if frequencies[symbol] > 0 { order.append(frequencies[symbol] << 9 | UInt32(symbol)) }
    }
    guard order.count > 1 else {
      if let only = order.first { lengths[Int(only & 511)] = 1 }
      return
    }
    order.sort()
    var counts = countLengths(limit)
    // The rarest symbols get the longest codes.
    var next = 0
    for length in stride(from: limit, to: 0, by: -1) {
      while counts[length] > 0 {
        lengths[Int(order[next] & 511)] = UInt8(length)
        next += 1
        counts[length] -= 1
      }
    }
  }

  /// How many codes of each length there are: the tree is built from two queues, leaves and joined
  /// nodes, both in the order of their weights.
  private mutating func countLengths(_ limit: Int) -> [Int] {
    let leaves = order.count
    for i in 0..<leaves { weights[i] = order[i] >> 9 }
    var leaf = 0
    var joined = leaves
    for node in leaves..<2 * leaves - 1 {
      var weight: UInt32 = 0
      for _ in 0..<2 {
        let child: Int
        if joined == node || leaf < leaves && weights[leaf] <= weights[joined] {
          child = leaf
          leaf += 1
        } else {
          child = joined
          joined += 1
        }
        weight &+= weights[child]
        parents[child] = UInt16(node)
      }
      weights[node] = weight
    }
    var counts = [Int](repeating: 0, count: limit + 1)
    depths[2 * leaves - 2] = 0
    var excess = -(1 << limit)
    for node in stride(from: 2 * leaves - 3, through: 0, by: -1) {
      depths[node] = min(depths[Int(parents[node])] + 1, 200)
      if node < leaves {
        let length = min(Int(depths[node]), limit)
        counts[length] += 1
        excess += 1 << (limit - length)
      }
    }
    // Each step takes a code of the longest length beside a shorter one that makes room for both.
    while excess > 0 {
      var length = limit - 1
      while counts[length] == 0 { length -= 1 }
      counts[length] -= 1
      counts[length + 1] += 2
      counts[limit] -= 1
      excess -= 1
    }
    return counts
  }
}
