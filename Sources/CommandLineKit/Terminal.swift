#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the standard streams are connected to, read once.
public struct Terminal: Sendable {
  /// A standard stream; the raw value is its descriptor.
  public enum Stream: Int32, Sendable, CaseIterable {
    /// Standard input.
    case input = 0
    /// Standard output.
    case output = 1
    /// Standard error.
    case error = 2
  }

  private let terminals: Set<Stream>
  private let allowsColor: Bool
  /// Whether the cursor can be moved: not on a dumb terminal.
  public let movesCursor: Bool
  /// Its width in columns; 80 when nothing tells.
  public let width: Int

  /// Describes a terminal: which streams it is, the environment, and the width it reports.
  public init(terminals: Set<Stream>, environment: (String) -> String?, columns: Int?) {
    self.terminals = terminals
    movesCursor = environment("TERM") != "dumb"
    // https://no-color.org: any text but the empty one.
    allowsColor = movesCursor && (environment("NO_COLOR") ?? "").isEmpty
    let asked = environment("COLUMNS").flatMap { Int($0) }
    width = [asked, columns].lazy.compactMap { $0 }.first { $0 > 0 } ?? 80
  }

  /// The terminal of this process as it is now.
  public static func current() -> Terminal {
    Terminal(
      terminals: Set(Stream.allCases.filter { isatty($0.rawValue) == 1 }),
      environment: { name in getenv(name).map { String(cString: $0) } },
      columns: [.output, .error].lazy.compactMap(columns).first
    )
  }

  /// Whether a person sees (or types) this stream.
  public func isTerminal(_ stream: Stream) -> Bool { terminals.contains(stream) }

  /// Whether text on this stream may be coloured; `disabled` is the user's `--no-color`.
  public func usesColor(on stream: Stream, disabled: Bool = false) -> Bool {
    !disabled && allowsColor && isTerminal(stream)
  }

  /// Writes all of a text; false when the reader has gone or the disk is full.
  @discardableResult
  public static func write(_ text: String, to stream: Stream) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        #if canImport(Darwin)
          let count = Darwin.write(stream.rawValue, start, rest.count)
        #else
          let count = Glibc.write(stream.rawValue, start, rest.count)
        #endif
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
      return true
    }
  }

  private static func columns(_ stream: Stream) -> Int? {
    var size = winsize()
    guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
