import ByteKit
import HealthModel

/// Reads the fields that all formats share from their decoded text: dates, numbers, devices.
struct FieldReader {
  /// The zone of times without an offset; nil when such a time is an error.
  var assumedZone: ZoneCursor?
  /// How to read `03/04/2026`.
  var dayMonthOrder: DayMonthOrder?
  /// Why the last date could not be read.
  private(set) var failure: FindingCode = .invalidDate
  /// What went wrong, in the words of the date grammar.
  private(set) var failureDetail = ""
  /// Whether the last date took its offset from the assumed zone.
  private(set) var usedAssumedZone = false
  /// Whether the last date's wall clock is one the zone skips.
  private(set) var fellIntoGap = false
  /// Whether the last date is a calendar day without a time.
  private(set) var isDay = false
  /// Dates in Apple's form.
  var recentDate = RecentDate()

  init(assumedZone: ZoneRules?, dayMonthOrder: DayMonthOrder?) {
    self.assumedZone = assumedZone.map { ZoneCursor($0) }
    self.dayMonthOrder = dayMonthOrder
  }

  /// Reads a date in any form; nil when it cannot be read (see `failure`).
  ///
  /// - Parameter keepsDays: take a date without a time as the calendar day it is (see `isDay`),
  ///   unless an assumed zone makes its midnight an instant.
  mutating func date(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    at offset: Int,
    keepsDays: Bool = false,
    log: inout FindingLog
  ) -> Timestamp? {
    usedAssumedZone = false
    fellIntoGap = false
    isDay = false
    let parsed: (Timestamp, [TimestampNote])
    do {
      parsed = try Timestamp.parse(bytes, range, order: dayMonthOrder)
    } catch {
      failure = .invalidDate
      failureDetail = "\(bytes.text(range)): \(error.rawValue)"
      return nil
    }
    for note in parsed.1 where note != .missingOffset {
      log.note(.dateOddity, at: offset, "\(bytes.text(range)): \(note.rawValue)")
    }
    guard parsed.0.offsetMinutes == Timestamp.noOffset else { return parsed.0 }
    if keepsDays, assumedZone == nil, parsed.1.contains(.dateOnly) {
      isDay = true
      return parsed.0
    }
    return assume(parsed.0, text: bytes.text(range), at: offset, log: &log)
  }

  /// Gives a wall-clock time the offset of the assumed zone.
  private mutating func assume(
    _ wall: Timestamp,
    text: String,
    at offset: Int,
    log: inout FindingLog
  ) -> Timestamp? {
    guard assumedZone != nil else {
      failure = .missingOffset
      failureDetail = text
      return nil
    }
    usedAssumedZone = true
    let seconds: Int
    switch assumedZone?.resolve(wall: wall.seconds) {
    case .unique(let offset): seconds = offset
    case .fold(let earlier, _):
      seconds = earlier
      log.note(.localTimeFold, at: offset, text)
    case .gap(let before, let after):
      // The clock stood at the old offset until the jump: 02:30 that is skipped is 03:30 of the new
      // time.
      fellIntoGap = true
      log.note(.localTimeGap, at: offset, text)
      return Timestamp(
        seconds: wall.seconds - Int64(before),
        nanoseconds: wall.nanoseconds,
        offsetMinutes: Int16(after / 60)
      )
    case nil: return nil
    }
    return Timestamp(
      seconds: wall.seconds - Int64(seconds),
      nanoseconds: wall.nanoseconds,
      offsetMinutes: Int16(seconds / 60)
    )
  }
}

extension FieldReader {
  /// What the metadata must say of the date just read: the zone that was assumed, and, where the
  /// wall clock can't be told back from the time, the text that was written.
  func assumptions(_ which: DateSet, written: String) -> [(key: String, value: String)] {
    guard usedAssumedZone, let zone = assumedZone?.rules.identifier else { return [] }
    var pairs = [(key: "healthconv.assumedTimeZone", value: zone)]
    if fellIntoGap {
      let field = which == .start ? "Start" : which == .end ? "End" : "Creation"
      pairs.append((key: "healthconv.written\(field)Date", value: written))
    }
    return pairs
  }
}
