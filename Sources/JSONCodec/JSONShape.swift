/// What stands before, between and after the values of an object: its names and its punctuation.
///
/// Objects of one file mostly differ in their values alone. Comparing the rest with that of an earlier
/// object, eight bytes at a time, takes the place of looking for its ends.
struct JSONShape: Sendable {
  /// What stands before one value.
  struct Gap: Sendable {
    /// The index of its first word.
    var word: Int
    /// Its length in bytes.
    var length: Int
    /// Where in it the name begins and ends, behind and before its quotes.
    var keyStart: Int32
    var keyEnd: Int32
  }

  /// One for each value, in order.
  private(set) var gaps: [Gap] = []
  /// The bytes of all gaps, each filled up with zeros to whole words.
  private(set) var words: [UInt64] = []
  /// Tells shapes apart.
  let id: Int

  private static let lengthLimit = 2048

  /// The shape of a parsed object; nil when its names need decoding or are endless.
  init?(_ tokens: [JSONToken], _ bytes: Span<UInt8>, id: Int) {
    self.id = id
    guard let root = tokens.first, root.kind == .objectStart, tokens.count > 1 else { return nil }
    var start = Int(root.start)
    guard Int(root.end) - start <= Self.lengthLimit else { return nil }
    var key = 1
    while key + 1 < tokens.count {
      let value = tokens[key + 1]
      guard !tokens[key].hasEscapes else { return nil }
      gaps.append(
        Gap(
          word: words.count,
          length: value.offset - start,
          keyStart: tokens[key].start - Int32(start),
          keyEnd: tokens[key].end - Int32(start)
        )
      )
      while start < value.offset {
        var word: UInt64 = 0
        for index in start..<min(start + 8, value.offset) {
          word |= UInt64(bytes[index]) << UInt64(8 * (index - start))
        }
        words.append(word)
        start = min(start + 8, value.offset)
      }
      start = Int(value.end) + (value.kind == .string ? 1 : 0)
      key = Int(value.next)
    }
    // What stands behind the last value is the closing brace alone, or this is no shape.
    guard start + 1 == Int(root.end) else { return nil }
  }

  /// Whether the first gaps of two shapes are the same.
  func sharesGaps(_ count: Int, with other: JSONShape) -> Bool {
    guard count <= gaps.count, count <= other.gaps.count else { return false }
    for index in 0..<count where gaps[index].length != other.gaps[index].length { return false }
    let end = count < gaps.count ? gaps[count].word : words.count
    return words[..<end] == other.words[..<min(end, other.words.count)]
  }
}

/// The last few shapes of a file.
struct JSONShapes: Sendable {
  private(set) var all: [JSONShape] = []
  /// The one that is tried first.
  var current = 0
  private var oldest = 0
  private var nextID = 0

  private static let limit = 8

  /// Remembers the shape of a parsed object.
  mutating func learn(_ tokens: [JSONToken], _ bytes: Span<UInt8>) {
    guard let shape = JSONShape(tokens, bytes, id: nextID) else { return }
    // Known, but too near to the end of a chunk to be read by it.
    let count = shape.gaps.count
    if all.contains(where: { $0.gaps.count == count && $0.sharesGaps(count, with: shape) }) {
      return
    }
    nextID += 1
    if all.count < Self.limit {
      current = all.count
      all.append(shape)
    } else {
      current = oldest
      all[oldest] = shape
      oldest = (oldest + 1) % Self.limit
    }
  }

  /// Another shape that begins like the current one and was not tried yet.
  func alternative(to shape: Int, sharing gaps: Int, after last: Int) -> Int? {
    (last + 1..<max(all.count, last + 1)).first {
      $0 != shape && all[$0].sharesGaps(gaps, with: all[shape])
    }
  }
}
