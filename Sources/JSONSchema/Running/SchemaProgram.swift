import ByteKit

/// Schemas compiled into flat arrays of trivial values that name each other by index.
///
/// An index of -1 means that there is none.
struct SchemaProgram: Sendable {
  var nodes: [SchemaNode] = []
  var numbers: [NumberCheck] = []
  var longNumbers: [LongNumber] = []
  var strings: [StringPlan] = []
  var arrays: [ArrayPlan] = []
  var objects: [ObjectPlan] = []
  var rules: [Rule] = []
  var enums: [EnumPlan] = []
  var enumNumbers: [ExactDecimal] = []
  /// Lists of nodes, names and tokens of documents that plans and rules point into.
  var lists: [Int32] = []
  var patternProperties: [PatternProperty] = []
  var dynamicTargets: [DynamicTarget] = []
  var names = NameTables()
  var patterns: [Pattern] = []
  /// What messages and comparisons read; the texts of all schemas.
  var documents: [SchemaDocument] = []
  /// Base URI and root of each resource, for locations.
  var resources: [ResourceRoot] = []
  /// Whether some reference depends on how it was reached.
  var hasDynamicReferences = false
  var root: Int32 = 0

  struct ResourceRoot: Sendable {
    var uri: String
    var token: Int32
  }
}

/// A run of entries in another array.
struct Run: Sendable {
  var start: Int32 = 0
  var count: Int32 = 0

  var range: Range<Int> { Int(start)..<Int(start + count) }
}

/// One schema.
struct SchemaNode: Sendable {
  /// The JSON types that are allowed, as a set of `ValueType` bits.
  var types: UInt8 = ValueType.all
  var isFalse = false
  var resource: Int32 = 0
  var document: Int32 = 0
  var token: Int32 = 0
  var numbers = Run()
  var string: Int32 = -1
  var array: Int32 = -1
  var object: Int32 = -1
  var rules = Run()
  var unevaluatedItems: Int32 = -1
  var unevaluatedProperties: Int32 = -1
}

/// The types of `type`, one bit each; a number that is whole has two.
enum ValueType {
  static let object: UInt8 = 1
  static let array: UInt8 = 2
  static let string: UInt8 = 4
  static let number: UInt8 = 8
  static let integer: UInt8 = 16
  static let boolean: UInt8 = 32
  static let null: UInt8 = 64
  static let all: UInt8 = 127

  static let names: [(name: String, bits: UInt8)] = [
    ("object", object), ("array", array), ("string", string), ("number", number | integer),
    ("integer", integer), ("boolean", boolean), ("null", null),
  ]
}

/// A limit of a number.
struct NumberCheck: Sendable {
  var keyword: SchemaKeyword
  var value: ExactDecimal
  /// The value in `longNumbers` when 19 digits are not enough.
  var long: Int32 = -1
}

/// What a string must be.
struct StringPlan: Sendable {
  var minLength = 0
  var maxLength = Int.max
  var pattern: Int32 = -1
  var format: StringFormat?
}

/// What an array must be.
struct ArrayPlan: Sendable {
  var prefix = Run()
  var items: Int32 = -1
  var contains: Int32 = -1
  var minContains = 1
  var maxContains = Int.max
  var minItems = 0
  var maxItems = Int.max
  var isUnique = false
}

/// What an object must be.
struct ObjectPlan: Sendable {
  /// All names that some keyword mentions.
  var names: Int32 = -1
  /// Names that must be there, as bits of their entries.
  var required: UInt64 = 0
  /// Required names beyond the 64 that have bits: entries, in `lists`.
  var requiredMore = Run()
  var additional: Int32 = -1
  var patterns = Run()
  var propertyNames: Int32 = -1
  var minProperties = 0
  var maxProperties = Int.max
  /// In `lists`: the entry of a name, a count, and as many entries of names that it asks for.
  var dependentRequired = Run()

  var isTrivial: Bool {
    names < 0 && additional < 0 && patterns.count == 0 && propertyNames < 0 && minProperties == 0
      && maxProperties == Int.max
  }
}

/// A pattern for names and the schema of their values.
struct PatternProperty: Sendable {
  var pattern: Int32
  var node: Int32
}

/// Where a dynamic reference leads when a resource is the outermost with its anchor.
struct DynamicTarget: Sendable {
  var resource: Int32
  var node: Int32
}

/// The values of `enum` or `const`.
struct EnumPlan: Sendable {
  /// The strings among them.
  var names: Int32 = -1
  /// `null`, `false` and `true` among them, as bits 0 to 2.
  var literals: UInt8 = 0
  /// The numbers among them, sorted.
  var numbers = Run()
  /// Arrays, objects and long numbers: tokens of the document, in `lists`.
  var others = Run()
}

/// A keyword that is applied to the instance itself.
struct Rule: Sendable {
  enum Operation: UInt8, Sendable {
    /// `a` is a node.
    case ref
    /// `a` is a node, `list` runs through `dynamicTargets`.
    case dynamicRef
    /// `list` runs through nodes in `lists`.
    case allOf
    case anyOf
    case oneOf
    /// `a` is a node.
    case not
    /// `a`, `b`, `c` are nodes.
    case condition
    /// `a` is the schema, `b` the entry of the name.
    case dependentSchema
    /// `a` is an `EnumPlan`.
    case values
  }

  var operation: Operation
  var keyword: SchemaKeyword
  var a: Int32 = -1
  var b: Int32 = -1
  var c: Int32 = -1
  var list = Run()
}
