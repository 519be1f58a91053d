/// A flag as it was found on the command line.
struct Setting: Sendable {
  /// Its place in the command's table.
  var flag: Int
  /// As it was spelled, dashes included.
  var spelling: String
  /// Its value; "on" or "off" for a switch.
  var value: String
  /// The word that holds the value (or the switch), and its place among the arguments.
  var token: String
  var index: Int

  /// The error of an update with the flag, the word and its place filled in.
  func placing(_ error: UsageError) -> UsageError {
    var placed = error
    if error.kind == .invalidValue {
      placed.message = "invalid value '\(value)' for \(spelling): \(error.message)"
    }
    placed.token = error.token ?? token
    placed.index = error.index ?? index
    return placed
  }
}

/// What was asked for instead of a run.
enum Request: Sendable {
  case shortHelp
  case longHelp
  case version

  init?(_ token: String) {
    switch token {
    case "-h": self = .shortHelp
    case "--help": self = .longHelp
    case "--version": self = .version
    default: return nil
    }
  }

  /// The long spellings, for suggestions and completions.
  static let spellings = ["--help", "--version"]
}
