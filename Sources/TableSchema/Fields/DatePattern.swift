import ByteKit

/// A format of dates and times in the notation of `strptime`, as Python documents it.
struct DatePattern: Sendable {
  private enum Part: Sendable {
    case byte(UInt8)
    case blanks
    case directive(UInt8)
  }

  private var parts: [Part] = []

  private static let directives = Array("YmdHIMSfyjbBaApz".utf8)
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  private static let days = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// Nil when a directive is not known.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        parts.append(byte == UInt8(ascii: " ") ? .blanks : .byte(byte))
        continue
      }
      guard let name = rest.popFirst() else { return nil }
      if name == UInt8(ascii: "%") {
        parts.append(.byte(name))
      } else if Self.directives.contains(name) {
        parts.append(.directive(name))
      } else {
        return nil
      }
    }
  }

  fileprivate struct Fields {
    var year = 1900
    var month = 1
    var day = 1
    var dayOfYear: Int?
    var hour = 0
    var minute = 0
    var second = 0
    var nanoseconds: Int32 = 0
    var isAfternoon: Bool?
    var east = 0
  }

  /// The instant a text means; nil when it does not have the format or names no day.
  func read(_ bytes: Span<UInt8>, _ range: Range<Int>) -> CellValue? {
    var cursor = TextCursor(bytes, range)
    var fields = Fields()
    for part in parts {
      switch part {
      case .byte(let byte): guard cursor.eat(Unicode.Scalar(byte)) else { return nil }
      case .blanks: while cursor.eat(" ") {}
      case .directive(let name): guard read(name, &cursor, &fields) else { return nil }
      }
    }
    guard cursor.isAtEnd else { return nil }
    return fields.instant
  }

  private func read(_ name: UInt8, _ cursor: inout TextCursor, _ fields: inout Fields) -> Bool {
    func take(_ digits: ClosedRange<Int>, _ limits: ClosedRange<Int>) -> Int? {
      cursor.number(digits).flatMap { limits.contains($0) ? $0 : nil }
    }
    var value: Int?
    switch Character(Unicode.Scalar(name)) {
    case "Y":
      value = take(4...4, 1...9999)
      fields.year = value ?? 0
    case "y":
      value = take(2...2, 0...99)
      fields.year = (value ?? 0) + (value ?? 0 < 69 ? 2000 : 1900)  // POSIX
    case "m":
      value = take(1...2, 1...12)
      fields.month = value ?? 0
    case "d":
      value = take(1...2, 1...31)
      fields.day = value ?? 0
    case "j":
      value = take(1...3, 1...366)
      fields.dayOfYear = value
    case "H":
      value = take(1...2, 0...23)
      fields.hour = value ?? 0
    case "I":
      value = take(1...2, 1...12)
      fields.hour = (value ?? 0) % 12
    case "M":
      value = take(1...2, 0...59)
      fields.minute = value ?? 0
    case "S":
      value = take(1...2, 0...59)
      fields.second = value ?? 0
    case "f":
      let fraction = cursor.fraction()
      fields.nanoseconds = fraction ?? 0
      return fraction != nil
    case "p":
      value = word(["am", "pm"], &cursor)
      fields.isAfternoon = value == 1
    case "b":
      value = word(Self.months.map { String($0.prefix(3)) }, &cursor)
      fields.month = (value ?? 0) + 1
    case "B":
      value = word(Self.months, &cursor)
      fields.month = (value ?? 0) + 1
    case "a": value = word(Self.days.map { String($0.prefix(3)) }, &cursor)
    case "A": value = word(Self.days, &cursor)
    default:
      value = zone(&cursor)
      fields.east = value ?? 0
    }
    return value != nil
  }

  private func word(_ words: [String], _ cursor: inout TextCursor) -> Int? {
    for (index, word) in words.enumerated() {
      let letters = Array(word.utf8)
      guard cursor.end - cursor.at >= letters.count else { continue }
      let isHere = letters.indices.allSatisfy { cursor.bytes[cursor.at + $0] | 0x20 == letters[$0] }
      if isHere {
        cursor.at += letters.count
        return index
      }
    }
    return nil
  }

  private func zone(_ cursor: inout TextCursor) -> Int? {
    if let offset = cursor.offset() { return offset }
    let isEast = cursor.next == UInt8(ascii: "+")
    guard cursor.eat("+") || cursor.eat("-"), let hours = cursor.number(digits: 2), hours <= 14,
      let minutes = cursor.number(digits: 2), minutes < 60
    else { return nil }
    return (isEast ? 1 : -1) * (hours * 60 + minutes)
  }
}

extension DatePattern.Fields {
  fileprivate var instant: CellValue? {
    var days: Int64
    if let dayOfYear {
      let first = CivilDate(year: year, month: 1, day: 1).daysSince1970
      let next = CivilDate(year: year + 1, month: 1, day: 1).daysSince1970
      days = first + Int64(dayOfYear) - 1
      guard days < next else { return nil }
    } else {
      let date = CivilDate(year: year, month: month, day: day)
      guard date.isValid else { return nil }
      days = date.daysSince1970
    }
    let hour = hour + (isAfternoon == true ? 12 : 0)
    let second = (hour * 60 + minute) * 60 + second - east * 60
    return .instant(days * 86_400 + Int64(second), nanoseconds)
  }
}
