import JSONCodec

/// A parsed text: its tokens and the bytes that they point into.
struct Instance: ~Escapable {
  let tokens: Span<JSONToken>
  let bytes: Span<UInt8>

  @_lifetime(copy tokens, copy bytes)
  init(_ tokens: Span<JSONToken>, _ bytes: Span<UInt8>) {
    self.tokens = tokens
    self.bytes = bytes
  }

  /// The token after the value that follows a key, or after an element.
  @inline(__always)
  func next(_ index: Int) -> Int { Int(tokens[index].next) }

  /// The number of elements of an array or members of an object.
  func childCount(_ index: Int) -> Int {
    let container = tokens[index]
    let step = container.kind == .objectStart ? 1 : 0
    var count = 0
    var child = index + 1
    while child < container.next {
      count += 1
      child = next(child + step)
    }
    return count
  }
}
