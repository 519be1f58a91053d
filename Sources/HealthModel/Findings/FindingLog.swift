/// A tolerated oddity at a place of the decoded input.
public struct Finding: Sendable {
  /// What it is.
  public var code: FindingCode
  /// Byte offset in the decoded input (after decompression and decoding to UTF-8).
  public var offset: Int
  /// The values at hand: a name, a text, a limit; no sentence.
  public var detail: String

  /// A finding at an offset.
  public init(_ code: FindingCode, at offset: Int, _ detail: String = "") {
    self.code = code
    self.offset = offset
    self.detail = detail
  }
}

/// A record that could not be understood: why, and where its bytes are.
public struct Rejection: Sendable {
  /// The first reason.
  public var code: FindingCode
  /// Offset of what is wrong, in the decoded input.
  public var offset: Int
  /// The record's own bytes.
  public var record: Range<Int>
  /// The values at hand.
  public var detail: String

  /// A rejection of the bytes of `record` for what stands at `offset`.
  public init(_ code: FindingCode, at offset: Int, record: Range<Int>, _ detail: String = "") {
    self.code = code
    self.offset = offset
    self.record = record
    self.detail = detail
  }
}

/// Findings of a stretch of input: exact counts, and the first few of each code as examples.
public struct FindingLog: Sendable {
  /// How many examples of a code are kept.
  public static let examplesKept = 5

  /// How often each code was found.
  public private(set) var counts: [FindingCode: Int] = [:]
  /// The first findings of each code, in the order found.
  public private(set) var examples: [Finding] = []

  /// An empty log.
  public init() {}

  /// Whether nothing was found.
  public var isEmpty: Bool { counts.isEmpty }

  /// Notes a finding; the detail is made only when the example is kept.
  public mutating func note(
    _ code: FindingCode,
    at offset: Int,
    _ detail: @autoclosure () -> String = ""
  ) {
    let seen = counts[code, default: 0]
    counts[code] = seen + 1
    if seen < Self.examplesKept { examples.append(Finding(code, at: offset, detail())) }
  }

  /// Forgets everything.
  public mutating func removeAll() {
    guard !counts.isEmpty else { return }
    counts.removeAll(keepingCapacity: true)
    examples.removeAll(keepingCapacity: true)
  }
}
