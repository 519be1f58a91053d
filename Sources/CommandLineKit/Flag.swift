/// What a shell offers where a value or an operand is typed.
public enum Completion: Sendable, Equatable {
  /// Nothing can be offered.
  case none
  /// Names of files.
  case files
  /// Names of folders.
  case folders
  /// The choices, and nothing else is accepted.
  case choices
  /// Frequent values; others are accepted too.
  case words([String])
}

/// Everything about a flag except what it does: one row of the table that parser, help and
/// completions read.
public struct FlagInfo: Sendable, Equatable {
  /// Whether a flag takes a value.
  public enum Arity: Sendable, Equatable {
    /// No value.
    case `switch`
    /// One value, of which the last one given counts; with the word help shows for it.
    case value(String)
    /// A value each time the flag is given; with the word help shows for it.
    case repeatable(String)
  }

  /// The name after `--`.
  public var long: String
  /// The letter after `-`.
  public var short: Character?
  /// Whether it takes a value.
  public var arity: Arity
  /// Whether `--no-NAME` exists too.
  public var isNegatable: Bool
  /// The heading it stands under in help.
  public var category: String
  /// One line of help, in lower case, without a period.
  public var help: String
  /// More text for the long help.
  public var details: String
  /// What holds when the flag is not given.
  public var defaultText: String?
  /// The only accepted values; empty when any value may be accepted.
  public var choices: [String]
  /// What a shell offers for its value.
  public var completion: Completion
  /// Whether an empty value is accepted; an unset shell variable is the usual reason for one.
  public var allowsEmpty: Bool
  /// Whether help and completions leave it out.
  public var isHidden: Bool

  /// The word help shows for the value; nil for a switch.
  public var valueName: String? {
    switch arity {
    case .switch: nil
    case .value(let name), .repeatable(let name): name
    }
  }

  /// Whether each time it is given counts.
  public var isRepeatable: Bool {
    if case .repeatable = arity { true } else { false }
  }

  /// The long spellings, with their dashes.
  var longSpellings: [String] {
    isNegatable ? ["--\(long)", "--no-\(long)"] : ["--\(long)"]
  }

  /// All spellings, short first, with their dashes.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + longSpellings }
}

/// A flag of a command: its row of the table, and what it does to the command's options.
public struct Flag<Options>: Sendable {
  /// The row of the table.
  public var info: FlagInfo
  /// What the flag does to the options.
  public let update: FlagUpdate<Options>

  /// Declares a flag.
  ///
  /// The default shown in help is read from the options the command starts with, unless it is given
  /// here; the choices come from the update, if it knows them.
  public init(
    _ long: String,
    short: Character? = nil,
    _ arity: FlagInfo.Arity = .switch,
    in category: String,
    help: String,
    details: String = "",
    default defaultText: String? = nil,
    choices: [String]? = nil,
    completion: Completion? = nil,
    negatable: Bool = false,
    allowsEmpty: Bool = false,
    hidden: Bool = false,
    update: FlagUpdate<Options>
  ) {
    let choices = choices ?? update.choices
    info = FlagInfo(
      long: long,
      short: short,
      arity: arity,
      isNegatable: negatable,
      category: category,
      help: help,
      details: details,
      defaultText: defaultText,
      choices: choices,
      completion: completion ?? (choices.isEmpty ? .none : .choices),
      allowsEmpty: allowsEmpty,
      isHidden: hidden
    )
    self.update = update
  }

  private init(info: FlagInfo, update: FlagUpdate<Options>) {
    self.info = info
    self.update = update
  }

  /// The same flag for options that contain these options, so that commands can share a list.
  public func inside<Outer>(_ path: any WritableKeyPath<Outer, Options> & Sendable) -> Flag<Outer> {
    Flag<Outer>(info: info, update: update.inside(path))
  }
}
