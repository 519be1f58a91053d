// A binary heap in an array: what comes first is at 0, and nothing comes before its parent.
extension Array {
  /// Brings the element at an index above those that it comes before.
  @inlinable
  public mutating func siftUp(_ start: Int, by precedes: (Element, Element) -> Bool) {
    var index = start
    while index > 0, precedes(self[index], self[(index - 1) / 2]) {
      swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Brings the element at an index below those that come before it.
  @inlinable
  public mutating func siftDown(_ start: Int, by precedes: (Element, Element) -> Bool) {
    var index = start
    while true {
      var first = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < count && precedes(self[child], self[first]) {
        first = child
      }
      if first == index { return }
      swapAt(index, first)
      index = first
    }
  }

  /// Takes the first element of a heap away.
  @inlinable
  public mutating func popHeap(by precedes: (Element, Element) -> Bool) -> Element? {
    guard !isEmpty else { return nil }
    swapAt(0, count - 1)
    let first = removeLast()
    siftDown(0, by: precedes)
    return first
  }
}
