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
///
/// "First" is by place, not by time: what several passes over the same records find comes out as one pass would
/// have found it.
public struct FindingLog: Sendable {
  /// How many examples of a code are kept.
  public static let examplesKept = 5
  /// How many of each code this log keeps.
  public var examplesKept = FindingLog.examplesKept
  /// Whether the places of all findings are kept, those beyond the examples without their detail.
  public var keepsPlaces = false

  fileprivate struct Entry {
    var count = 0
    /// The examples by offset.
    var examples: [Finding] = []
  }

  private var entries: [FindingCode: Entry] = [:]
  /// The codes noted since the mark.
  private var sinceMark: [FindingCode] = []

  /// An empty log.
  public init() {}

  /// Whether nothing was found.
  public var isEmpty: Bool { entries.isEmpty }

  /// How often each code was found.
  public var counts: [FindingCode: Int] { entries.mapValues(\.count) }

  /// The first findings of each code, in the order of their places.
  public var examples: [Finding] {
    entries.values.flatMap(\.examples).sorted {
      ($0.offset, $0.code.rawValue) < ($1.offset, $1.code.rawValue)
    }
  }

  /// Notes a finding; the detail is made only when the example is kept.
  public mutating func note(
    _ code: FindingCode,
    at offset: Int,
    _ detail: @autoclosure () -> String = ""
  ) {
    sinceMark.append(code)
    entries[code, default: Entry()].note(
      code,
      at: offset,
      limit: examplesKept,
      keepsPlaces: keepsPlaces,
      detail
    )
  }

  /// Remembers the state that `rollBack` goes back to.
  @inline(__always)
  public mutating func mark() {
    if !sinceMark.isEmpty { sinceMark.removeAll(keepingCapacity: true) }
  }

  /// Takes back what was found since the mark, all of it at `offset` or later.
  public mutating func rollBack(to offset: Int) {
    for code in sinceMark { entries[code]?.takeBack(from: offset) }
    entries = entries.filter { $0.value.count > 0 }
    sinceMark.removeAll(keepingCapacity: true)
  }

  /// Forgets everything.
  public mutating func removeAll() {
    sinceMark.removeAll(keepingCapacity: true)
    guard !entries.isEmpty else { return }
    entries.removeAll(keepingCapacity: true)
  }
}

extension FindingLog.Entry {
  fileprivate mutating func note(
    _ code: FindingCode,
    at offset: Int,
    limit: Int,
    keepsPlaces: Bool,
    _ detail: () -> String
  ) {
    count += 1
    if examples.count >= limit, !keepsPlaces {
      guard let last = examples.last, offset < last.offset else { return }
      examples.removeLast()
    }
    let place = examples.lastIndex { $0.offset <= offset }.map { $0 + 1 } ?? 0
    // What is odd in a row or a category tells which rule it breaks.
    let isDetailed = place < limit || code == .rowOddity || code == .unknownCategoryValue
    examples.insert(Finding(code, at: offset, isDetailed ? detail() : ""), at: place)
  }

  fileprivate mutating func takeBack(from offset: Int) {
    count -= 1
    examples.removeAll { $0.offset >= offset }
  }
}
