import JSONCodec

/// Validates one JSON text after the other; one for each thread.
///
/// While texts conform, nothing is allocated once the first ones have been seen.
public struct SchemaValidator: Sendable {
  private var evaluator: Evaluator

  /// The tokens of the last text.
  public private(set) var tape = JSONTape()

  init(_ program: SchemaProgram) { evaluator = Evaluator(program) }

  /// The violations of the last text, each where its value lies, up to the limit.
  public var violations: [SchemaViolation] { evaluator.violations }

  /// How many violations the last text has; more than `violations` when the limit was met.
  public var violationCount: Int { evaluator.violationCount }

  /// How many violations of one text are kept.
  public var violationLimit: Int {
    get { evaluator.violationLimit }
    set { evaluator.violationLimit = newValue }
  }

  /// Whether a JSON text in a range of bytes conforms; finds all violations.
  public mutating func validate(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) throws(JSONError) -> Bool {
    try tape.parseAlike(bytes, range)
    return run(tape, bytes, 0, collecting: true)
  }

  /// Whether a JSON text in a range of bytes conforms; stops at the first violation and keeps none.
  public mutating func isValid(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) throws(JSONError) -> Bool {
    try tape.parseAlike(bytes, range)
    return run(tape, bytes, 0, collecting: false)
  }

  /// Whether a value of a text that the caller has parsed conforms; finds all violations.
  ///
  /// - Parameter token: the index of the value's token.
  public mutating func validate(
    _ tape: JSONTape,
    at token: Int = 0,
    of bytes: Span<UInt8>
  ) -> Bool {
    run(tape, bytes, token, collecting: true)
  }

  private mutating func run(
    _ tape: JSONTape,
    _ bytes: Span<UInt8>,
    _ token: Int,
    collecting: Bool
  ) -> Bool {
    let tokens = tape.tokens
    let instance = Instance(tokens.span, bytes)
    return evaluator.run(instance, at: token, node: evaluator.program.root, collecting: collecting)
  }

  /// The text, pointer and location of a violation.
  ///
  /// - Parameters:
  ///   - bytes: those that were validated.
  ///   - tape: the tape that was validated, when it was the caller's.
  public func describe(
    _ violation: SchemaViolation,
    _ bytes: Span<UInt8>,
    _ tape: JSONTape? = nil
  ) -> DescribedViolation {
    let tokens = (tape ?? self.tape).tokens
    return ViolationText(evaluator).describe(violation, Instance(tokens.span, bytes))
  }

  /// The violations of a text that is parsed already, described.
  mutating func describedViolations(
    _ tokens: [JSONToken],
    _ bytes: [UInt8]
  ) -> [DescribedViolation] {
    let instance = Instance(tokens.span, bytes.span)
    if evaluator.run(instance, at: 0, node: evaluator.program.root, collecting: true) { return [] }
    let text = ViolationText(evaluator)
    return evaluator.violations.map { text.describe($0, Instance(tokens.span, bytes.span)) }
  }
}
