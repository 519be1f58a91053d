import ByteKit
import JSONCodec

extension SchemaCompiler {
  func types(_ schema: SchemaMembers, _ document: SchemaDocument) -> UInt8 {
    guard let value = schema[.type] else { return ValueType.all }
    let names = document.tokens[value].kind == .string ? [value] : document.elements(value)
    var types: UInt8 = 0
    for name in names {
      let text = document.text(name)
      types |= ValueType.names.first { $0.name == text }?.bits ?? 0
    }
    return types
  }

  mutating func numbers(_ schema: SchemaMembers, _ document: SchemaDocument) -> Run {
    let start = program.numbers.count
    for keyword in [
      SchemaKeyword.minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .multipleOf,
    ] {
      guard let value = schema[keyword], document.tokens[value].kind == .number else { continue }
      let range = document.tokens[value].range
      var check = NumberCheck(keyword: keyword, value: ExactDecimal(0))
      if case .exact(let decimal) = ExactDecimal.parse(document.bytes.span, range) {
        check.value = decimal.normalized
      } else {
        check.long = Int32(program.longNumbers.count)
        program.longNumbers.append(LongNumber(document.bytes.span, range))
      }
      program.numbers.append(check)
    }
    return Run(start: Int32(start), count: Int32(program.numbers.count - start))
  }

  /// A natural number, however it is written; what is too large for an `Int` is its largest value.
  func count(_ keyword: SchemaKeyword, _ schema: SchemaMembers, _ document: SchemaDocument) -> Int?
  {
    guard let value = schema[keyword], document.tokens[value].kind == .number else { return nil }
    let parsed = ExactDecimal.parse(document.bytes.span, document.tokens[value].range)
    guard case .exact(let decimal) = parsed else { return Int.max }
    if decimal.isNegative { return 0 }
    let number = decimal.normalized
    guard number.exponent >= 0 else { return Int(clamping: UInt64(decimal.doubleValue)) }
    guard number.exponent < 19 else { return number.significand == 0 ? 0 : Int.max }
    var result = UInt128(number.significand)
    for _ in 0..<number.exponent { result *= 10 }
    return Int(clamping: result)
  }

  mutating func string(
    _ schema: SchemaMembers,
    _ document: SchemaDocument
  ) throws(SchemaError) -> Int32 {
    var plan = StringPlan()
    plan.minLength = count(.minLength, schema, document) ?? 0
    plan.maxLength = count(.maxLength, schema, document) ?? Int.max
    if plan.minLength > Int.max / 8 { plan.minLength = Int.max / 8 }  // no text is as long
    if let value = schema[.pattern], document.tokens[value].kind == .string {
      plan.pattern = try pattern(
        document.text(value),
        at: SchemaPlace(document: schema.place.document, token: value)
      )
    }
    if let value = schema[.format], document.tokens[value].kind == .string,
      schema.vocabularies.contains(.formatAssertion)
        || options.assertsFormats && schema.vocabularies.contains(.formatAnnotation)
    {
      plan.format = StringFormat(rawValue: document.text(value))
    }
    let isTrivial =
      plan.minLength == 0 && plan.maxLength == Int.max && plan.pattern < 0 && plan.format == nil
    if isTrivial { return -1 }
    program.strings.append(plan)
    return Int32(program.strings.count - 1)
  }

  mutating func array(
    _ schema: SchemaMembers,
    _ document: SchemaDocument
  ) throws(SchemaError) -> Int32 {
    var plan = ArrayPlan()
    var isTrivial = true
    if let value = schema[.prefixItems] {
      plan.prefix = try subschemas(document.elements(value), schema)
      isTrivial = false
    }
    if let value = schema[.items] {
      plan.items = try subschema(value, schema)
      isTrivial = false
    }
    if let value = schema[.contains] {
      plan.contains = try subschema(value, schema)
      plan.minContains = count(.minContains, schema, document) ?? 1
      plan.maxContains = count(.maxContains, schema, document) ?? Int.max
      isTrivial = false
    }
    plan.minItems = count(.minItems, schema, document) ?? 0
    plan.maxItems = count(.maxItems, schema, document) ?? Int.max
    plan.isUnique = schema[.uniqueItems].map { document.tokens[$0].kind == .true } ?? false
    if isTrivial, plan.minItems == 0, plan.maxItems == Int.max, !plan.isUnique { return -1 }
    program.arrays.append(plan)
    return Int32(program.arrays.count - 1)
  }

  /// The plan of `enum` or `const`.
  mutating func values(_ tokens: [Int], _ document: SchemaDocument) -> Int32 {
    var plan = EnumPlan()
    var names: [(name: [UInt8], node: Int32, bit: Int32)] = []
    var known: Set<[UInt8]> = []
    var numbers: [ExactDecimal] = []
    var others: [Int32] = []
    let bytes = document.bytes.span
    for index in tokens {
      let token = document.tokens[index]
      switch token.kind {
      case .null, .nonFinite: plan.literals |= 1
      case .false: plan.literals |= 2
      case .true: plan.literals |= 4
      case .string, .key:
        let name = Array(document.text(index).utf8)
        if known.insert(name).inserted { names.append((name, -1, -1)) }
      case .number:
        if case .exact(let number) = ExactDecimal.parse(bytes, token.range) {
          numbers.append(number)
        } else {
          others.append(Int32(index))
        }
      case .objectStart, .arrayStart: others.append(Int32(index))
      }
    }
    if !names.isEmpty { plan.names = program.names.add(names) }
    numbers.sort { $0.compare($1) < 0 }
    plan.numbers = Run(start: Int32(program.enumNumbers.count), count: Int32(numbers.count))
    program.enumNumbers.append(contentsOf: numbers)
    plan.others = list(others)
    program.enums.append(plan)
    return Int32(program.enums.count - 1)
  }
}
