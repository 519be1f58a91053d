import JSONCodec
import JSONSchema
import Schemas
import TestSupport
import Testing

/// Damaged schemas and instances end in an error or a verdict, never in a trap.
@Suite("Damaged schemas and instances")
struct MutationTests {
  @Test
  func schemas() throws {
    var random = SplitMix64(seed: testSeed())
    let sources = EmbeddedSchema.all.map(\.bytes) + Self.fixtures("schema.json")
    let instances = Self.fixtures("instance.json")
    var compiled = 0
    for _ in 0..<400 {
      var bytes = try #require(sources.randomElement(using: &random))
      Self.mutate(&bytes, &random)
      do throws(SchemaError) {
        let schema = try Schema(compiling: bytes, options: SchemaOptions(assertsFormats: true))
        compiled += 1
        _ = try? schema.validate(try #require(instances.randomElement(using: &random)))
      } catch {
        #expect(error.range.upperBound <= bytes.count)
        #expect(!error.message.isEmpty)
      }
    }
    #expect(compiled > 20)
  }

  @Test
  func instances() throws {
    var random = SplitMix64(seed: testSeed())
    for name in Fixtures.names(in: "json-schema") {
      let folder = Fixtures.path("json-schema/\(name)")
      let schema = try Schema(compiling: readBytes("\(folder)/schema.json"))
      let source = try readBytes("\(folder)/instance.json")
      var validator = schema.validator()
      for _ in 0..<500 {
        var bytes = source
        Self.mutate(&bytes, &random)
        guard let isValid = try? validator.validate(bytes.span, 0..<bytes.count) else { continue }
        #expect(isValid == validator.violations.isEmpty)
        for violation in validator.violations {
          let described = validator.describe(violation, bytes.span)
          #expect(described.range.upperBound <= bytes.count)
          // What is named is a whole JSON text.
          var tape = JSONTape()
          let isText = (try? tape.parse(bytes.span, described.range)) != nil
          #expect(isText)
        }
        #expect(try validator.isValid(bytes.span, 0..<bytes.count) == isValid)
      }
    }
  }

  private static func fixtures(_ file: String) -> [[UInt8]] {
    Fixtures.names(in: "json-schema").compactMap {
      try? readBytes(Fixtures.path("json-schema/\($0)/\(file)"))
    }
  }

  /// Changes, removes, doubles or exchanges a few bytes, mostly for bytes that JSON knows.
  private static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let known = Array(#"{}[]",:0123456789.-eE\nulltruefals$#/^*+?()|"#.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0...4, using: &random) {
      case 0: bytes[at] = known.randomElement(using: &random) ?? 0
      case 1: bytes.remove(at: at)
      case 2: bytes.insert(known.randomElement(using: &random) ?? 0, at: at)
      case 3: bytes[at] = UInt8.random(in: 0...255, using: &random)
      default:
        let other = Int.random(in: 0..<bytes.count, using: &random)
        bytes.swapAt(at, other)
      }
    }
  }
}
