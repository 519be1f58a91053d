import ByteKit
import JSONCodec

extension Evaluator {
  mutating func evaluateString(
    _ plan: Int,
    _ index: Int32,
    _ token: Int,
    _ instance: borrowing Instance
  ) -> Bool {
    let text = instance.tokens[token]
    guard text.hasEscapes else {
      return evaluateText(plan, index, token, instance.bytes, text.range, instance)
    }
    var plain: [UInt8] = []
    unescapeJSON(instance.bytes, text.range, into: &plain)
    return evaluateText(plan, index, token, plain.span, 0..<plain.count, instance)
  }

  @inline(__always)
  private mutating func evaluateText(
    _ planIndex: Int,
    _ index: Int32,
    _ token: Int,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ instance: borrowing Instance
  ) -> Bool {
    let plan = program.strings[planIndex]
    var isValid = true
    // A character has one to four bytes, so most lengths are known without counting.
    if plan.minLength > 0, range.count < 4 * plan.minLength {
      if range.count < plan.minLength || countScalars(bytes, range) < plan.minLength {
        isValid = report(.minLength, index, token, instance)
      }
    }
    if range.count > plan.maxLength, countScalars(bytes, range) > plan.maxLength {
      isValid = report(.maxLength, index, token, instance)
    }
    if plan.pattern >= 0, isValid || isCollecting {
      switch matchers[Int(plan.pattern)].answer(bytes, range) {
      case .matches: break
      case .fails: isValid = report(.pattern, index, token, instance)
      case .gaveUp: isValid = report(.pattern, index, token, instance, gaveUp)
      }
    }
    if let format = plan.format, isValid || isCollecting, !format.matches(bytes, range) {
      isValid = report(.format, index, token, instance)
    }
    return isValid
  }

  mutating func evaluateNumber(
    _ checks: Run,
    _ index: Int32,
    _ token: Int,
    _ instance: borrowing Instance
  ) -> Bool {
    let range = instance.tokens[token].range
    let parsed = ExactDecimal.parse(instance.bytes, range)
    var isValid = true
    for position in checks.range {
      let check = program.numbers[position]
      let isFine: Bool
      if case .exact(let value) = parsed, check.long < 0 {
        isFine =
          check.keyword == .multipleOf
          ? value.isMultiple(of: check.value) : check.allows(value.compare(check.value))
      } else {
        let value = LongNumber(instance.bytes, range)
        let limit =
          check.long < 0 ? LongNumber(check.value) : program.longNumbers[Int(check.long)]
        isFine =
          check.keyword == .multipleOf
          ? value.isMultiple(of: limit) : check.allows(LongNumber.compare(value, limit))
      }
      if !isFine {
        isValid = report(check.keyword, index, token, instance, position)
        if !isCollecting { break }
      }
    }
    return isValid
  }
}

extension NumberCheck {
  /// Whether a value may stand in this order to the limit.
  func allows(_ order: Int) -> Bool {
    switch keyword {
    case .minimum: order >= 0
    case .exclusiveMinimum: order > 0
    case .maximum: order <= 0
    default: order < 0
    }
  }
}

/// Whether a number has no fraction, however it is written.
func isInteger(_ token: JSONToken, _ bytes: Span<UInt8>) -> Bool {
  var isWritten = true
  for i in token.range {
    let byte = bytes[i]
    if byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") {
      isWritten = false
      break
    }
  }
  if isWritten { return true }
  if case .exact(let value) = ExactDecimal.parse(bytes, token.range) { return value.isInteger }
  return LongNumber(bytes, token.range).isInteger
}
