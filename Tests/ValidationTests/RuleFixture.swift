import Foundation
import HealthConvert
import HealthFormats
import HealthModel
import HealthValidation
import JSONCodec
import TestSupport
import Testing

/// A folder of `Fixtures/rules`: a file that breaks one rule alone, and the repaired one.
struct RuleFixture: CustomTestStringConvertible, Sendable {
  let rule: RuleID

  var testDescription: String { rule.rawValue }

  /// Rules whose findings are about no bytes of a file, tested elsewhere.
  static let withoutFile: Set<RuleID> = [.fileUnreadable, .configUnusedSuppression]

  static let all = RuleID.allCases.filter { !withoutFile.contains($0) }.map(RuleFixture.init)

  private var folder: String { "rules/" + rule.rawValue }

  func path(_ name: String) -> String {
    let files = Fixtures.names(in: folder).filter { $0.hasPrefix(name + ".") }
    return Fixtures.path(folder + "/" + (files.first ?? name))
  }

  var bad: String { path("bad") }
  var good: String { path("good") }

  /// Where the damage is.
  func expected() throws -> JSONValue {
    try JSONValue.parse(try readBytes(Fixtures.path(folder + "/expected.json")))
  }

  /// A validation of one of the files, read as the fixture says.
  func validation(of path: String) throws -> Validation {
    var validation = Validation(inputs: [path])
    validation.reading.threads = 1
    if let name = try expected()["options"]?["assumeZone"]?.stringValue {
      validation.reading.assumedZone = ZoneRules(identifier: name)
    }
    return validation
  }
}

extension ValidationReport {
  /// The ids and counts of the broken rules.
  var counts: [String: Int] {
    Dictionary(uniqueKeysWithValues: broken.map { ($0.rule.rawValue, $0.count) })
  }

  /// The whole report as text, which holds everything it says.
  var text: String {
    String(decoding: written(as: .json, ReportOptions(toolVersion: "test")), as: UTF8.self)
  }

  func outcome(_ rule: RuleID) -> RuleOutcome? { rules.first { $0.rule == rule } }
}
