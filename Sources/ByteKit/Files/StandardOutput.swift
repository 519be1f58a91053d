#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Standard output, written at once and completely.
public enum StandardOutput {
  /// Writes every byte; the reader of a pipe that went away is an error (`EPIPE`).
  public static func write(_ bytes: Span<UInt8>) throws(FileError) {
    BrokenPipes.areErrors()
    let descriptor = Descriptor(borrowing: STDOUT_FILENO, path: "-")
    try bytes.withUnsafeBytes { (bytes) throws(FileError) in try descriptor.writeAll(bytes) }
  }
}

/// How the process learns that nobody reads its pipe any more.
enum BrokenPipes {
  private static let ignored: Bool = {
    // Only where nobody chose otherwise: a handler of the program stays in force.
    let before = signal(SIGPIPE, SIG_IGN)
    if let before, unsafeBitCast(before, to: Int.self) != 0 { _ = signal(SIGPIPE, before) }
    return true
  }()

  /// Makes a write to such a pipe fail with `EPIPE` instead of ending the process.
  static func areErrors() { _ = ignored }
}
