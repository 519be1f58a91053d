import JSONCodec

extension Evaluator {
  mutating func evaluateObject(
    _ planIndex: Int,
    _ index: Int32,
    _ token: Int,
    _ instance: borrowing Instance,
    _ frame: Int
  ) -> Bool {
    let plan = program.objects[planIndex]
    let end = instance.next(token)
    var isValid = true
    var seen: UInt64 = 0
    var position = 0
    var key = token &+ 1
    while key < end {
      let entry = plan.names < 0 ? -1 : find(instance.tokens[key], in: plan.names, instance)
      var isEvaluated = false
      if entry >= 0 {
        let name = program.names.entries[entry]
        if name.bit >= 0 { seen |= 1 &<< UInt64(truncatingIfNeeded: name.bit) }
        if name.node >= 0 {
          isEvaluated = true
          if !evaluate(name.node, key &+ 1, instance, Self.noFrame) { isValid = false }
        }
      }
      if plan.patterns.count > 0,
        !evaluatePatterns(plan.patterns, index, key, instance, &isEvaluated)
      {
        isValid = false
      }
      if !isEvaluated, plan.additional >= 0 {
        isEvaluated = true
        if !evaluateRest(plan.additional, .additionalProperties, index, key, instance) {
          isValid = false
        }
      }
      if plan.propertyNames >= 0, !evaluate(plan.propertyNames, key, instance, Self.noFrame) {
        isValid = false
      }
      if !isValid, !isCollecting { return false }
      if isEvaluated, frame >= 0 { marks[frame &+ position] = true }
      position &+= 1
      key = instance.next(key &+ 1)
    }
    if seen & plan.required != plan.required || plan.requiredMore.count > 0 {
      if !checkRequired(plan, seen, index, token, instance) { isValid = false }
    }
    if position < plan.minProperties { isValid = report(.minProperties, index, token, instance) }
    if position > plan.maxProperties { isValid = report(.maxProperties, index, token, instance) }
    if plan.dependentRequired.count > 0, isValid || isCollecting {
      if !checkDependents(plan, seen, index, token, instance) { isValid = false }
    }
    return isValid
  }

  @inline(__always)
  func find(_ key: JSONToken, in table: Int32, _ instance: borrowing Instance) -> Int {
    guard key.hasEscapes else { return program.names.find(instance.bytes, key.range, in: table) }
    var plain: [UInt8] = []
    unescapeJSON(instance.bytes, key.range, into: &plain)
    return program.names.find(plain.span, 0..<plain.count, in: table)
  }

  /// Applies a schema to a property that nothing else covers; `false` is said of its name.
  mutating func evaluateRest(
    _ node: Int32,
    _ keyword: SchemaKeyword,
    _ index: Int32,
    _ key: Int,
    _ instance: borrowing Instance
  ) -> Bool {
    if program.nodes[Int(node)].isFalse { return report(keyword, index, key, instance) }
    return evaluate(node, key &+ 1, instance, Self.noFrame)
  }

  private mutating func evaluatePatterns(
    _ patterns: Run,
    _ index: Int32,
    _ key: Int,
    _ instance: borrowing Instance,
    _ isEvaluated: inout Bool
  ) -> Bool {
    var isValid = true
    for position in patterns.range {
      let property = program.patternProperties[position]
      switch answer(property.pattern, key, instance) {
      case .fails: continue
      case .gaveUp: isValid = report(.patternProperties, index, key, instance, gaveUp)
      case .matches:
        isEvaluated = true
        if !evaluate(property.node, key + 1, instance, Self.noFrame) { isValid = false }
      }
      if !isValid, !isCollecting { return false }
    }
    return isValid
  }

  private mutating func answer(
    _ pattern: Int32,
    _ key: Int,
    _ instance: borrowing Instance
  ) -> PatternAnswer {
    let name = instance.tokens[key]
    guard name.hasEscapes else {
      return matchers[Int(pattern)].answer(instance.bytes, name.range)
    }
    var plain: [UInt8] = []
    unescapeJSON(instance.bytes, name.range, into: &plain)
    return matchers[Int(pattern)].answer(plain.span, 0..<plain.count)
  }

  private mutating func checkRequired(
    _ plan: ObjectPlan,
    _ seen: UInt64,
    _ index: Int32,
    _ token: Int,
    _ instance: borrowing Instance
  ) -> Bool {
    var isValid = true
    var missing = plan.required & ~seen
    while missing != 0 {
      let bit = Int32(missing.trailingZeroBitCount)
      missing &= missing - 1
      isValid = report(.required, index, token, instance, program.names.entry(bit, in: plan.names))
      if !isCollecting { return false }
    }
    for position in plan.requiredMore.range {
      let entry = Int(program.lists[position])
      if !isPresent(entry, token, instance) {
        isValid = report(.required, index, token, instance, entry)
        if !isCollecting { return false }
      }
    }
    return isValid
  }

  private mutating func checkDependents(
    _ plan: ObjectPlan,
    _ seen: UInt64,
    _ index: Int32,
    _ token: Int,
    _ instance: borrowing Instance
  ) -> Bool {
    var isValid = true
    var position = Int(plan.dependentRequired.start)
    while position < plan.dependentRequired.range.upperBound {
      let name = Int(program.lists[position])
      let others = (position + 2)..<(position + 2 + Int(program.lists[position + 1]))
      position = others.upperBound
      guard isPresent(name, seen, token, instance) else { continue }
      for other in others {
        let entry = Int(program.lists[other])
        if !isPresent(entry, seen, token, instance) {
          isValid = report(.dependentRequired, index, token, instance, entry)
          if !isCollecting { return false }
        }
      }
    }
    return isValid
  }

  private func isPresent(
    _ entry: Int,
    _ seen: UInt64,
    _ token: Int,
    _ instance: borrowing Instance
  ) -> Bool {
    let bit = program.names.entries[entry].bit
    return bit >= 0
      ? seen & 1 << UInt64(bit) != 0 : isPresent(entry, token, instance)
  }

  /// Whether an object has a property, found by looking at all of them.
  func isPresent(_ entry: Int, _ token: Int, _ instance: borrowing Instance) -> Bool {
    let end = instance.next(token)
    var key = token + 1
    while key < end {
      let name = instance.tokens[key]
      if name.hasEscapes {
        var plain: [UInt8] = []
        unescapeJSON(instance.bytes, name.range, into: &plain)
        if program.names.equals(entry, plain.span, 0..<plain.count) { return true }
      } else if program.names.equals(entry, instance.bytes, name.range) {
        return true
      }
      key = instance.next(key + 1)
    }
    return false
  }
}
