import ByteKit
import HealthModel
import JSONCodec

/// What is wrong with a configuration or a baseline file.
public struct ConfigurationError: Error, Sendable, CustomStringConvertible {
  /// A pointer to the value, empty for the whole file.
  public let pointer: String
  /// What is wrong.
  public let message: String

  /// `/rules/time.order: message`.
  public var description: String { pointer.isEmpty ? message : "\(pointer): \(message)" }
}

/// A configuration file (`.healthconv.json`, schema `config`): a profile, rules, suppressions.
///
///     {"profile": "strict", "rules": {"time.order": "off", "dup.exact": {"maxCount": 3}},
///      "suppress": [{"rule": "value.jump", "type": "Height", "reason": "a child"}]}
public struct Configuration: Sendable {
  /// The profile that the rest starts from.
  public var profile = Profile.default
  /// Severities by pattern of rule ids, in order; nil switches off.
  public var severities: [(pattern: String, severity: Severity?)] = []
  /// Tolerances by pattern of rule ids.
  public var tolerances: [(pattern: String, tolerance: Tolerance)] = []
  /// What is put up with.
  public var suppressions: [Suppression] = []
  /// How many examples are kept.
  public var examples: Int?

  /// The defaults.
  public init() {}

  /// Reads the text of a configuration file; unknown keys are errors.
  public init(_ bytes: [UInt8]) throws(ConfigurationError) {
    let value = try JSONValue(settings: bytes)
    guard let members = value.members else {
      throw ConfigurationError(pointer: "", message: "not an object")
    }
    for (key, value) in members {
      switch key {
      case "$schema": continue
      case "profile":
        guard let name = value.stringValue, let known = Profile(rawValue: name) else {
          throw ConfigurationError(
            pointer: "/profile",
            message: "not one of \(Profile.allCases.map(\.rawValue).joined(separator: ", "))"
          )
        }
        profile = known
      case "rules": try readRules(value)
      case "suppress": try readSuppressions(value)
      case "examples":
        guard let number = value.intValue, number >= 0 else {
          throw ConfigurationError(pointer: "/examples", message: "not a whole number of 0 or more")
        }
        examples = number
      default: throw ConfigurationError(pointer: "/\(key)", message: "unknown key")
      }
    }
  }

  private mutating func readRules(_ value: JSONValue) throws(ConfigurationError) {
    guard let members = value.members else {
      throw ConfigurationError(pointer: "/rules", message: "not an object")
    }
    for (pattern, value) in members {
      let pointer = "/rules/\(pattern)"
      guard RuleID.allCases.contains(where: { Self.matches($0, pattern) }) else {
        throw ConfigurationError(pointer: pointer, message: "no rule has this id")
      }
      if value.stringValue != nil {
        severities.append((pattern, try Self.severity(value, pointer)))
        continue
      }
      guard let settings = value.members else {
        throw ConfigurationError(pointer: pointer, message: "neither a severity nor an object")
      }
      var tolerance = Tolerance()
      for (key, value) in settings {
        switch key {
        case "severity":
          severities.append((pattern, try Self.severity(value, "\(pointer)/severity")))
        case "maxCount":
          guard let number = value.intValue, number >= 0 else {
            throw ConfigurationError(pointer: "\(pointer)/maxCount", message: "not a whole number")
          }
          tolerance.maxCount = number
        case "maxShare":
          guard let share = value.numberText.flatMap(Double.init), (0...1).contains(share) else {
            throw ConfigurationError(pointer: "\(pointer)/maxShare", message: "not from 0 to 1")
          }
          tolerance.maxShare = share
        default: throw ConfigurationError(pointer: "\(pointer)/\(key)", message: "unknown key")
        }
      }
      if tolerance != Tolerance() { tolerances.append((pattern, tolerance)) }
    }
  }

  private static func severity(
    _ value: JSONValue,
    _ pointer: String
  ) throws(ConfigurationError) -> Severity? {
    switch value.stringValue {
    case "off": return nil
    case let name?:
      if let known = Severity.allCases.first(where: { $0.name == name }) { return known }
      fallthrough
    default:
      throw ConfigurationError(pointer: pointer, message: "not error, warning, note or off")
    }
  }

  private mutating func readSuppressions(_ value: JSONValue) throws(ConfigurationError) {
    guard let items = value.elements else {
      throw ConfigurationError(pointer: "/suppress", message: "not an array")
    }
    for (index, item) in items.enumerated() {
      let pointer = "/suppress/\(index)"
      guard let members = item.members else {
        throw ConfigurationError(pointer: pointer, message: "not an object")
      }
      var suppression = Suppression(rule: "", reason: "")
      for (key, value) in members {
        guard let text = value.stringValue else {
          throw ConfigurationError(pointer: "\(pointer)/\(key)", message: "not a string")
        }
        switch key {
        case "rule": suppression.rule = text
        case "path": suppression.path = text
        case "type": suppression.type = text
        case "source": suppression.source = text
        case "reason": suppression.reason = text
        case "until":
          let bytes = Array(text.utf8)
          guard CivilDate.parse(bytes.span, 0..<bytes.count) != nil else {
            throw ConfigurationError(
              pointer: "\(pointer)/until",
              message: "not a day such as 2026-01-31"
            )
          }
          suppression.until = text
        default: throw ConfigurationError(pointer: "\(pointer)/\(key)", message: "unknown key")
        }
      }
      guard RuleID.allCases.contains(where: { Self.matches($0, suppression.rule) }) else {
        throw ConfigurationError(pointer: "\(pointer)/rule", message: "no rule has this id")
      }
      guard !suppression.reason.isEmpty else {
        throw ConfigurationError(pointer: pointer, message: "a reason is missing")
      }
      suppressions.append(suppression)
    }
  }

  /// Whether a rule's id is meant by a pattern with `*`.
  public static func matches(_ rule: RuleID, _ pattern: String) -> Bool {
    Suppression(rule: pattern, reason: "").covers(rule, path: "", type: "", source: "")
  }

  /// Puts it into settings.
  public func apply(to settings: inout RuleSettings) {
    profile.apply(to: &settings)
    settings.profile = profile
    for (pattern, severity) in severities {
      for rule in RuleID.allCases where Self.matches(rule, pattern) {
        if let severity {
          settings.off.remove(rule)
          settings.severities[rule] = severity
        } else {
          settings.off.insert(rule)
        }
      }
    }
    for (pattern, tolerance) in tolerances {
      for rule in RuleID.allCases where Self.matches(rule, pattern) {
        settings.tolerances[rule] = tolerance
      }
    }
    settings.suppressions += suppressions
    if let examples { settings.examples = examples }
  }
}

extension JSONValue {
  /// Reads the text of a file of settings.
  init(settings bytes: [UInt8]) throws(ConfigurationError) {
    do throws(JSONError) {
      self = try JSONValue.parse(bytes)
    } catch {
      throw ConfigurationError(
        pointer: "",
        message: "not JSON: \(error.code.rawValue) at byte \(error.offset)"
      )
    }
  }
}

extension RuleSettings {
  /// The settings in full, as `--print-config` shows them.
  public var configuration: JSONValue {
    .object([
      ("profile", .string(profile.rawValue)),
      ("examples", .integer(examples)),
      (
        "rules",
        .object(
          RuleID.allCases.map { rule in
            var members: [(key: String, value: JSONValue)] = [
              ("severity", .string(isOn(rule) ? severity(rule).name : "off"))
            ]
            if let tolerance = tolerances[rule] {
              if let count = tolerance.maxCount { members.append(("maxCount", .integer(count))) }
              if let share = tolerance.maxShare {
                members.append(("maxShare", .number("\(share)")))
              }
            }
            return (rule.rawValue, .object(members))
          }
        )
      ),
      (
        "suppress",
        .array(
          suppressions.map { item in
            var members: [(key: String, value: JSONValue)] = [("rule", .string(item.rule))]
            if item.path != "*" { members.append(("path", .string(item.path))) }
            if item.type != "*" { members.append(("type", .string(item.type))) }
            if item.source != "*" { members.append(("source", .string(item.source))) }
            members.append(("reason", .string(item.reason)))
            if let until = item.until { members.append(("until", .string(until))) }
            return .object(members)
          }
        )
      ),
    ])
  }
}
