/// An operand of a command, or a row of them.
public struct Operand: Sendable, Equatable {
  /// How many words it stands for.
  public enum Count: Sendable, Equatable {
    /// Exactly one.
    case one
    /// One or none.
    case optional
    /// One or more.
    case oneOrMore
    /// Any number, also none.
    case any
  }

  /// The word help shows for it.
  public var name: String
  /// How many words it stands for.
  public var count: Count
  /// The only accepted words; empty when any word may be accepted.
  public var choices: [String]
  /// What a shell offers for it.
  public var completion: Completion

  /// Declares an operand.
  public init(
    _ name: String,
    _ count: Count = .one,
    choices: [String] = [],
    completion: Completion? = nil
  ) {
    self.name = name
    self.count = count
    self.choices = choices
    self.completion = completion ?? (choices.isEmpty ? .none : .choices)
  }

  var isRequired: Bool { count == .one || count == .oneOrMore }
  var isVariadic: Bool { count == .oneOrMore || count == .any }

  var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)..."
    case .any: "[\(name)...]"
    }
  }
}

/// A command line that help shows, with what it does.
public struct Example: Sendable, Equatable {
  /// The whole command line, tool included.
  public var line: String
  /// What it does.
  public var text: String

  /// Pairs a command line with what it does.
  public init(_ line: String, _ text: String) {
    self.line = line
    self.text = text
  }
}

/// A command of a tool, or a group of commands.
public struct Command: Sendable {
  typealias Action = @Sendable () throws(UsageError) -> ExitStatus

  /// The word that is typed.
  public let name: String
  /// What it does, in one line, without a period.
  public let summary: String
  /// Paragraphs for the long help; indented lines are kept as they are.
  public let discussion: String
  /// Its operands, in order.
  public let operands: [Operand]
  /// Examples that help shows first.
  public let examples: [Example]
  /// Its rows of the flag table, in the order of help.
  public let flags: [FlagInfo]
  /// The commands below it; empty for a command that does something itself.
  public let subcommands: [Command]
  /// Whether `-40` is an operand.
  public let allowsNegativeOperands: Bool

  /// Applies the settings to fresh options; the options' type is known only inside.
  let prepare: @Sendable ([Setting], [String]) throws(UsageError) -> Action

  /// Declares a command that does something.
  ///
  /// `options` are the options as they are without any flag.
  public init<Options: Sendable>(
    _ name: String,
    summary: String,
    discussion: String = "",
    operands: [Operand] = [],
    examples: [Example] = [],
    flags: [Flag<Options>],
    options: Options,
    allowsNegativeOperands: Bool = false,
    run: @escaping @Sendable (Options, [String]) throws(UsageError) -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.operands = operands
    self.examples = examples
    self.flags = flags.map { flag in
      var info = flag.info
      info.defaultText = info.defaultText ?? flag.update.show(options)
      return info
    }
    self.subcommands = []
    self.allowsNegativeOperands = allowsNegativeOperands
    self.prepare = { (settings, operands) throws(UsageError) in
      var changed = options
      for setting in settings {
        do throws(UsageError) {
          try flags[setting.flag].update.apply(&changed, setting.value)
        } catch {
          throw setting.placing(error)
        }
      }
      let final = changed
      return { () throws(UsageError) in try run(final, operands) }
    }
  }

  /// Declares a group of commands.
  public init(
    _ name: String,
    summary: String,
    discussion: String = "",
    examples: [Example] = [],
    subcommands: [Command]
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.operands = []
    self.examples = examples
    self.flags = []
    self.subcommands = subcommands
    self.allowsNegativeOperands = false
    self.prepare = { (_, _) throws(UsageError) in { .usage } }
  }

  /// Whether it only holds other commands.
  public var isGroup: Bool { !subcommands.isEmpty }
}
