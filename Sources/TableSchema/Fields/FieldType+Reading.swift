import ByteKit
import JSONCodec
import JSONSchema

extension FieldType {
  /// The value of a cell; nil when it is not of the type.
  func read(_ bytes: Span<UInt8>, _ range: Range<Int>) -> CellValue? {
    var cursor = TextCursor(bytes, range)
    switch self {
    case .any: return .unordered
    case .string(let form): return form.matches(bytes, range) ? .unordered : nil
    case .number(let form): return form.number(bytes, range)
    case .integer(let form): return form.integer(bytes, range)
    case .boolean(let trueValues, let falseValues):
      let isOne = (trueValues + falseValues).contains { $0.isEqual(bytes, range) }
      return isOne ? .unordered : nil
    case .object: return json(bytes, range, .objectStart)
    case .array: return json(bytes, range, .arrayStart)
    case .geojson: return json(bytes, range, .objectStart)
    case .list(let delimiter, let items): return list(delimiter, items, bytes, range)
    case .date(let form): return date(form, bytes, range)
    case .time(let form): return time(form, bytes, range)
    case .datetime(let form): return datetime(form, bytes, range)
    case .year:
      let isNegative = cursor.eat("-")
      guard let year = cursor.number(4...9) else { return nil }
      _ = cursor.offset()
      return cursor.isAtEnd ? .number(ExactDecimal(isNegative ? -year : year)) : nil
    case .yearmonth:
      guard let year = cursor.number(4...9), cursor.eat("-"), let month = cursor.number(digits: 2),
        month >= 1, month <= 12
      else { return nil }
      _ = cursor.offset()
      return cursor.isAtEnd ? .number(ExactDecimal(year * 12 + month - 1)) : nil
    case .duration: return cursor.duration().map { .duration($0) }
    case .geopoint(let form): return form.matches(bytes, range) ? .unordered : nil
    }
  }

  private func json(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ kind: JSONToken.Kind
  ) -> CellValue? {
    var tape = JSONTape()
    guard (try? tape.parse(bytes, range)) != nil, tape.tokens.first?.kind == kind else {
      return nil
    }
    return .unordered
  }

  private func list(
    _ delimiter: [UInt8],
    _ items: FieldType,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) -> CellValue? {
    for item in listItems(delimiter, bytes, range) where items.read(bytes, item) == nil {
      return nil
    }
    return .unordered
  }

  private func date(
    _ form: DateForm,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) -> CellValue? {
    switch form {
    case .default:
      var cursor = TextCursor(bytes, range)
      guard let day = cursor.date(), cursor.isAtEnd else { return nil }
      return .instant(day * 86_400, 0)
    case .any: return anyDate(bytes, range, hasTime: false)
    case .pattern(let pattern): return pattern.read(bytes, range)
    }
  }

  private func time(
    _ form: DateForm,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) -> CellValue? {
    var cursor = TextCursor(bytes, range)
    switch form {
    case .default:
      guard let time = cursor.time() else { return nil }
      let east = cursor.offset() ?? 0
      return cursor.isAtEnd ? .instant(time.seconds - Int64(east) * 60, time.nanoseconds) : nil
    case .any:
      // Hours and minutes, seconds or not, half of the day or not.
      for pattern in Self.times { if let value = pattern.read(bytes, range) { return value } }
      return nil
    case .pattern(let pattern): return pattern.read(bytes, range)
    }
  }

  private static let times = ["%H:%M:%S", "%H:%M:%S.%f", "%H:%M", "%I:%M:%S %p", "%I:%M %p"]
    .compactMap { DatePattern($0) }

  private func datetime(
    _ form: DateForm,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) -> CellValue? {
    switch form {
    case .default:
      var cursor = TextCursor(bytes, range)
      return cursor.datetime()
    case .any: return anyDate(bytes, range, hasTime: true)
    case .pattern(let pattern): return pattern.read(bytes, range)
    }
  }

  private func anyDate(_ bytes: Span<UInt8>, _ range: Range<Int>, hasTime: Bool) -> CellValue? {
    guard let (stamp, notes) = try? Timestamp.parse(bytes, range),
      notes.contains(.dateOnly) != hasTime
    else { return nil }
    return .instant(stamp.seconds, stamp.nanoseconds)
  }
}

/// The ranges of a list's items; an empty cell has none.
func listItems(_ delimiter: [UInt8], _ bytes: Span<UInt8>, _ range: Range<Int>) -> [Range<Int>] {
  if range.isEmpty { return [] }
  var items: [Range<Int>] = []
  var start = range.lowerBound
  var at = start
  while at + delimiter.count <= range.upperBound {
    if delimiter.isEqual(bytes, at..<(at + delimiter.count)) {
      items.append(start..<at)
      at += delimiter.count
      start = at
    } else {
      at += 1
    }
  }
  items.append(start..<range.upperBound)
  return items
}

extension [UInt8] {
  func isEqual(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard count == range.count else { return false }
    for index in indices where self[index] != bytes[range.lowerBound + index] { return false }
    return true
  }
}

extension StringForm {
  func matches(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    switch self {
    case .default: return true
    case .email: return StringFormat.email.matches(bytes, range)
    case .uri: return StringFormat.uri.matches(bytes, range)
    case .uuid: return StringFormat.uuid.matches(bytes, range)
    case .binary:
      // Base64 of RFC 4648 §4.
      guard range.count.isMultiple(of: 4) else { return false }
      var end = range.upperBound
      while end > range.lowerBound, range.upperBound - end < 2, bytes[end - 1] == UInt8(ascii: "=")
      {
        end -= 1
      }
      for index in range.lowerBound..<end {
        switch bytes[index] {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
          break
        default: return false
        }
      }
      return true
    }
  }
}

extension GeopointForm {
  /// Longitude and latitude in degrees.
  func matches(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let parts = self == .default ? textParts(bytes, range) : jsonParts(bytes, range)
    guard parts.count == 2 else { return false }
    for (part, limit) in zip(parts, [180, 90]) {
      guard let number = NumberForm().number(bytes, part),
        let low = number.orders(to: .number(ExactDecimal(-limit))).first, low >= 0,
        let high = number.orders(to: .number(ExactDecimal(limit))).first, high <= 0
      else { return false }
    }
    return true
  }

  private func textParts(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [Range<Int>] {
    listItems([UInt8(ascii: ",")], bytes, range).map { item in
      var start = item.lowerBound
      while start < item.upperBound, bytes[start] == UInt8(ascii: " ") { start += 1 }
      return start..<item.upperBound
    }
  }

  private func jsonParts(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [Range<Int>] {
    var tape = JSONTape()
    guard (try? tape.parse(bytes, range)) != nil else { return [] }
    var indices: [Int] = []
    if self == .array, tape.tokens[0].kind == .arrayStart, tape.tokens.count == 3 {
      indices = [1, 2]
    } else if self == .object, tape.tokens.count == 5,
      let longitude = tape.value(forKey: "lon", inObjectAt: 0, of: bytes),
      let latitude = tape.value(forKey: "lat", inObjectAt: 0, of: bytes)
    {
      indices = [longitude, latitude]
    }
    return indices.map { tape.tokens[$0] }.filter { $0.kind == .number }.map(\.range)
  }
}
