import ByteKit
import JSONCodec

/// Runs a program over a parsed instance.
///
/// Keywords are applied by the type of the value first, then those that apply to the value itself.
/// While `isCollecting`, all violations are found; otherwise the first one ends the run.
struct Evaluator: Sendable {
  let program: SchemaProgram
  var matchers: [PatternMatcher]
  var isCollecting = false
  var violations: [SchemaViolation] = []
  /// How many violations there were; more than `violations` holds when the limit was met.
  var violationCount = 0
  var violationLimit = Int.max
  /// The resources entered, outermost first, as far as dynamic references need them.
  var scope: [Int32] = []
  /// Which children something has evaluated, for `unevaluated...`; frames on top of each other.
  var marks: [Bool] = []
  var depth = 0

  /// How deep schemas may be applied inside each other on this thread.
  var depthLimit = Self.shallowLimit
  var wasTooDeep = false
  /// How many more schemas may be applied to objects, arrays and in place.
  var workLeft = 0

  /// What fits on the stack of any thread; deeper values are run again on one with a large stack.
  static let shallowLimit = 64

  /// Deeper than any instance of `JSONTape.defaultDepthLimit` needs with sensible schemas.
  static let deepLimit = 2_500

  /// No instance needs as many schemas with sensible schemas; alternatives in alternatives can.
  static func workLimit(_ tokenCount: Int) -> Int { 500_000 + 2_000 * tokenCount }

  /// The frame of a value whose children nobody asks about.
  static let noFrame = -1

  init(_ program: SchemaProgram) {
    self.program = program
    matchers = program.patterns.map { PatternMatcher($0) }
  }

  /// Whether the value at a token conforms to a node.
  mutating func run(
    _ instance: borrowing Instance,
    at token: Int,
    node: Int32,
    collecting: Bool
  ) -> Bool {
    let isValid = runHere(instance, at: token, node: node, collecting: collecting)
    guard wasTooDeep, depthLimit < Self.deepLimit else { return isValid }
    return runDeep(instance, at: token, node: node, collecting: collecting)
  }

  mutating func runHere(
    _ instance: borrowing Instance,
    at token: Int,
    node: Int32,
    collecting: Bool
  ) -> Bool {
    isCollecting = collecting
    violations.removeAll(keepingCapacity: true)
    violationCount = 0
    scope.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    depth = 0
    wasTooDeep = false
    workLeft = Self.workLimit(instance.tokens.count)
    let isValid = evaluate(node, token, instance, Self.noFrame)
    if violations.count > 1 { violations.sort { $0.range.lowerBound < $1.range.lowerBound } }
    return isValid && !hasGivenUp
  }

  /// Whether the run was ended before its time.
  private var hasGivenUp: Bool { workLeft <= Int.min / 2 }

  /// Whether the value conforms to a schema; `frame` is where its children are marked.
  mutating func evaluate(
    _ index: Int32,
    _ token: Int,
    _ instance: borrowing Instance,
    _ frame: Int
  ) -> Bool {
    let node = program.nodes[Int(index)]
    let kind = instance.tokens[token].kind
    if node.types != ValueType.all, !hasType(node.types, kind, token, instance) {
      return report(.type, index, token, instance)
    }
    if node.isFalse { return report(.falseSchema, index, token, instance) }
    let isPlain =
      !program.hasDynamicReferences
      && node.unevaluatedProperties & node.unevaluatedItems == -1 && node.rules.count == 0
    if isPlain, kind != .objectStart, kind != .arrayStart {
      return evaluateScalar(node, index, token, kind, instance)
    }

    workLeft &-= 1
    guard depth < depthLimit, workLeft > 0 else { return giveUp(index, token, instance) }
    depth &+= 1
    defer { depth &-= 1 }
    let entersScope = program.hasDynamicReferences && scope.last != node.resource
    if entersScope { scope.append(node.resource) }
    defer { if entersScope { scope.removeLast() } }

    let asks = kind == .objectStart ? node.unevaluatedProperties : node.unevaluatedItems
    if asks >= 0, kind == .objectStart || kind == .arrayStart {
      return evaluateAndAsk(node, index, token, instance, frame)
    }
    return evaluateKeywords(node, index, token, kind, instance, frame)
  }

  /// Ends the run: no schema is applied any more, and the only violation says why.
  private mutating func giveUp(
    _ index: Int32,
    _ token: Int,
    _ instance: borrowing Instance
  ) -> Bool {
    if workLeft > 0 { wasTooDeep = true }
    let isFirst = !hasGivenUp
    workLeft = Int.min / 2
    guard isFirst else { return false }
    violations.removeAll(keepingCapacity: true)
    violationCount = 0
    let wasCollecting = isCollecting
    isCollecting = true
    defer { isCollecting = wasCollecting }
    return report(.ref, index, token, instance, wasTooDeep ? tooDeep : tooMuch)
  }

  /// Detail of a violation of a reference: it is nested too deep.
  var tooDeep: Int { -2 }

  /// Detail of a violation of a reference: alternatives in alternatives take too long.
  var tooMuch: Int { -4 }

  /// Detail of a violation of `pattern` or `patternProperties`: the search was given up.
  var gaveUp: Int { -3 }

  mutating func evaluateKeywords(
    _ node: SchemaNode,
    _ index: Int32,
    _ token: Int,
    _ kind: JSONToken.Kind,
    _ instance: borrowing Instance,
    _ frame: Int
  ) -> Bool {
    var isValid = true
    switch kind {
    case .objectStart:
      if node.object >= 0 {
        isValid = evaluateObject(Int(node.object), index, token, instance, frame)
      }
    case .arrayStart:
      if node.array >= 0 {
        isValid = evaluateArray(Int(node.array), index, token, instance, frame)
      }
    default: isValid = evaluateScalar(node, index, token, kind, instance)
    }
    if node.rules.count > 0, isValid || isCollecting {
      for rule in node.rules.range {
        if !apply(program.rules[rule], index, token, instance, frame) {
          isValid = false
          if !isCollecting { break }
        }
      }
    }
    return isValid
  }

  @inline(__always)
  private mutating func evaluateScalar(
    _ node: SchemaNode,
    _ index: Int32,
    _ token: Int,
    _ kind: JSONToken.Kind,
    _ instance: borrowing Instance
  ) -> Bool {
    switch kind {
    case .string, .key:
      return node.string < 0 || evaluateString(Int(node.string), index, token, instance)
    case .number:
      return node.numbers.count == 0 || evaluateNumber(node.numbers, index, token, instance)
    default: return true
    }
  }

  @inline(__always)
  private func hasType(
    _ types: UInt8,
    _ kind: JSONToken.Kind,
    _ token: Int,
    _ instance: borrowing Instance
  ) -> Bool {
    switch kind {
    case .objectStart: types & ValueType.object != 0
    case .arrayStart: types & ValueType.array != 0
    case .key, .string: types & ValueType.string != 0
    case .number:
      types & ValueType.number != 0
        || types & ValueType.integer != 0 && isInteger(instance.tokens[token], instance.bytes)
    case .true, .false: types & ValueType.boolean != 0
    case .null, .nonFinite: types & ValueType.null != 0
    }
  }

  /// Notes a violation and returns that the value does not conform.
  @inline(never)
  mutating func report(
    _ keyword: SchemaKeyword,
    _ node: Int32,
    _ token: Int,
    _ instance: borrowing Instance,
    _ detail: Int = -1
  ) -> Bool {
    guard isCollecting, !hasGivenUp || detail == tooDeep || detail == tooMuch else {
      return false
    }
    violationCount += 1
    guard violations.count < violationLimit else { return false }
    let place = instance.tokens[token]
    let quote = place.kind == .string || place.kind == .key ? 1 : 0
    violations.append(
      SchemaViolation(
        keyword: keyword,
        range: (Int(place.start) - quote)..<(Int(place.end) + quote),
        node: node,
        token: Int32(token),
        detail: Int32(detail)
      )
    )
    return false
  }
}
