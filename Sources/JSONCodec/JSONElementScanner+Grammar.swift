extension JSONElementScanner {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  // "records" with every letter as \uXXXX; a longer key is another key.
  private static let longestKey = 7 * 6

  /// Takes one byte between elements.
  mutating func step(_ byte: UInt8, _ at: Int) throws(JSONError) {
    switch state {
    case .mark:
      try stepMark(byte, at)
      return
    case .key, .keyEscape:
      stepKey(byte, at)
      return
    default: if ASCII.isBlank(byte) { return }
    }
    switch (state, byte) {
    case (.top, ASCII.recordSeparator), (.topEnd, ASCII.recordSeparator):
      recordSeparator = recordSeparator ?? at
    case (.top, ASCII.openBracket) where isFirst, (.topEnd, ASCII.openBracket): state = .arrayStart
    case (.top, ASCII.openBrace) where isFirst, (.topEnd, ASCII.openBrace):
      documentStart = at
      isObject = true
      hasRecords = false
      state = .objectStart
    case (.top, _): try startElement(.value, byte, at)
    case (.topEnd, _): throw JSONError(.textAfterValue, at: at)

    case (.arrayStart, ASCII.closeBracket), (.arrayNext, ASCII.closeBracket):
      state = isObject ? .objectNext : .topEnd
    case (.arrayNext, ASCII.comma): state = .arrayValue
    case (.arrayStart, _), (.arrayValue, _): try startElement(.record, byte, at)

    case (.objectStart, ASCII.closeBrace), (.objectNext, ASCII.closeBrace): finishObject(at + 1)
    case (.objectNext, ASCII.comma): state = .objectKey
    case (.objectStart, ASCII.quote), (.objectKey, ASCII.quote):
      key = (at + 1)..<(at + 1)
      keyBytes.removeAll(keepingCapacity: true)
      state = .key
    case (.colon, ASCII.colon): state = .memberValue
    case (.memberValue, ASCII.openBracket) where isRecordsKey:
      if hasRecords { throw JSONError(.duplicateKey, at: key.lowerBound - 1) }
      hasRecords = true
      elements.append(contentsOf: pending)
      pending = []
      state = .arrayStart
    case (.memberValue, _): try startElement(.member, byte, at)
    default: throw JSONError(.unexpectedCharacter, at: at)
    }
  }

  private mutating func stepMark(_ byte: UInt8, _ at: Int) throws(JSONError) {
    if byte == Self.mark[markLength] {
      markLength += 1
      if markLength == 3 {
        hasByteOrderMark = true
        state = .top
      }
    } else {
      guard markLength == 0 else { throw JSONError(.unexpectedCharacter, at: 0) }
      state = .top
      try step(byte, at)
    }
  }

  private mutating func stepKey(_ byte: UInt8, _ at: Int) {
    if state == .key, byte == ASCII.quote {
      key = key.lowerBound..<at
      state = .colon
      return
    }
    state = state == .key && byte == ASCII.backslash ? .keyEscape : .key
    if keyBytes.count <= Self.longestKey { keyBytes.append(byte) }
  }

  private var isRecordsKey: Bool {
    var plain: [UInt8] = []
    unescapeJSON(keyBytes.span, 0..<keyBytes.count, into: &plain)
    return plain.elementsEqual("records".utf8)
  }

  private mutating func startElement(
    _ kind: JSONElement.Kind,
    _ byte: UInt8,
    _ at: Int
  ) throws(JSONError) {
    switch byte {
    case ASCII.openBrace, ASCII.openBracket:
      guard depthLimit > 0 else { throw JSONError(.tooDeep, at: at) }
      state = .nested
      depth = 1
    case ASCII.quote:
      state = .string
      depth = 0
    case ASCII.minus: state = .scalar
    case _ where ASCII.isDigit(byte) || ASCII.isLetter(byte): state = .scalar
    default:
      let isExtra = kind == .value && !isFirst
      throw JSONError(isExtra ? .textAfterValue : .unexpectedCharacter, at: at)
    }
    self.kind = kind
    start = at
  }

  /// Reports the current element, which ends at an offset.
  mutating func finishElement(_ end: Int) {
    switch kind {
    case .record:
      elements.append(JSONElement(.record, start..<end))
      state = .arrayNext
    case .member:
      let member = JSONElement(.member, start..<end, key: key)
      if hasRecords { elements.append(member) } else { pending.append(member) }
      state = .objectNext
    case .value:
      elements.append(JSONElement(.value, start..<end))
      isFirst = false
      state = .top
    }
  }

  /// Ends the top-level object: without records it was one element all along.
  private mutating func finishObject(_ end: Int) {
    isObject = false
    if hasRecords {
      state = .topEnd
    } else {
      pending = []
      kind = .value
      start = documentStart
      finishElement(end)
    }
  }

  /// Checks that the document may end here.
  mutating func finish() throws(JSONError) {
    switch state {
    case .top, .topEnd: break
    case .mark where markLength == 0: break
    case .mark: throw JSONError(.unexpectedCharacter, at: 0)
    case .scalar where kind == .value: finishElement(offset)
    default: throw JSONError(.unexpectedEnd, at: offset)
    }
  }
}
