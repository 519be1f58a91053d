import ByteKit
import JSONCodec

/// Turns schemas into a program, each schema once, from a list of those still to do.
struct SchemaCompiler {
  var store: SchemaStore
  var program = SchemaProgram()
  let options: SchemaOptions
  private var nodeOf: [SchemaPlace: Int32] = [:]
  private var pending: [(place: SchemaPlace, resource: Int)] = []
  /// Dynamic references: the rule, and the anchor that names its targets.
  private var dynamicRules: [(node: Int32, rule: Int, anchor: String)] = []
  private var patternOf: [String: Int32] = [:]

  static let nodeLimit = 1_000_000

  init(_ registry: SchemaRegistry, _ options: SchemaOptions, isChecking: Bool) {
    store = SchemaStore(registry, isChecking: isChecking)
    self.options = options
  }

  mutating func compile(
    _ bytes: [UInt8],
    baseURI: String
  ) throws(SchemaError) -> SchemaProgram {
    let resource = try store.add(bytes, uri: baseURI)
    program.root = try node(at: store.resources[resource].place, resource)
    try compilePending()
    try linkDynamicReferences()
    program.documents = store.documents
    program.resources = store.resources.map {
      SchemaProgram.ResourceRoot(uri: $0.uri.text, token: Int32($0.place.token))
    }
    if let node = program.endlessNode() {
      let place = SchemaPlace(
        document: Int(program.nodes[node].document),
        token: Int(program.nodes[node].token)
      )
      throw store.error(
        .endlessReference,
        at: place,
        "the schema applies itself to the same value without end"
      )
    }
    return program
  }

  private mutating func compilePending() throws(SchemaError) {
    while let next = pending.popLast() {
      let index = Int(nodeOf[next.place] ?? 0)
      try compile(next.place, next.resource, into: index)
    }
  }

  /// The node of a schema, which is compiled later if it is new.
  mutating func node(at place: SchemaPlace, _ resource: Int) throws(SchemaError) -> Int32 {
    if let known = nodeOf[place] { return known }
    guard program.nodes.count < Self.nodeLimit else {
      throw store.error(.tooLarge, at: place, "more than \(Self.nodeLimit) schemas")
    }
    let index = Int32(program.nodes.count)
    let resource = store.resource(of: place) ?? resource
    var node = SchemaNode()
    node.document = Int32(place.document)
    node.token = Int32(place.token)
    node.resource = Int32(resource)
    node.isFalse = store.document(place).tokens[place.token].kind == .false
    program.nodes.append(node)
    nodeOf[place] = index
    pending.append((place, resource))
    return index
  }

  private mutating func compile(
    _ place: SchemaPlace,
    _ resource: Int,
    into index: Int
  ) throws(SchemaError) {
    let document = store.document(place)
    guard document.tokens[place.token].kind == .objectStart else { return }
    var schema = SchemaMembers(
      place: place,
      resource: resource,
      vocabularies: store.resources[resource].vocabularies
    )
    for key in document.keys(place.token) {
      if let keyword = SchemaKeyword(rawValue: document.text(key)),
        schema.vocabularies.contains(keyword.home) || keyword == .format
      {
        schema.values[keyword] = key + 1
      }
    }
    program.nodes[index].types = types(schema, document)
    program.nodes[index].numbers = numbers(schema, document)
    program.nodes[index].string = try string(schema, document)
    program.nodes[index].array = try array(schema, document)
    program.nodes[index].object = try object(schema, document)
    if let value = schema[.unevaluatedItems] {
      program.nodes[index].unevaluatedItems = try subschema(value, schema)
    }
    if let value = schema[.unevaluatedProperties] {
      program.nodes[index].unevaluatedProperties = try subschema(value, schema)
    }
    try rules(schema, document, index)
  }

  /// The node of a schema in the value of a keyword.
  mutating func subschema(_ token: Int, _ schema: SchemaMembers) throws(SchemaError) -> Int32 {
    try node(at: SchemaPlace(document: schema.place.document, token: token), schema.resource)
  }

  /// The nodes of a list of schemas, as a run in `lists`.
  mutating func subschemas(_ tokens: [Int], _ schema: SchemaMembers) throws(SchemaError) -> Run {
    var nodes: [Int32] = []
    for token in tokens { nodes.append(try subschema(token, schema)) }
    return list(nodes)
  }

  mutating func list(_ values: [Int32]) -> Run {
    let run = Run(start: Int32(program.lists.count), count: Int32(values.count))
    program.lists.append(contentsOf: values)
    return run
  }

  mutating func pattern(
    _ source: String,
    at place: SchemaPlace
  ) throws(SchemaError) -> Int32 {
    if let known = patternOf[source] { return known }
    do throws(PatternError) {
      program.patterns.append(try Pattern(source))
    } catch {
      throw store.error(.badPattern, at: place, error.message)
    }
    let index = Int32(program.patterns.count - 1)
    patternOf[source] = index
    return index
  }

  // MARK: References

  mutating func reference(
    _ keyword: SchemaKeyword,
    _ schema: SchemaMembers,
    _ document: SchemaDocument,
    _ node: Int
  ) throws(SchemaError) -> Rule? {
    guard let value = schema[keyword], document.tokens[value].kind == .string else { return nil }
    let place = SchemaPlace(document: schema.place.document, token: value)
    let target = try store.resolve(document.text(value), from: schema.resource, at: place)
    var rule = Rule(operation: .ref, keyword: keyword)
    rule.a = try self.node(at: target.place, target.resource)
    if keyword == .dynamicRef, let anchor = target.dynamicAnchor {
      rule.operation = .dynamicRef
      dynamicRules.append((Int32(node), 0, anchor))
    }
    return rule
  }

  /// Notes where the rules of a node went, for the dynamic reference among them.
  mutating func placeDynamicRules(of node: Int, _ rules: Run) {
    for index in dynamicRules.indices where dynamicRules[index].node == node {
      for rule in rules.range where program.rules[rule].operation == .dynamicRef {
        dynamicRules[index].rule = rule
      }
    }
  }

  /// Compiles every schema a dynamic reference can reach, which may bring new ones.
  private mutating func linkDynamicReferences() throws(SchemaError) {
    var linked = 0
    while true {
      for (_, _, anchor) in dynamicRules {
        for target in store.dynamicAnchors(anchor) {
          _ = try node(at: target.place, target.resource)
        }
      }
      try compilePending()
      if program.nodes.count == linked { break }
      linked = program.nodes.count
    }
    for (_, rule, anchor) in dynamicRules {
      let targets = store.dynamicAnchors(anchor)
      if targets.count == 1 {
        program.rules[rule].operation = .ref
        continue
      }
      program.hasDynamicReferences = true
      let start = program.dynamicTargets.count
      for target in targets {
        let node = nodeOf[target.place] ?? program.rules[rule].a
        program.dynamicTargets.append(DynamicTarget(resource: Int32(target.resource), node: node))
      }
      program.rules[rule].list = Run(start: Int32(start), count: Int32(targets.count))
    }
  }
}

/// The keywords of one schema that its vocabularies know, by the tokens of their values.
struct SchemaMembers {
  let place: SchemaPlace
  let resource: Int
  let vocabularies: Vocabulary.Set
  var values: [SchemaKeyword: Int] = [:]

  subscript(keyword: SchemaKeyword) -> Int? { values[keyword] }
}
