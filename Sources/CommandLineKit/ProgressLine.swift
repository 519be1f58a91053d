import Synchronization

/// One line on the terminal that tells how far a job is, and is gone when the job ends.
///
/// It appears after half a second and changes at most ten times a second, so it may be updated as
/// often as one likes, from any thread.
public final class ProgressLine: Sendable {
  /// What is counted.
  public enum Unit: Sendable, Equatable {
    /// Bytes, shown as sizes.
    case bytes
    /// Things, with the plural of their name.
    case items(String)
  }

  private struct State {
    var label = ""
    /// When the work under this label began, and how much was done then.
    var began = Duration.zero
    var doneBefore = 0
    var lastDrawn: Duration?
    var isVisible = false
    var isFinished = false
  }

  private let unit: Unit
  private let isShown: Bool
  private let width: Int
  private let now: @Sendable () -> Duration
  private let write: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// Prepares the line; `disabled` is the user's `--no-progress` or `--quiet`.
  ///
  /// `now` tells the time since the start and `write` receives the text; tests replace both.
  public init(
    _ unit: Unit = .bytes,
    terminal: Terminal = .current(),
    disabled: Bool = false,
    now: (@Sendable () -> Duration)? = nil,
    write: @escaping @Sendable (String) -> Void = { Terminal.write($0, to: .error) }
  ) {
    let start = ContinuousClock.now
    self.unit = unit
    isShown = !disabled && terminal.isTerminal(.error) && terminal.movesCursor
    width = terminal.width
    self.now = now ?? { start.duration(to: .now) }
    self.write = write
  }

  deinit { finish() }

  /// Tells how much is done, of how much if that is known, and with what.
  public func update(done: Int, total: Int? = nil, label: String) {
    guard isShown else { return }
    state.withLock { state in
      let time = now()
      if label != state.label {
        state.label = label
        state.began = time
        state.doneBefore = done
      }
      let due = state.lastDrawn.map { $0 + .milliseconds(100) } ?? .milliseconds(500)
      guard !state.isFinished, time >= due else { return }
      state.lastDrawn = time
      state.isVisible = true
      let seconds = (time - state.began) / .seconds(1)
      let rate = seconds > 0 ? Double(max(0, done - state.doneBefore)) / seconds : 0
      // The last column stays free: some terminals would break the line there.
      let line = text(done: done, total: total, rate: rate, label: label)
      write("\r\(line.prefix(max(0, width - 1)))\u{1B}[K")
    }
  }

  /// Erases the line for good.
  public func finish() {
    state.withLock { state in
      erase(&state)
      state.isFinished = true
    }
  }

  /// Writes something else to the terminal with the line out of its way; the next update brings it
  /// back.
  ///
  /// `body` must not use the line itself: it is locked meanwhile.
  public func paused<Result>(_ body: () throws -> Result) rethrows -> Result {
    try state.withLock { state in
      erase(&state)
      return try body()
    }
  }

  private func erase(_ state: inout State) {
    if state.isVisible { write("\r\u{1B}[K") }
    state.isVisible = false
  }

  private func text(done: Int, total: Int?, rate: Double, label: String) -> String {
    var parts = [label]
    if let total, total > 0 {
      let share = min(1, max(0, Double(done) / Double(total)))
      parts.append("\(Int(share * 100))%")
    }
    // A rate beyond Int is a clock that stood still.
    let perSecond = Int(exactly: rate.rounded()) ?? 0
    switch unit {
    case .bytes:
      parts.append(Readable.bytes(done))
      if perSecond > 0 { parts.append(Readable.bytes(perSecond) + "/s") }
    case .items(let name):
      parts.append(Readable.count(done) + " " + name)
      if perSecond > 0 { parts.append(Readable.count(perSecond) + "/s") }
    }
    if let total, total > done, perSecond > 0 {
      let left = (Double(total - done) / Double(perSecond)).rounded(.up)
      if left < 360_000 { parts.append("\(Readable.clock(seconds: Int(left))) left") }
    }
    return parts.joined(separator: "  ")
  }
}
