import Foundation
import JSONCodec
import JSONSchema
import TestSupport
import Testing

/// One test of the official JSON Schema test suite.
struct SuiteCase: Sendable, CustomTestStringConvertible {
  var file: String
  var group: String
  var test: String
  var schema: [UInt8]
  var instance: [UInt8]
  var isValid: Bool

  var testDescription: String { "\(file): \(group): \(test)" }

  /// What this module leaves out, and why.
  static let exclusions: [String: String] = [
    "optional/cross-draft": "refers to a schema of draft 2019-09; only 2020-12 is understood"
  ]

  static let folder = "conformance/json-schema/tests/draft2020-12"

  static func all(in subfolder: String) -> [SuiteCase] {
    let folder = Shared.path("\(folder)/\(subfolder)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { $0.hasSuffix(".json") }.flatMap { name in
      let file = (subfolder.isEmpty ? "" : subfolder + "/") + name.dropLast(5)
      return exclusions[file] == nil ? cases(of: file) : []
    }
  }

  private static func cases(of file: String) -> [SuiteCase] {
    guard let bytes = try? readBytes(Shared.path("\(folder)/\(file).json")),
      let groups = try? JSONValue.parse(bytes).elements
    else { return [] }
    return groups.flatMap { group -> [SuiteCase] in
      (group["tests"]?.elements ?? []).map { test in
        SuiteCase(
          file: file,
          group: group["description"]?.stringValue ?? "",
          test: test["description"]?.stringValue ?? "",
          schema: Array((group["schema"] ?? .null).compact().utf8),
          instance: Array((test["data"] ?? .null).compact().utf8),
          isValid: test["valid"]?.boolValue ?? false
        )
      }
    }
  }

  /// The documents that the suite expects under http://localhost:1234/.
  static let registry: SchemaRegistry = {
    var registry = SchemaRegistry()
    let root = Shared.path("conformance/json-schema/remotes")
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    for file in files where file.hasSuffix(".json") {
      if let bytes = try? readBytes("\(root)/\(file)") {
        registry.add(bytes, uri: "http://localhost:1234/\(file)")
      }
    }
    return registry
  }()

  func check() throws {
    let options = SchemaOptions(assertsFormats: file.hasPrefix("optional/format/"))
    let schema = try Schema(compiling: schema, registry: Self.registry, options: options)
    let violations = try schema.validate(instance)
    #expect(violations.isEmpty == isValid, "\(violations.map(\.summary))")
    var validator = schema.validator()
    #expect(try validator.isValid(instance.span, 0..<instance.count) == isValid)
    for violation in violations {
      #expect(violation.range.lowerBound >= 0 && violation.range.upperBound <= instance.count)
    }
  }
}

@Suite("JSON Schema Test Suite", .enabled(if: Shared.isAvailable))
struct SuiteTests {
  @Test
  func theListsAreComplete() {
    #expect(SuiteCase.all(in: "").count == 1_299)
    let optional = SuiteCase.all(in: "optional").count + SuiteCase.all(in: "optional/format").count
    #expect(optional == 926 - 1)  // less the exclusion
  }

  @Test(arguments: SuiteCase.all(in: ""))
  func required(_ example: SuiteCase) throws { try example.check() }

  @Test(arguments: SuiteCase.all(in: "optional"))
  func optional(_ example: SuiteCase) throws { try example.check() }

  @Test(arguments: SuiteCase.all(in: "optional/format"))
  func formats(_ example: SuiteCase) throws { try example.check() }
}
