/// A place in date text; its methods read forward from it or leave it where it was.
struct DateCursor {
  var at: Int
  let end: Int

  init(_ range: Range<Int>) {
    at = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { at == end }

  /// The byte so far ahead; 0, which no form contains, beyond the end.
  func peek(_ bytes: Span<UInt8>, _ ahead: Int = 0) -> UInt8 {
    at + ahead < end ? bytes[at + ahead] : 0
  }

  mutating func eat(_ bytes: Span<UInt8>, _ byte: UInt8) -> Bool {
    guard peek(bytes) == byte, at < end else { return false }
    at += 1
    return true
  }

  /// How many digits follow; counts no further than 20.
  func digitCount(_ bytes: Span<UInt8>) -> Int {
    var count = 0
    while count < 20, peek(bytes, count) &- 0x30 <= 9 { count += 1 }
    return count
  }

  /// Reads exactly so many digits, at most 18; more may follow.
  mutating func number(_ bytes: Span<UInt8>, digits: Int) throws(TimestampError) -> Int {
    guard digits > 0, digitCount(bytes) >= digits else { throw .syntax }
    var value = 0
    for _ in 0..<digits {
      value = value * 10 + Int(bytes[at] - 0x30)
      at += 1
    }
    return value
  }

  /// Reads a number of one or two digits that no further digit follows.
  mutating func shortNumber(_ bytes: Span<UInt8>) throws(TimestampError) -> Int {
    let count = digitCount(bytes)
    guard count == 1 || count == 2 else { throw .syntax }
    return try number(bytes, digits: count)
  }

  mutating func require(_ bytes: Span<UInt8>, _ byte: UInt8) throws(TimestampError) {
    guard eat(bytes, byte) else { throw .syntax }
  }

  /// Skips blanks, U+00A0 and U+202F (which newer locale data puts before AM and PM).
  @discardableResult
  mutating func blanks(_ bytes: Span<UInt8>) -> Int {
    let start = at
    while at < end {
      if bytes[at] == UInt8(ascii: " ") {
        at += 1
      } else if bytes[at] == 0xC2, peek(bytes, 1) == 0xA0 {
        at += 2
      } else if bytes[at] == 0xE2, peek(bytes, 1) == 0x80, peek(bytes, 2) == 0xAF {
        at += 3
      } else {
        break
      }
    }
    return at - start
  }

  /// How many ASCII letters follow.
  func letterCount(_ bytes: Span<UInt8>) -> Int {
    var count = 0
    while (peek(bytes, count) | 0x20) &- 0x61 < 26 { count += 1 }
    return count
  }

  /// Skips `word` if it follows in any case, as a whole word.
  mutating func eatWord(_ bytes: Span<UInt8>, _ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard letterCount(bytes) == count, startsWith(bytes, word) else { return false }
    at += count
    return true
  }

  /// Whether the next bytes are those of a lower-case word, in any case.
  private func startsWith(_ bytes: Span<UInt8>, _ word: StaticString) -> Bool {
    for index in 0..<word.utf8CodeUnitCount
    where peek(bytes, index) | 0x20 != word.utf8Start[index] { return false }
    return true
  }

  /// Reads an English name or its first three letters; the index of the name.
  mutating func name(_ bytes: Span<UInt8>, of names: [StaticString]) -> Int? {
    let count = letterCount(bytes)
    guard count >= 3 else { return nil }
    for (index, name) in names.enumerated() {
      guard count == 3 || count == name.utf8CodeUnitCount else { continue }
      var same = true
      for letter in 0..<count where peek(bytes, letter) | 0x20 != name.utf8Start[letter] {
        same = false
      }
      if same {
        at += count
        return index
      }
    }
    return nil
  }
}

/// English names as forms without a locale write them.
enum DateNames {
  static let months: [StaticString] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  static let weekdays: [StaticString] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
}
