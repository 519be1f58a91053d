extension JSONTape {
  /// The index of the value under a key, the first one if the key is repeated.
  ///
  /// Walks the members, so it suits a handful of look-ups; to read many keys walk them once.
  public func value(
    forKey key: StaticString,
    inObjectAt index: Int,
    of bytes: Span<UInt8>
  ) -> Int? {
    key.withUTF8Buffer { value(forKey: $0.span, inObjectAt: index, of: bytes) }
  }

  /// The index of the value under a key given as bytes, the first one if the key is repeated.
  public func value(
    forKey key: Span<UInt8>,
    inObjectAt index: Int,
    of bytes: Span<UInt8>
  ) -> Int? {
    let object = tokens[index]
    guard object.kind == .objectStart else { return nil }
    var i = index + 1
    while i < object.next {
      if tokens[i].equals(key, in: bytes) { return i + 1 }
      i = Int(tokens[i + 1].next)
    }
    return nil
  }

  /// The index of the first key that its object already has, if any.
  ///
  /// Keys count as equal when their bytes are, once unescaped. Small objects without repeated keys
  /// cost a few operations a key.
  public func duplicateKey(inObjectAt index: Int, of bytes: Span<UInt8>) -> Int? {
    let object = tokens[index]
    guard object.kind == .objectStart else { return nil }
    // A key is compared with others only if one of the same length and ends was seen.
    var seen: UInt64 = 0
    var count = 0
    var i = index + 1
    while i < object.next {
      let key = tokens[i]
      let range = key.range
      if key.hasEscapes || count > 64 { return duplicateBySet(from: index, of: bytes) }
      if !range.isEmpty {
        let ends = Int(bytes[range.lowerBound]) &* 5 &+ Int(bytes[range.upperBound - 1])
        let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: (ends &+ range.count &* 11) & 63)
        if seen & bit != 0, isRepeated(key, from: index + 1, to: i, bytes) { return i }
        seen |= bit
      } else if isRepeated(key, from: index + 1, to: i, bytes) {
        return i
      }
      count += 1
      i = Int(tokens[i + 1].next)
    }
    return nil
  }

  private func isRepeated(
    _ key: JSONToken,
    from first: Int,
    to last: Int,
    _ bytes: Span<UInt8>
  ) -> Bool {
    var i = first
    while i < last {
      if sameBytes(bytes, tokens[i].range, bytes, key.range) { return true }
      i = Int(tokens[i + 1].next)
    }
    return false
  }

  private func duplicateBySet(from index: Int, of bytes: Span<UInt8>) -> Int? {
    var seen: Set<[UInt8]> = []
    var i = index + 1
    while i < tokens[index].next {
      var key: [UInt8] = []
      unescapeJSON(bytes, tokens[i].range, into: &key)
      if !seen.insert(key).inserted { return i }
      i = Int(tokens[i + 1].next)
    }
    return nil
  }

  /// Whether the string or key at an index, once unescaped, is exactly this text.
  public func equals(_ index: Int, _ text: StaticString, in bytes: Span<UInt8>) -> Bool {
    tokens[index].equals(text, in: bytes)
  }

  /// The text of the string, key or scalar at an index; for what is kept or rare.
  public func text(at index: Int, in bytes: Span<UInt8>) -> String {
    let token = tokens[index]
    var plain: [UInt8] = []
    if token.hasEscapes {
      unescapeJSON(bytes, token.range, into: &plain)
    } else {
      appendBytes(bytes, token.range, to: &plain)
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// Throws `notAnObject` unless the whole value is an object, as every line of a record file is.
  public func requireObject() throws(JSONError) {
    if let first = tokens.first, first.kind != .objectStart {
      throw JSONError(.notAnObject, at: first.offset)
    }
  }
}
