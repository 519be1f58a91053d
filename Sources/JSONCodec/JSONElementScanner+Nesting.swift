extension JSONElementScanner {
  /// Runs through an array, an object or a string to its end or to the end of the piece.
  ///
  /// The element is complete when `depth` is 0 and the state is `nested`.
  mutating func scanNested(_ piece: Span<UInt8>, _ start: Int) throws(JSONError) -> Int {
    let raw = piece.bytes
    let count = piece.count
    let lastWord = count &- 8
    var i = start
    var depth = self.depth
    var isString = state == .string
    if state == .escape {
      i += 1  // whatever byte it is; the second half of \uXXXX is harmless
      isString = true
    }
    scan: while i < count {
      if isString {
        while i <= lastWord {
          let mask = Words.quoteOrBackslash(Words.load(raw, i))
          if mask != 0 {
            i &+= Words.first(mask)
            break
          }
          i &+= 8
        }
        guard i < count else { break }
        let byte = piece[i]
        i &+= 1
        if byte == ASCII.quote {
          isString = false
          if depth == 0 { break }
        } else if byte == ASCII.backslash {
          if i == count {
            (state, self.depth) = (.escape, depth)
            return i
          }
          i &+= 1
        }
      } else {
        // `,"` and `:"`: a branch that is predicted beats a search that must be waited for.
        if i &+ 1 < count, piece[i &+ 1] == ASCII.quote,
          piece[i] == ASCII.comma || piece[i] == ASCII.colon
        {
          i &+= 2
          isString = true
          continue
        }
        while i <= lastWord {
          let mask = Words.quoteOrBracket(Words.load(raw, i))
          if mask != 0 {
            i &+= Words.first(mask)
            break
          }
          i &+= 8
        }
        guard i < count else { break }
        let byte = piece[i]
        i &+= 1
        switch byte {
        case ASCII.quote: isString = true
        case ASCII.openBrace, ASCII.openBracket:
          depth &+= 1
          guard depth <= depthLimit else { throw JSONError(.tooDeep, at: offset + i - 1) }
        case ASCII.closeBrace, ASCII.closeBracket:
          depth &-= 1
          if depth == 0 { break scan }
        default: break
        }
      }
    }
    self.depth = depth
    state = isString ? .string : .nested
    return i
  }

  /// The first byte that cannot belong to a number or literal, or the end of the piece.
  func scalarEnd(_ piece: Span<UInt8>, _ start: Int) -> Int {
    var i = start
    while i < piece.count {
      switch piece[i] {
      case ASCII.comma, ASCII.colon, ASCII.quote, ASCII.openBrace, ASCII.closeBrace,
        ASCII.openBracket, ASCII.closeBracket, ASCII.space, ASCII.tab, ASCII.lineFeed,
        ASCII.carriageReturn:
        return i
      default: i &+= 1
      }
    }
    return i
  }
}
