import ByteKit
import JSONCodec

extension Evaluator {
  mutating func apply(
    _ rule: Rule,
    _ index: Int32,
    _ token: Int,
    _ instance: borrowing Instance,
    _ frame: Int
  ) -> Bool {
    switch rule.operation {
    case .ref: return evaluate(rule.a, token, instance, frame)
    case .dynamicRef: return evaluate(target(of: rule), token, instance, frame)
    case .allOf:
      var isValid = true
      for position in rule.list.range {
        if !evaluate(program.lists[position], token, instance, frame) {
          isValid = false
          if !isCollecting { break }
        }
      }
      return isValid
    case .anyOf: return applyAnyOf(rule, index, token, instance, frame)
    case .oneOf: return applyOneOf(rule, index, token, instance, frame)
    case .not:
      return !probe(rule.a, token, instance, frame, keepsMarks: false)
        || report(.not, index, token, instance)
    case .condition:
      let branch = probe(rule.a, token, instance, frame) ? rule.b : rule.c
      return branch < 0 || evaluate(branch, token, instance, frame)
    case .dependentSchema:
      guard instance.tokens[token].kind == .objectStart, isPresent(Int(rule.b), token, instance)
      else { return true }
      return evaluate(rule.a, token, instance, frame)
    case .values:
      return isAmong(program.enums[Int(rule.a)], index, token, instance)
        || report(rule.keyword, index, token, instance, Int(rule.a))
    }
  }

  private mutating func applyAnyOf(
    _ rule: Rule,
    _ index: Int32,
    _ token: Int,
    _ instance: borrowing Instance,
    _ frame: Int
  ) -> Bool {
    var isValid = false
    for position in rule.list.range where probe(program.lists[position], token, instance, frame) {
      isValid = true
      if frame < 0 { break }  // else each branch that holds may mark children
    }
    return isValid || report(.anyOf, index, token, instance)
  }

  private mutating func applyOneOf(
    _ rule: Rule,
    _ index: Int32,
    _ token: Int,
    _ instance: borrowing Instance,
    _ frame: Int
  ) -> Bool {
    var count = 0
    for position in rule.list.range where probe(program.lists[position], token, instance, frame) {
      count += 1
      if count > 1 { break }
    }
    return count == 1 || report(.oneOf, index, token, instance, count)
  }

  /// Whether a value conforms, without noting violations; its marks count only if it does.
  mutating func probe(
    _ node: Int32,
    _ token: Int,
    _ instance: borrowing Instance,
    _ frame: Int,
    keepsMarks: Bool = true
  ) -> Bool {
    let wasCollecting = isCollecting
    isCollecting = false
    defer { isCollecting = wasCollecting }
    guard frame >= 0 else { return evaluate(node, token, instance, frame) }
    let count = instance.childCount(token)
    let own = marks.count
    marks.append(contentsOf: repeatElement(false, count: count))
    let isValid = evaluate(node, token, instance, own)
    if isValid, keepsMarks { merge(own, into: frame, count) }
    marks.removeSubrange(own...)
    return isValid
  }

  private mutating func merge(_ own: Int, into frame: Int, _ count: Int) {
    guard frame >= 0 else { return }
    for child in 0..<count where marks[own + child] { marks[frame + child] = true }
  }

  /// Applies a schema with `unevaluated...`: its other keywords first, then the rest of the children.
  mutating func evaluateAndAsk(
    _ node: SchemaNode,
    _ index: Int32,
    _ token: Int,
    _ instance: borrowing Instance,
    _ frame: Int
  ) -> Bool {
    let isObject = instance.tokens[token].kind == .objectStart
    let count = instance.childCount(token)
    let own = marks.count
    marks.append(contentsOf: repeatElement(false, count: count))
    defer { marks.removeSubrange(own...) }
    var isValid = evaluateKeywords(
      node,
      index,
      token,
      isObject ? .objectStart : .arrayStart,
      instance,
      own
    )
    if !isValid, !isCollecting { return false }
    let rest = isObject ? node.unevaluatedProperties : node.unevaluatedItems
    let keyword = isObject ? SchemaKeyword.unevaluatedProperties : .unevaluatedItems
    var child = token + 1
    for position in 0..<count {
      let value = isObject ? child + 1 : child
      if !marks[own + position] {
        let isFine =
          isObject
          ? evaluateRest(rest, keyword, index, child, instance)
          : program.nodes[Int(rest)].isFalse
            ? report(keyword, index, child, instance)
            : evaluate(rest, child, instance, Self.noFrame)
        if !isFine {
          isValid = false
          if !isCollecting { return false }
        }
      }
      child = instance.next(value)
    }
    if frame >= 0 { for position in 0..<count { marks[frame + position] = true } }
    return isValid
  }

  /// Where a dynamic reference leads: the outermost resource entered that has its anchor.
  private func target(of rule: Rule) -> Int32 {
    for resource in scope {
      for position in rule.list.range where program.dynamicTargets[position].resource == resource {
        return program.dynamicTargets[position].node
      }
    }
    return rule.a
  }

  private func isAmong(
    _ plan: EnumPlan,
    _ index: Int32,
    _ token: Int,
    _ instance: borrowing Instance
  ) -> Bool {
    let value = instance.tokens[token]
    switch value.kind {
    case .string, .key: return plan.names >= 0 && find(value, in: plan.names, instance) >= 0
    case .null, .nonFinite: return plan.literals & 1 != 0
    case .false: return plan.literals & 2 != 0
    case .true: return plan.literals & 4 != 0
    case .number:
      if case .exact(let number) = ExactDecimal.parse(instance.bytes, value.range) {
        return hasNumber(plan.numbers, number)
      }
    case .objectStart, .arrayStart: break
    }
    let document = program.documents[Int(program.nodes[Int(index)].document)]
    let schema = Instance(document.tokens.span, document.bytes.span)
    for position in plan.others.range
    where JSONEquality.areEqual(Int(program.lists[position]), schema, token, instance) {
      return true
    }
    return false
  }

  private func hasNumber(_ numbers: Run, _ value: ExactDecimal) -> Bool {
    var low = numbers.range.lowerBound
    var high = numbers.range.upperBound
    while low < high {
      let middle = (low + high) / 2
      let order = program.enumNumbers[middle].compare(value)
      if order == 0 { return true }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return false
  }
}
