/// A command line that cannot be understood.
///
/// A flag's update or a command's `run` needs to say only what is wrong; the parser adds the flag,
/// the token and its place.
public struct UsageError: Error, Equatable, Sendable {
  /// What sort of mistake it is.
  public enum Kind: String, Sendable {
    /// A flag that the command does not have.
    case unknownFlag = "unknown-flag"
    /// A command that the tool does not have.
    case unknownCommand = "unknown-command"
    /// No command where one is needed.
    case missingCommand = "missing-command"
    /// A flag without the value it needs.
    case missingValue = "missing-value"
    /// A switch that was given a value.
    case unexpectedValue = "unexpected-value"
    /// A value the flag or operand does not accept.
    case invalidValue = "invalid-value"
    /// Fewer operands than needed.
    case missingOperand = "missing-operand"
    /// More operands than accepted.
    case unexpectedOperand = "unexpected-operand"
    /// Flags or operands that do not go together.
    case conflict
  }

  /// The sort of mistake.
  public var kind: Kind
  /// What is wrong, in words, without a period.
  public var message: String
  /// The word of the command line it is about.
  public var token: String?
  /// The place of that word among the arguments, from 0.
  public var index: Int?
  /// What was probably meant, ready to be typed.
  public var suggestion: String?
  /// The names of the tool and the commands below it, as far as they were understood.
  public var command: [String]

  /// Describes a mistake.
  public init(
    _ kind: Kind,
    _ message: String,
    token: String? = nil,
    index: Int? = nil,
    suggestion: String? = nil,
    command: [String] = []
  ) {
    self.kind = kind
    self.message = message
    self.token = token
    self.index = index
    self.suggestion = suggestion
    self.command = command
  }

  /// Tells what is wrong with a value: the words after the colon of `invalid value 'x' for
  /// --flag:`.
  public init(_ message: String) {
    self.init(.invalidValue, message)
  }
}

extension UsageError: CustomStringConvertible {
  /// The message and the suggestion as one line.
  public var description: String {
    guard let suggestion else { return message }
    return "\(message); did you mean \(suggestion)?"
  }
}
