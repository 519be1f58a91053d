import Foundation
import JSONCodec
import JSONSchema
import TestSupport
import Testing

/// Each folder of Fixtures/json-schema holds a schema, an instance and what is to be said of it:
/// bytes, pointer, location and message, one violation a line.
@Suite("Violations")
struct ViolationTests {
  @Test(arguments: Fixtures.names(in: "json-schema"))
  func fixture(_ name: String) throws {
    let folder = Fixtures.path("json-schema/\(name)")
    let options = SchemaOptions(assertsFormats: name == "formats")
    let schema = try Schema(compiling: readBytes("\(folder)/schema.json"), options: options)
    let instance = try readBytes("\(folder)/instance.json")
    let found = Self.lines(try schema.validate(instance), instance, indent: "")
    let expected = try? String(contentsOfFile: "\(folder)/expected.txt", encoding: .utf8)
    if expected == nil, ProcessInfo.processInfo.environment["RECORD_FIXTURES"] != nil {
      try found.write(toFile: "\(folder)/expected.txt", atomically: true, encoding: .utf8)
    }
    #expect(found == expected)
  }

  private static func lines(
    _ violations: [DescribedViolation],
    _ bytes: [UInt8],
    indent: String
  ) -> String {
    violations.map { violation in
      let range = violation.range
      let text = String(decoding: bytes[range], as: UTF8.self)
      return "\(indent)\(range.lowerBound)-\(range.upperBound) \(text)\n"
        + "\(indent)  \(violation.instancePointer) | \(violation.keywordLocation)\n"
        + "\(indent)  \(violation.message)\n"
        + lines(violation.causes, bytes, indent: indent + "    ")
    }.joined()
  }

  @Test
  func positionsCountFromTheStartOfTheBuffer() throws {
    let schema = try Schema(compiling: Array(#"{"items":{"type":"string"}}"#.utf8))
    let bytes = Array("[0]\n[\"a\",1]\n[2]".utf8)
    var validator = schema.validator()
    #expect(try !validator.validate(bytes.span, 4..<11))
    let violation = try #require(validator.violations.first)
    #expect(violation.range == 9..<10)
    #expect(validator.describe(violation, bytes.span).instancePointer == "/1")
    var tape = JSONTape()
    try tape.parse(bytes.span, 12..<15)
    let isValid = validator.validate(tape, of: bytes.span)
    #expect(!isValid)
    #expect(validator.violations.map(\.range) == [13..<14])
    #expect(validator.describe(validator.violations[0], bytes.span, tape).instancePointer == "/0")
  }

  @Test
  func deepViolationsKeepTheirPlace() throws {
    let schema = try Schema(compiling: Array(##"{"items":{"$ref":"#"},"type":"array"}"##.utf8))
    let depth = 300
    let open = String(repeating: "[", count: depth)
    let bytes = Array("[]\n[[],\(open)5\(String(repeating: "]", count: depth))]".utf8)
    var validator = schema.validator()
    #expect(try !validator.validate(bytes.span, 3..<bytes.count))
    let violation = try #require(validator.violations.first)
    #expect(violation.range == (7 + depth)..<(8 + depth))
    let pointer = "/1" + String(repeating: "/0", count: depth)
    #expect(validator.describe(violation, bytes.span).instancePointer == pointer)
  }

  @Test
  func rulesHaveNumbers() throws {
    let schema = try Schema(compiling: Array(#"{"items":{"minimum":1,"multipleOf":2}}"#.utf8))
    var validator = schema.validator()
    let bytes = Array("[-1,-3,0]".utf8)
    #expect(try !validator.validate(bytes.span, 0..<bytes.count))
    let rules = validator.violations.map(\.ruleID)
    #expect(rules.count == 5)
    #expect(Set(rules).count == 2)
  }
}
