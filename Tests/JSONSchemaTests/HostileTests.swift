import JSONCodec
import JSONSchema
import Testing

@Suite("Hostile schemas and instances")
struct HostileTests {
  private func violations(_ schema: String, _ instance: String) throws -> [DescribedViolation] {
    try Schema(compiling: Array(schema.utf8)).validate(Array(instance.utf8))
  }

  /// As deep as a text may be, each level through a reference and an alternative.
  @Test
  func deepInstancesPass() throws {
    let schema = ##"{"anyOf":[{"type":"integer"},{"type":"array","items":{"$ref":"#"}}]}"##
    let depth = JSONTape.defaultDepthLimit
    let instance = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    #expect(try violations(schema, instance).isEmpty)
    let wrong = instance.replacing("1", with: "null")
    #expect(try violations(schema, wrong).count == 1)
  }

  @Test
  func deepObjectsPass() throws {
    let schema = ##"{"additionalProperties":{"$ref":"#"},"unevaluatedProperties":false}"##
    let depth = JSONTape.defaultDepthLimit
    let instance =
      String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    #expect(try violations(schema, instance).isEmpty)
  }

  @Test
  func deepSchemasCompile() throws {
    let depth = 250
    let schema =
      String(repeating: #"{"not":{"not":"#, count: depth) + #"{"type":"null"}"#
      + String(repeating: "}}", count: depth)
    #expect(try violations(schema, "null").isEmpty)
    #expect(try violations(schema, "1").count == 1)
  }

  @Test
  func deepValuesCompare() throws {
    let depth = JSONTape.defaultDepthLimit - 3
    let open = String(repeating: #"[{"a":"#, count: depth / 2)
    let close = String(repeating: "}]", count: depth / 2)
    let value = open + "1.0" + close
    let other = open + "1" + close
    #expect(try violations(#"{"uniqueItems":true}"#, "[\(value),\(other)]").count == 1)
    #expect(try violations(#"{"const":\#(value)}"#, other).isEmpty)
    #expect(try violations(#"{"enum":[[],\#(value)]}"#, open + "2" + close).count == 1)
  }

  /// No circle that can be seen before: where the reference leads depends on the way to it.
  @Test
  func dynamicCirclesEnd() throws {
    let schema = #"""
      {"$id":"http://x/a","$dynamicAnchor":"n","$ref":"b",
       "$defs":{"b":{"$id":"b","$dynamicAnchor":"n","$defs":{"c":{"$id":"c",
       "$dynamicAnchor":"n"}},"allOf":[{"$dynamicRef":"c#n"}]}}}
      """#
    let found = try violations(schema, "1")
    #expect(found.count == 1)
    #expect(found.first?.message == "is nested too deep for the schema")
  }

  /// Each level doubles the work, unless alternatives stop at the first that holds; and when none
  /// does, there is an end too.
  @Test
  func alternativesStop() throws {
    var schema = ##"{"$ref":"#/$defs/d0","$defs":{"d60":{"type":"integer"}"##
    for level in 0..<60 {
      let next = ##"{"$ref":"#/$defs/d\##(level + 1)"}"##
      schema += #","d\#(level)":{"anyOf":[\#(next),\#(next)]}"#
    }
    #expect(try violations(schema + "}}", "1").isEmpty)
    let found = try violations(schema + "}}", "null")
    #expect(found.map(\.message) == ["takes more steps to check than any sensible schema needs"])
  }

  @Test
  func manyValuesAreQuick() throws {
    let numbers = (0..<20_000).map(String.init).joined(separator: ",")
    let strings = (0..<20_000).map { "\"k\($0)\"" }.joined(separator: ",")
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try violations(#"{"uniqueItems":true}"#, "[\(numbers),\(strings)]").isEmpty)
    #expect(try violations(#"{"uniqueItems":true}"#, "[\(numbers),1.0]").count == 1)
    #expect(try violations(#"{"items":{"enum":[\#(strings)]}}"#, "[\(strings)]").isEmpty)
    #expect(try violations(#"{"items":{"enum":[\#(numbers)]}}"#, "[\(numbers)]").isEmpty)
    #expect(start.duration(to: clock.now) < .seconds(20))
  }

  @Test
  func theLimitKeepsFewAndCountsAll() throws {
    let schema = try Schema(compiling: Array(#"{"items":false}"#.utf8))
    var validator = schema.validator()
    validator.violationLimit = 3
    let bytes = Array("[1,2,3,4,5,6,7]".utf8)
    #expect(try !validator.validate(bytes.span, 0..<bytes.count))
    #expect(validator.violations.count == 3)
    #expect(validator.violationCount == 7)
  }

  @Test(arguments: ["1e999999999999", "-1e-999999999999", "1e2147483648"])
  func extremeNumbersPass(_ number: String) throws {
    let schema =
      #"{"minimum":-1e5000000000,"maximum":1e5000000000000,"multipleOf":1e-99999999999999}"#
    _ = try violations(schema, number)
    _ = try violations(#"{"multipleOf":0.3,"type":"integer"}"#, number)
  }
}
