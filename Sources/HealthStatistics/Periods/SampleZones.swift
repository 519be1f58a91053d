import ByteKit
import HealthModel

/// Tells a worker in which zone a sample was taken.
struct SampleZones {
  private let book: ZoneBook
  private let source: ZoneSource
  private var given: UInt16?
  private var byOffset: [Int16: UInt16] = [:]
  private var lastOffset: Int16 = .min
  private var lastNumber: UInt16 = 0
  private var byName: [String: UInt16?] = [:]
  private var lastName: [UInt8] = []
  private var lastNamed: UInt16?
  /// Samples by the number of their zone.
  private var counts: [Int] = []

  init(_ source: ZoneSource, _ book: ZoneBook) {
    self.source = source
    self.book = book
    if case .given(let rules) = source {
      given = book.number(name: rules.identifier, origin: .given, rules: rules)
    }
  }

  /// The number of a row's zone.
  @inline(__always)
  mutating func number(of row: RecordRow, _ batch: borrowing RecordBatch) -> UInt16 {
    let number = given ?? find(row, batch)
    while counts.count <= Int(number) { counts.append(0) }
    counts[Int(number)] &+= 1
    return number
  }

  private mutating func find(_ row: RecordRow, _ batch: borrowing RecordBatch) -> UInt16 {
    if case .recorded = source, !row.metadata.isEmpty,
      let range = Self.recordedZone(batch.arena.span, row.metadata.range)
    {
      if let known = named(batch.arena.span, range) { return known }
    }
    let offset = row.start.offsetMinutes
    if offset == lastOffset, !byOffset.isEmpty { return lastNumber }
    let number = byOffset[offset] ?? self.number(ofOffset: offset)
    byOffset[offset] = number
    lastOffset = offset
    lastNumber = number
    return number
  }

  private func number(ofOffset offset: Int16) -> UInt16 {
    guard offset != Timestamp.noOffset else {
      return book.number(name: "UTC", origin: .none, rules: .utc) ?? 0
    }
    let name = Self.text(ofOffset: Int(offset))
    let rules = ZoneRules(fixedOffset: Int(offset) * 60, name)
    return book.number(name: name, origin: .written, rules: rules) ?? 0
  }

  /// An offset such as `+05:45`.
  static func text(ofOffset minutes: Int) -> String {
    let hours = minutes.magnitude / 60
    let rest = minutes.magnitude % 60
    return (minutes < 0 ? "-" : "+") + (hours < 10 ? "0" : "") + "\(hours):"
      + (rest < 10 ? "0" : "") + "\(rest)"
  }

  private mutating func named(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt16? {
    if lastName.count == range.count, bytes.equals(lastName, at: range) { return lastNamed }
    let name = bytes.text(range)
    let number: UInt16?
    if let known = byName[name] {
      number = known
    } else {
      number = book.number(name: name, origin: .recorded)
      if byName.count < 1_000 { byName[name] = .some(number) }
    }
    lastName = Array(name.utf8)
    lastNamed = number
    return number
  }

  /// Where the metadata's HKTimeZone stands.
  private static func recordedZone(_ bytes: Span<UInt8>, _ metadata: Range<Int>) -> Range<Int>? {
    let key: StaticString = "\"HKTimeZone\":\""
    var i = metadata.lowerBound
    let end = metadata.upperBound
    while let quote = bytes.firstOffset(of: UInt8(ascii: "\""), from: i, to: end) {
      if quote + key.utf8CodeUnitCount < end, bytes.starts(with: key, at: quote) {
        let start = quote + key.utf8CodeUnitCount
        let close = bytes.firstOffset(of: UInt8(ascii: "\""), from: start, to: end)
        return close.map { start..<$0 }
      }
      i = quote + 1
    }
    return nil
  }

  /// Forgets counts that were not handed over: the chunk is read again.
  mutating func begin() { for number in counts.indices { counts[number] = 0 } }

  /// Hands the counts over; call in turn.
  mutating func flush() {
    for (number, count) in counts.enumerated() where count > 0 {
      book.count(count, of: number)
      counts[number] = 0
    }
  }
}

extension Span<UInt8> {
  /// Whether a range holds these bytes.
  fileprivate func equals(_ bytes: [UInt8], at range: Range<Int>) -> Bool {
    for i in 0..<bytes.count where self[range.lowerBound + i] != bytes[i] { return false }
    return true
  }
}
