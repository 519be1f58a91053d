/// How a cell was understood as a number.
public enum DecimalText: Sendable, Equatable {
  /// Plain text was written: `-?digits`, perhaps a point and digits, perhaps an exponent.
  case number
  /// Plain text was written without the group marks; it deserves the note `number-grouping`.
  case grouped(DigitGroupMark)
  /// Nothing was written: `1,380` is one thing or another and no mark is known.
  case ambiguous
  /// Nothing was written: the digits are grouped in a way that does not tell its value safely.
  case badGrouping
  /// Nothing was written: the cell is no number.
  case notANumber
}

/// Writes a cell as plain decimal text, so that a number parser need not know of locales.
///
/// A cell with exactly one separator that cannot be a thousands group decides for itself. Where it
/// could be one, `mark` decides: `1,380` is 1.38 with the comma and a grouped 1380 with the point.
/// Groups made of no-break spaces or apostrophes are undone; groups made of points or commas only
/// if `mark` is the mark they leave. Blanks around the number and a plus sign are left out.
public func parseDecimalText(
  _ bytes: Span<UInt8>,
  _ range: Range<Int>,
  mark: DecimalMark?,
  into out: inout [UInt8]
) -> DecimalText {
  guard let shape = NumberShape(bytes, range) else { return .notANumber }
  switch shape.reading {
  case .plain, .decimal:
    shape.write(bytes, hasFraction: shape.reading != .plain, to: &out)
    return .number
  case .ambiguous(let written):
    guard let mark else { return .ambiguous }
    shape.write(bytes, hasFraction: mark == written, to: &out)
    return mark == written ? .number : .grouped(written == .point ? .point : .comma)
  case .grouped(let group, let left):
    let isOwnMark = group == .point || group == .comma
    guard !isOwnMark || left == mark else { return .badGrouping }
    // A group mark that leaves the decimal mark open, or a repeated one, has no fraction.
    let last = shape.separator(bytes, shape.lastSeparator)?.0
    shape.write(bytes, hasFraction: last != group, to: &out)
    return .grouped(group)
  case .malformed:
    return .badGrouping
  }
}

extension NumberShape {
  fileprivate func write(_ bytes: Span<UInt8>, hasFraction: Bool, to out: inout [UInt8]) {
    if isNegative { out.append(Byte.minus) }
    var index = body.lowerBound
    if !isDigit(bytes[index]) { out.append(Byte.zero) }
    while index < body.upperBound {
      if hasFraction, index == lastSeparator {
        out.append(Byte.point)
        index += 1
      } else if let (_, length) = separator(bytes, index) {
        index += length
      } else {
        out.append(bytes[index])
        index += 1
      }
    }
  }
}
