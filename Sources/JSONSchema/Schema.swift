import JSONCodec

/// How a schema is compiled.
public struct SchemaOptions: Sendable {
  /// Whether `format` is a requirement and not only a note (validation, section 7.2).
  public var assertsFormats: Bool

  /// By default formats are notes, as the standard has it.
  public init(assertsFormats: Bool = false) { self.assertsFormats = assertsFormats }
}

/// A JSON Schema of the draft 2020-12, compiled once.
///
///     let schema = try Schema(compiling: schemaBytes)
///     var validator = schema.validator()
///     if try !validator.validate(line.span, 0..<line.count) {
///       for violation in validator.violations { print(validator.describe(violation)) }
///     }
///
/// It is immutable; each thread makes a validator of its own. `$ref` and `$dynamicRef` reach only
/// the documents of the registry. Limits: regular expressions of 60,000 states, instances nested
/// 512 deep, 2,500 schemas applied inside each other.
public struct Schema: Sendable {
  let program: SchemaProgram

  /// Compiles a schema.
  ///
  /// - Parameters:
  ///   - bytes: the schema as JSON in UTF-8.
  ///   - baseURI: the URI it was found by, against which `$id` and references are resolved.
  ///   - registry: the documents it may refer to; the metaschemas are always there.
  public init(
    compiling bytes: [UInt8],
    baseURI: String = "",
    registry: SchemaRegistry = .empty,
    options: SchemaOptions = SchemaOptions()
  ) throws(SchemaError) {
    var compiler = SchemaCompiler(registry, options, isChecking: true)
    program = try compiler.compile(bytes, baseURI: baseURI)
  }

  /// Compiles a metaschema, which nothing checks.
  init(
    unchecked bytes: [UInt8],
    baseURI: String,
    registry: SchemaRegistry,
    options: SchemaOptions
  ) throws(SchemaError) {
    var compiler = SchemaCompiler(registry, options, isChecking: false)
    program = try compiler.compile(bytes, baseURI: baseURI)
  }

  /// Makes a validator for one thread.
  public func validator() -> SchemaValidator { SchemaValidator(program) }

  /// Validates one JSON text and describes all violations, in the order of the instance.
  ///
  /// For many texts make one `validator()`; this makes one for each call.
  public func validate(_ bytes: [UInt8]) throws(JSONError) -> [DescribedViolation] {
    var validator = self.validator()
    _ = try validator.validate(bytes.span, 0..<bytes.count)
    return validator.violations.map { validator.describe($0, bytes.span) }
  }
}
