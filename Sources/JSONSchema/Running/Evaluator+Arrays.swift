import JSONCodec

extension Evaluator {
  mutating func evaluateArray(
    _ planIndex: Int,
    _ index: Int32,
    _ token: Int,
    _ instance: borrowing Instance,
    _ frame: Int
  ) -> Bool {
    let plan = program.arrays[planIndex]
    let end = instance.next(token)
    var isValid = true
    var position = 0
    var found = 0
    var element = token &+ 1
    while element < end {
      if position < plan.prefix.count {
        let node = program.lists[Int(plan.prefix.start) &+ position]
        if !evaluate(node, element, instance, Self.noFrame) { isValid = false }
        if frame >= 0 { marks[frame &+ position] = true }
      } else if plan.items >= 0 {
        if program.nodes[Int(plan.items)].isFalse {
          isValid = report(.items, index, element, instance)
        } else if !evaluate(plan.items, element, instance, Self.noFrame) {
          isValid = false
        }
        if frame >= 0 { marks[frame &+ position] = true }
      }
      if plan.contains >= 0, probe(plan.contains, element, instance, Self.noFrame) {
        found &+= 1
        if frame >= 0 { marks[frame &+ position] = true }
      }
      if !isValid, !isCollecting { return false }
      position &+= 1
      element = instance.next(element)
    }
    if position < plan.minItems { isValid = report(.minItems, index, token, instance) }
    if position > plan.maxItems { isValid = report(.maxItems, index, token, instance) }
    if plan.contains >= 0 {
      if found < plan.minContains {
        let keyword = plan.minContains == 1 ? SchemaKeyword.contains : .minContains
        isValid = report(keyword, index, token, instance, found)
      }
      if found > plan.maxContains { isValid = report(.maxContains, index, token, instance, found) }
    }
    if plan.isUnique, position > 1, isValid || isCollecting,
      let repeated = JSONEquality.firstRepeated(token, instance)
    {
      isValid = report(.uniqueItems, index, repeated, instance)
    }
    return isValid
  }
}
