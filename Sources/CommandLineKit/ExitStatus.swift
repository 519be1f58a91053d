/// What a program tells the shell when it ends.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  /// The job is done.
  case done = 0
  /// The job is done, and something was found that the caller should look at.
  case doneWithFindings = 1
  /// The job could not be done.
  case failed = 2
  /// The command line was wrong (EX_USAGE of sysexits.h).
  case usage = 64
}
