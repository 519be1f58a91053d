import ByteKit
import Foundation

/// Moves dates by whole days or cuts them to their day; local clock and offset stay as written.
struct DateChange {
  private static let secondsPerDay: Int64 = 86_400
  private static let years = 1...9999

  private let shift: Int64
  private let coarsens: Bool

  init(_ options: SharingOptions) {
    shift = Int64(options.dayShift ?? 0) * Self.secondsPerDay
    coarsens = options.coarsensToDays
  }

  /// The changed time; nil when its year would be none that can be written.
  func applied(to stamp: Timestamp) -> Timestamp? {
    var result = stamp
    result.seconds += shift
    if coarsens {
      let second = result.localSeconds % Self.secondsPerDay
      result.seconds -= second < 0 ? second + Self.secondsPerDay : second
      result.nanoseconds = 0
    }
    return Self.years.contains(result.localDate.year) ? result : nil
  }

  /// The changed text of a time or a day in canonical form; nil for any other text.
  ///
  /// - Parameter keepsTime: whether midnight is written where times are cut.
  func applied(to text: String, keepsTime: Bool = false) -> String? {
    let bytes = Array(text.utf8)
    if let day = CivilDate.parse(bytes.span, 0..<bytes.count) {
      let midnight = Timestamp(seconds: day.daysSince1970 * Self.secondsPerDay)
      return applied(to: midnight)?.localDate.text
    }
    guard let stamp = Timestamp.parseRFC3339(bytes.span, 0..<bytes.count),
      let moved = applied(to: stamp)
    else { return nil }
    return coarsens && !keepsTime ? moved.localDate.text : moved.text
  }

  /// The changed text of a date in any form; nil for any other text.
  func appliedToForeign(_ text: String) -> String? {
    if let known = applied(to: text) { return known }
    let bytes = Array(text.utf8)
    guard let (stamp, notes) = try? Timestamp.parse(bytes.span, 0..<bytes.count),
      let moved = applied(to: stamp)
    else { return nil }
    return coarsens || notes.contains(.dateOnly) ? moved.localDate.text : moved.text
  }
}

/// Looks for what may be a date somewhere in a text.
enum DateSearch {
  /// Whether a text may tell a date: numbers that look like one, a count of seconds, or a month's
  /// name beside a number.
  ///
  /// It is meant to find too much: what it finds is taken out.
  static func maySayDate(_ text: String) -> Bool {
    // The digits of a UUID are chance.
    if UUID(uuidString: text) != nil { return false }
    let bytes = Array(text.lowercased().utf8)
    let runs = digitRuns(bytes)
    for (index, run) in runs.enumerated() {
      // Days and seconds in one number: 20240131, 20240131083000, and counts since 1970 or 2001.
      if run.count == 8 || run.count == 14 || (9...10).contains(run.count)
        || [12, 13, 16, 19].contains(run.count)
      {
        return true
      }
      if index + 1 < runs.count, isMonth(run, runs[index + 1], bytes) { return true }
      // Three numbers with one separator between: 2024-01-31, 31.1.24, 1/31/2024.
      guard index + 2 < runs.count else { continue }
      let (second, third) = (runs[index + 1], runs[index + 2])
      let lengths = [run.count, second.count, third.count]
      if second.lowerBound == run.upperBound + 1, third.lowerBound == second.upperBound + 1,
        bytes[run.upperBound] == bytes[second.upperBound],
        separators.contains(bytes[run.upperBound]),
        lengths == [4, 2, 2] || lengths == [4, 1, 1] || lengths == [4, 1, 2]
          || lengths == [4, 2, 1]
          || lengths[0] <= 2 && lengths[1] <= 2 && [2, 4].contains(lengths[2])
      {
        return true
      }
    }
    guard !runs.isEmpty else { return false }
    let words = String(decoding: bytes, as: UTF8.self).split { !$0.isLetter }
    return words.contains { word in months.contains { word.hasPrefix($0) } }
  }

  /// Whether two numbers side by side are a year and a month: 2024-04, 4/2024.
  private static func isMonth(_ one: Range<Int>, _ other: Range<Int>, _ bytes: [UInt8]) -> Bool {
    guard other.lowerBound == one.upperBound + 1, separators.contains(bytes[one.upperBound]),
      let year = [one, other].first(where: { $0.count == 4 }), one.count + other.count <= 6
    else { return false }
    return [[0x31, 0x39], [0x32, 0x30]].contains(
      Array(bytes[year.lowerBound..<year.lowerBound + 2])
    )
  }

  private static let separators: Set<UInt8> = Set("-/._ ".utf8)
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func digitRuns(_ bytes: [UInt8]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      if byte >= 0x30, byte <= 0x39 {
        if start == nil { start = index }
      } else if let first = start {
        runs.append(first..<index)
        start = nil
      }
    }
    if let first = start { runs.append(first..<bytes.count) }
    return runs
  }
}
