import Foundation
import HealthModel
import HealthValidation
import JSONCodec
import JSONSchema
import Schemas
import TestSupport
import Testing

/// What a configuration says, and what it may not say.
@Suite struct ConfigurationTests {
  private func configuration(_ text: String) throws -> Configuration {
    try Configuration(Array(text.utf8))
  }

  private func isValid(_ text: String) throws -> Bool {
    let schema = try #require(EmbeddedSchema.all.first { $0.name == "config" })
    var validator = try Schema(compiling: schema.bytes).validator()
    let bytes = Array(text.utf8)
    return try validator.validate(bytes.span, 0..<bytes.count)
  }

  static let sound = [
    "{}", #"{"$schema":"x","profile":"strict","examples":0}"#,
    #"{"rules":{"time.*":"off","time.order":"error","dup.exact":{"maxCount":2}}}"#,
    #"{"rules":{"value.range":{"severity":"off","maxShare":0.5}}}"#,
    #"{"suppress":[{"rule":"*","reason":"r","path":"a*","type":"T","source":"S","until":"2030-01-01"}]}"#,
  ]

  /// With the pointer that the error names.
  static let wrong = [
    ("[]", ""), (#"{"rulez":{}}"#, "/rulez"), (#"{"profile":"lax"}"#, "/profile"),
    (#"{"examples":-1}"#, "/examples"), (#"{"examples":"3"}"#, "/examples"),
    (#"{"rules":[]}"#, "/rules"), (#"{"rules":{"time.order":"fatal"}}"#, "/rules/time.order"),
    (#"{"rules":{"time.order":3}}"#, "/rules/time.order"),
    (#"{"rules":{"time.order":{"maxCount":-1}}}"#, "/rules/time.order/maxCount"),
    (#"{"rules":{"time.order":{"maxShare":2}}}"#, "/rules/time.order/maxShare"),
    (#"{"rules":{"time.order":{"limit":2}}}"#, "/rules/time.order/limit"),
    (#"{"suppress":{}}"#, "/suppress"), (#"{"suppress":[1]}"#, "/suppress/0"),
    (#"{"suppress":[{"rule":"time.order"}]}"#, "/suppress/0"),
    (#"{"suppress":[{"rule":"time.order","reason":""}]}"#, "/suppress/0"),
    (#"{"suppress":[{"rule":"time.order","reason":"r","until":"soon"}]}"#, "/suppress/0/until"),
    (#"{"suppress":[{"rule":"time.order","reason":"r","why":"x"}]}"#, "/suppress/0/why"),
    (#"{"suppress":[{"rule":"time.order","reason":1}]}"#, "/suppress/0/reason"),
  ]

  @Test(arguments: sound)
  func `what is sound is read, and fits the schema`(text: String) throws {
    _ = try configuration(text)
    #expect(try isValid(text))
  }

  @Test(arguments: wrong)
  func `what is wrong is named by a pointer, and fits no schema`(
    text: String,
    pointer: String
  ) throws {
    let error = #expect(throws: ConfigurationError.self) { try configuration(text) }
    #expect(error?.pointer == pointer)
    #expect(try !isValid(text))
  }

  @Test func `rules that do not exist are errors`() {
    for text in [
      #"{"rules":{"time.ordre":"off"}}"#, #"{"suppress":[{"rule":"x.*","reason":"r"}]}"#,
    ] {
      #expect(throws: ConfigurationError.self) { try configuration(text) }
    }
  }

  @Test(arguments: sound + [#"{"profile":"research","rules":{"*":"note","dup.*":{"maxCount":1}}}"#])
  func `settings written as a configuration are the same settings`(text: String) throws {
    var settings = RuleSettings()
    try configuration(text).apply(to: &settings)
    let written = settings.configuration.compact()
    #expect(try isValid(written))
    var again = RuleSettings()
    try configuration(written).apply(to: &again)
    #expect(again.configuration.compact() == written)
    for rule in RuleID.allCases {
      #expect(again.isOn(rule) == settings.isOn(rule))
      #expect(again.severity(rule) == settings.severity(rule))
    }
    #expect(again.tolerances == settings.tolerances)
  }

  @Test(arguments: Profile.allCases)
  func `a profile only changes severities`(profile: Profile) throws {
    var settings = RuleSettings()
    try configuration(#"{"profile":"\#(profile.rawValue)"}"#).apply(to: &settings)
    for rule in Rule.all where settings.isOn(rule.id) {
      switch profile {
      case .default, .structureOnly: #expect(settings.severity(rule.id) == rule.severity)
      case .strict: #expect(settings.severity(rule.id) > rule.severity || rule.severity == .error)
      case .research: #expect(settings.severity(rule.id) >= rule.severity)
      }
    }
    #expect(settings.off.isEmpty == (profile != .structureOnly))
  }
}
