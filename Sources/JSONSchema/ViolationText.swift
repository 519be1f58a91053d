import ByteKit
import JSONCodec

/// Says violations in words.
struct ViolationText {
  private let evaluator: Evaluator
  private var program: SchemaProgram { evaluator.program }

  /// Alternatives inside alternatives are explained this deep.
  private static let depthLimit = 4
  private let depth: Int

  init(_ evaluator: Evaluator, depth: Int = 0) {
    self.evaluator = evaluator
    self.depth = depth
  }

  func describe(
    _ violation: SchemaViolation,
    _ instance: borrowing Instance
  ) -> DescribedViolation {
    DescribedViolation(
      keyword: violation.keyword,
      range: violation.range,
      instancePointer: JSONPointer.text(
        to: Int(violation.token),
        instance.tokens,
        instance.bytes
      ),
      keywordLocation: location(violation),
      message: message(violation, instance),
      causes: causes(violation, instance)
    )
  }

  private func location(_ violation: SchemaViolation) -> String {
    let node = program.nodes[Int(violation.node)]
    let resource = program.resources[Int(node.resource)]
    var pointer = program.documents[Int(node.document)].pointer(
      to: Int(node.token),
      from: Int(resource.token)
    )
    if let keyword = writtenKeyword(violation, node) { pointer += "/" + keyword.rawValue }
    return resource.uri + "#" + URIReference.encode(pointer)
  }

  /// The keyword in the schema that the violation is about, if one is.
  private func writtenKeyword(_ violation: SchemaViolation, _ node: SchemaNode) -> SchemaKeyword? {
    switch violation.keyword {
    case .falseSchema: return nil
    case .ref: return nil  // the schema as a whole could not be applied
    case .dependentRequired:
      let document = program.documents[Int(node.document)]
      let name = SchemaKeyword.dependentRequired
      return document.value(name.rawValue, in: Int(node.token)) == nil ? .dependencies : name
    case let keyword: return keyword
    }
  }

  private func message(_ violation: SchemaViolation, _ instance: borrowing Instance) -> String {
    let node = program.nodes[Int(violation.node)]
    let detail = Int(violation.detail)
    let kind = instance.tokens[Int(violation.token)].kind
    switch violation.keyword {
    case .type: return "is \(Self.noun(kind)) instead of \(Self.types(node.types))"
    case .falseSchema: return "is not allowed"
    case .additionalProperties, .unevaluatedProperties: return "is a property that is not allowed"
    case .items, .unevaluatedItems: return "is an element that is not allowed"
    case .required, .dependentRequired:
      return "lacks the property \(quoted(program.names.text(detail)))"
    case .const: return "is not \(schemaText(violation, .const))"
    case .enum: return "is none of the values allowed: \(schemaText(violation, .enum))"
    case .pattern, .patternProperties:
      if detail == evaluator.gaveUp {
        return "is too long for a pattern that may need to look back"
      }
      return "does not match \(schemaText(violation, .pattern))"
    case .format:
      let format = program.strings[Int(node.string)].format
      return "is not \(format?.title ?? "of the format")"
    case .minimum: return "is less than \(schemaText(violation, .minimum))"
    case .exclusiveMinimum:
      return "is not greater than \(schemaText(violation, .exclusiveMinimum))"
    case .maximum: return "is greater than \(schemaText(violation, .maximum))"
    case .exclusiveMaximum: return "is not less than \(schemaText(violation, .exclusiveMaximum))"
    case .multipleOf: return "is not a multiple of \(schemaText(violation, .multipleOf))"
    case .minLength: return "has fewer characters than \(schemaText(violation, .minLength))"
    case .maxLength: return "has more characters than \(schemaText(violation, .maxLength))"
    case .minItems: return "has fewer elements than \(schemaText(violation, .minItems))"
    case .maxItems: return "has more elements than \(schemaText(violation, .maxItems))"
    case .minProperties: return "has fewer properties than \(schemaText(violation, .minProperties))"
    case .maxProperties: return "has more properties than \(schemaText(violation, .maxProperties))"
    case .uniqueItems: return "equals an element before it"
    case .contains: return "has no element like the one it must have"
    case .minContains:
      return "has \(detail) of the elements of which it must have "
        + "\(schemaText(violation, .minContains))"
    case .maxContains:
      return "has \(detail) of the elements of which it may have "
        + "\(schemaText(violation, .maxContains))"
    case .not: return "is what it must not be"
    case .anyOf: return "conforms to none of the alternatives"
    case .oneOf:
      return detail > 1
        ? "conforms to more than one of the alternatives"
        : "conforms to none of the alternatives"
    default:
      return detail == evaluator.tooMuch
        ? "takes more steps to check than any sensible schema needs"
        : "is nested too deep for the schema"
    }
  }

  /// The value of a keyword as the schema writes it, cut when it is long.
  private func schemaText(_ violation: SchemaViolation, _ keyword: SchemaKeyword) -> String {
    let node = program.nodes[Int(violation.node)]
    let document = program.documents[Int(node.document)]
    guard let value = document.value(keyword.rawValue, in: Int(node.token)) else { return "it" }
    if keyword == .enum {
      let elements = document.elements(value)
      let shown = elements.prefix(12).map { Self.text(document, $0) }.joined(separator: ", ")
      return elements.count > 12 ? "\(shown), … (\(elements.count) in all)" : shown
    }
    return keyword == .pattern ? document.text(value) : Self.text(document, value)
  }

  private static func text(_ document: SchemaDocument, _ index: Int) -> String {
    let token = document.tokens[index]
    let quote = token.kind == .string ? 1 : 0
    let range = (Int(token.start) - quote)..<(Int(token.end) + quote)
    guard range.count > 120 else { return String(decoding: document.bytes[range], as: UTF8.self) }
    return String(decoding: document.bytes[range.prefix(117)], as: UTF8.self) + "…"
  }

  private func quoted(_ name: String) -> String {
    var bytes: [UInt8] = []
    writeJSONString(name, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func noun(_ kind: JSONToken.Kind) -> String {
    switch kind {
    case .objectStart: "an object"
    case .arrayStart: "an array"
    case .string, .key: "a string"
    case .number, .nonFinite: "a number"
    case .true, .false: "a boolean"
    case .null: "null"
    }
  }

  private static func types(_ bits: UInt8) -> String {
    let names = ValueType.names.filter { type in
      type.bits & bits == type.bits
        && !(type.name == "integer" && bits & ValueType.number != 0)
    }.map { type in
      switch type.name {
      case "null": "null"
      case "object", "array", "integer": "an \(type.name)"
      default: "a \(type.name)"
      }
    }
    return names.count < 2
      ? names.first ?? "nothing"
      : names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
  }

  /// What the alternative says that gets furthest: one whose type fits, then one with the fewest
  /// objections.
  private func causes(
    _ violation: SchemaViolation,
    _ instance: borrowing Instance
  ) -> [DescribedViolation] {
    guard depth < Self.depthLimit, violation.keyword == .anyOf || violation.keyword == .oneOf,
      violation.detail <= 0
    else { return [] }
    let node = program.nodes[Int(violation.node)]
    let rule = program.rules[node.rules.range].first { $0.keyword == violation.keyword }
    guard let rule else { return [] }
    var best: [SchemaViolation] = []
    var bestScore = Int.max
    var evaluator = self.evaluator
    evaluator.violationLimit = 100
    let token = Int(violation.token)
    for position in rule.list.range {
      let alternative = program.lists[position]
      if evaluator.run(instance, at: token, node: alternative, collecting: true) { continue }
      let failsAtOnce = evaluator.violations.contains {
        Int($0.token) == token && ($0.keyword == .type || $0.keyword == .const)
      }
      let score = evaluator.violationCount + (failsAtOnce ? 1 << 40 : 0)
      if score < bestScore {
        bestScore = score
        best = evaluator.violations
      }
    }
    let text = ViolationText(evaluator, depth: depth + 1)
    var described: [DescribedViolation] = []
    for violation in best { described.append(text.describe(violation, instance)) }
    return described
  }
}
