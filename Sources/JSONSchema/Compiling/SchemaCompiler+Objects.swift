import JSONCodec

extension SchemaCompiler {
  mutating func object(
    _ schema: SchemaMembers,
    _ document: SchemaDocument
  ) throws(SchemaError) -> Int32 {
    var plan = ObjectPlan()
    var names = PropertyNames()
    // Names with bits come first: those whose presence is asked for.
    var required: [Int] = []
    if let value = schema[.required] {
      required = document.elements(value).map { names.index(document.text($0)) }
    }
    let dependents = dependents(schema, document, &names)
    if let value = schema[.properties] {
      for key in document.keys(value) {
        let index = names.index(document.text(key))
        names.entries[index].node = try subschema(key + 1, schema)
      }
    }
    if !names.entries.isEmpty {
      plan.names = program.names.add(names.entries)
      let first = Int32(program.names.firstEntry(of: plan.names))
      for index in required where index < 64 { plan.required |= 1 << UInt64(index) }
      plan.requiredMore = list(required.filter { $0 >= 64 }.map { first + Int32($0) })
      var flat: [Int32] = []
      for (name, others) in dependents {
        flat += [first + Int32(name), Int32(others.count)]
        flat += others.map { first + Int32($0) }
      }
      plan.dependentRequired = list(flat)
    }
    plan.patterns = try patternProperties(schema, document)
    if let value = schema[.additionalProperties] {
      plan.additional = try subschema(value, schema)
    }
    if let value = schema[.propertyNames] {
      plan.propertyNames = try subschema(value, schema)
    }
    plan.minProperties = count(.minProperties, schema, document) ?? 0
    plan.maxProperties = count(.maxProperties, schema, document) ?? Int.max
    if plan.isTrivial { return -1 }
    program.objects.append(plan)
    return Int32(program.objects.count - 1)
  }

  private mutating func patternProperties(
    _ schema: SchemaMembers,
    _ document: SchemaDocument
  ) throws(SchemaError) -> Run {
    guard let value = schema[.patternProperties] else { return Run() }
    var properties: [PatternProperty] = []
    for key in document.keys(value) {
      let place = SchemaPlace(document: schema.place.document, token: key)
      let pattern = try pattern(document.text(key), at: place)
      properties.append(PatternProperty(pattern: pattern, node: try subschema(key + 1, schema)))
    }
    let run = Run(start: Int32(program.patternProperties.count), count: Int32(properties.count))
    program.patternProperties.append(contentsOf: properties)
    return run
  }

  /// The names that ask for others, of `dependentRequired` and of the older `dependencies`.
  private func dependents(
    _ schema: SchemaMembers,
    _ document: SchemaDocument,
    _ names: inout PropertyNames
  ) -> [(name: Int, others: [Int])] {
    var result: [(name: Int, others: [Int])] = []
    for keyword in [SchemaKeyword.dependentRequired, .dependencies] {
      guard let value = schema[keyword] else { continue }
      for key in document.keys(value) where document.tokens[key + 1].kind == .arrayStart {
        let name = names.index(document.text(key))
        result.append((name, document.elements(key + 1).map { names.index(document.text($0)) }))
      }
    }
    return result
  }

  mutating func rules(
    _ schema: SchemaMembers,
    _ document: SchemaDocument,
    _ node: Int
  ) throws(SchemaError) {
    var rules: [Rule] = []
    for (keyword, value) in [(SchemaKeyword.const, schema[.const]), (.enum, schema[.enum])] {
      guard let value else { continue }
      var rule = Rule(operation: .values, keyword: keyword)
      rule.a = values(keyword == .const ? [value] : document.elements(value), document)
      rules.append(rule)
    }
    for keyword in [SchemaKeyword.ref, .dynamicRef] {
      if let rule = try reference(keyword, schema, document, node) { rules.append(rule) }
    }
    for (keyword, operation) in [
      (SchemaKeyword.allOf, Rule.Operation.allOf), (.anyOf, .anyOf), (.oneOf, .oneOf),
    ] {
      guard let value = schema[keyword] else { continue }
      var rule = Rule(operation: operation, keyword: keyword)
      rule.list = try subschemas(document.elements(value), schema)
      rules.append(rule)
    }
    if let value = schema[.not] {
      rules.append(Rule(operation: .not, keyword: .not, a: try subschema(value, schema)))
    }
    if let condition = schema[.if] {
      var rule = Rule(operation: .condition, keyword: .if, a: try subschema(condition, schema))
      if let then = schema[.then] { rule.b = try subschema(then, schema) }
      if let other = schema[.else] { rule.c = try subschema(other, schema) }
      rules.append(rule)
    }
    for keyword in [SchemaKeyword.dependentSchemas, .dependencies] {
      guard let value = schema[keyword] else { continue }
      for key in document.keys(value) where document.tokens[key + 1].kind != .arrayStart {
        var rule = Rule(operation: .dependentSchema, keyword: keyword)
        rule.a = try subschema(key + 1, schema)
        let table = program.names.add([(Array(document.text(key).utf8), -1, -1)])
        rule.b = Int32(program.names.firstEntry(of: table))
        rules.append(rule)
      }
    }
    let run = Run(start: Int32(program.rules.count), count: Int32(rules.count))
    program.rules.append(contentsOf: rules)
    program.nodes[node].rules = run
    placeDynamicRules(of: node, run)
  }
}

/// The names that an object's keywords mention, each once, in the order in which they came up.
private struct PropertyNames {
  var entries: [(name: [UInt8], node: Int32, bit: Int32)] = []
  private var known: [[UInt8]: Int] = [:]

  mutating func index(_ text: String) -> Int {
    let name = Array(text.utf8)
    if let index = known[name] { return index }
    let index = entries.count
    known[name] = index
    entries.append((name, -1, index < 64 ? Int32(index) : -1))
    return index
  }
}
