/// What separates groups of three digits.
public enum DigitGroupMark: Sendable, Equatable {
  /// A no-break space, narrow no-break space or thin space.
  case space
  /// `'` or its typographic form.
  case apostrophe
  /// `1.234.567`
  case point
  /// `1,234,567`
  case comma
}

/// The places of the parts of a number as people and spreadsheets write it.
struct NumberShape {
  /// How the separators can be understood.
  enum Reading: Equatable {
    case plain
    /// One separator that no group of three can follow or precede.
    case decimal(DecimalMark)
    /// One separator before exactly three digits, as in `1,380`.
    case ambiguous(DecimalMark)
    /// Groups of three, and the decimal mark that they leave: nil if they say nothing about it.
    case grouped(DigitGroupMark, DecimalMark?)
    /// Digits and separators in an order that no number has.
    case malformed
  }

  private(set) var isNegative = false
  /// The digits, separators and exponent.
  private(set) var body: Range<Int>
  /// The offset of the last separator if digits follow it as a fraction or could.
  private(set) var lastSeparator = 0
  private(set) var reading = Reading.plain

  /// Measures a cell; nil if it is not made of a sign, digits, separators and an exponent.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    body = range
    trimBlanks(bytes)
    readSign(bytes)
    var runs = DigitRuns(firstByteIsZero: !body.isEmpty && bytes[body.lowerBound] == Byte.zero)
    var index = body.lowerBound
    var run = 0
    while index < body.upperBound {
      if isDigit(bytes[index]) {
        run += 1
        index += 1
        continue
      }
      if bytes[index] | 0x20 == 0x65 {
        guard isExponent(bytes, index + 1) else { return nil }
        runs.hasExponent = true
        break
      }
      guard let (mark, length) = separator(bytes, index), runs.add(mark, after: run) else {
        return nil
      }
      lastSeparator = index
      run = 0
      index += length
    }
    guard let result = runs.reading(lastRun: run) else { return nil }
    reading = result
  }

  private mutating func trimBlanks(_ bytes: Span<UInt8>) {
    var start = body.lowerBound
    var end = body.upperBound
    while start < end, isBlank(bytes[start]) { start += 1 }
    while start < end, isBlank(bytes[end - 1]) { end -= 1 }
    body = start..<end
  }

  private mutating func readSign(_ bytes: Span<UInt8>) {
    guard let first = body.first else { return }
    switch bytes[first] {
    case Byte.minus:
      isNegative = true
      body = first + 1..<body.upperBound
    case Byte.plus:
      body = first + 1..<body.upperBound
    case 0xE2 where body.count > 3 && bytes[first + 1] == 0x88 && bytes[first + 2] == 0x92:
      // U+2212, the minus sign of Scandinavian locales.
      isNegative = true
      body = first + 3..<body.upperBound
    default: break
    }
  }

  private func isExponent(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
    var index = start
    let end = body.upperBound
    if index < end, bytes[index] == Byte.plus || bytes[index] == Byte.minus { index += 1 }
    guard index < end else { return false }
    while index < end, isDigit(bytes[index]) { index += 1 }
    return index == end
  }

  /// The separator at an offset and its length in bytes.
  func separator(_ bytes: Span<UInt8>, _ index: Int) -> (DigitGroupMark, Int)? {
    func byte(_ offset: Int) -> UInt8 {
      index + offset < body.upperBound ? bytes[index + offset] : 0
    }
    switch bytes[index] {
    case Byte.point: return (.point, 1)
    case Byte.comma: return (.comma, 1)
    case Byte.apostrophe: return (.apostrophe, 1)
    case 0xC2 where byte(1) == 0xA0: return (.space, 2)  // U+00A0
    case 0xE2 where byte(1) == 0x80:
      switch byte(2) {
      case 0xAF, 0x89: return (.space, 3)  // U+202F, U+2009
      case 0x99: return (.apostrophe, 3)  // U+2019
      default: return nil
      }
    default: return nil
    }
  }
}

/// The digit runs between separators, judged as they come.
private struct DigitRuns {
  let firstByteIsZero: Bool
  var hasExponent = false
  private var first: DigitGroupMark?
  private var firstCount = 0
  private var fraction: DigitGroupMark?
  private var leadLength = 0
  private var areThrees = true

  init(firstByteIsZero: Bool) { self.firstByteIsZero = firstByteIsZero }

  /// Takes a separator after a run of digits; false if no number has it there.
  mutating func add(_ mark: DigitGroupMark, after run: Int) -> Bool {
    guard let first else {
      first = mark
      firstCount = 1
      leadLength = run
      return true
    }
    if run != 3 { areThrees = false }
    if mark == first {
      firstCount += 1
      return fraction == nil
    }
    guard fraction == nil, mark == .point || mark == .comma else { return false }
    fraction = mark
    return true
  }

  /// How the separators can be understood; nil if the text is no number at all.
  func reading(lastRun: Int) -> NumberShape.Reading? {
    guard lastRun > 0 else { return nil }
    guard let first else { return .plain }
    let hasLead = (1...3).contains(leadLength) && !firstByteIsZero
    if let fraction {
      return hasLead && areThrees ? .grouped(first, fraction.decimalMark) : .malformed
    }
    let isGrouped = hasLead && areThrees && lastRun == 3 && !hasExponent
    guard leadLength > 0 || first.decimalMark != nil else { return nil }
    guard let mark = first.decimalMark else {
      return isGrouped ? .grouped(first, nil) : .malformed
    }
    if firstCount > 1 { return isGrouped ? .grouped(first, mark.other) : nil }
    return isGrouped ? .ambiguous(mark) : .decimal(mark)
  }
}

extension DigitGroupMark {
  var decimalMark: DecimalMark? {
    switch self {
    case .point: .point
    case .comma: .comma
    case .space, .apostrophe: nil
    }
  }
}

extension DecimalMark {
  var other: DecimalMark { self == .point ? .comma : .point }
}
