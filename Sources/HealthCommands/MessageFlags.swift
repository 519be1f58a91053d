import CommandLineKit
import HealthModel

/// What is said on standard error, and what the exit status tells.
struct MessageFlags: Sendable {
  var isQuiet = false
  var hidesProgress = false
  var failOn = FailOn.error

  /// From which severity on findings make the exit status 1.
  enum FailOn: String, CaseIterable, Sendable {
    case error
    case warning
    case note
    case never

    func includes(_ severity: Severity) -> Bool {
      switch self {
      case .error: severity >= .error
      case .warning: severity >= .warning
      case .note: true
      case .never: false
      }
    }
  }

  static let flags: [Flag<MessageFlags>] = [
    Flag(
      "quiet",
      short: "q",
      in: "Messages",
      help: "print no summary; errors are still printed",
      update: .set(\.isQuiet)
    ),
    Flag(
      "no-progress",
      in: "Messages",
      help: "show no progress line, on a terminal neither",
      update: .set(\.hidesProgress)
    ),
    Flag(
      "fail-on",
      .value("SEVERITY"),
      in: "Messages",
      help: "exit with 1 from this severity of findings on; rejects always do",
      update: .set(\.failOn)
    ),
  ]
}
