import ByteKit
import HealthFormats
import JSONCodec

/// Reads lines of an archive in either form.
struct LineReading: Sendable {
  let form: RowLines.Form

  /// The record of an entry; nil when its line is not what this program wrote.
  func record(_ entry: MergeEntry, of block: RecordBlock) -> MergeRecord? {
    let bytes = block.bytes
    guard form == .csv else { return MergeRecord(line: bytes.span.extracting(entry.line)) }
    var json = ByteBuffer(capacity: 512)
    CanonicalLine.json(
      fromCSV: bytes.span.extracting(entry.line),
      hasTextValue: entry.flags.contains(.textValue),
      to: &json
    )
    return MergeRecord(line: json.span)
  }

  /// A record as a line of this form.
  func line(_ record: JSONValue, to out: inout ByteBuffer) {
    switch form {
    case .csv: CanonicalLine.csv(from: record, to: &out)
    case .json:
      var bytes: [UInt8] = []
      record.write(to: &bytes)
      out.append(contentsOf: bytes)
    }
  }

  /// Compares two lines that may write the same instants with different offsets.
  ///
  /// - Returns: below or above 0 in the order of their bytes, 0 when they are equal; nil when
  ///   anything but the offset of a date differs.
  static func orderOfOffsets(
    _ a: Span<UInt8>,
    _ x: Range<Int>,
    _ b: Span<UInt8>,
    _ y: Range<Int>
  ) -> Int? {
    var i = x.lowerBound
    var j = y.lowerBound
    var order = 0
    while true {
      while i &+ 8 <= x.upperBound, j &+ 8 <= y.upperBound, a.word(at: i) == b.word(at: j) {
        i &+= 8
        j &+= 8
      }
      while i < x.upperBound, j < y.upperBound, a[i] == b[j] {
        i &+= 1
        j &+= 1
      }
      if i == x.upperBound || j == y.upperBound {
        return i == x.upperBound && j == y.upperBound ? order : nil
      }
      if order == 0 { order = a[i] < b[j] ? -1 : 1 }
      guard let start = dateStart(a, i, x.lowerBound) else { return nil }
      let length = i - start
      guard j - length >= y.lowerBound, let first = dateEnd(a, start, x.upperBound),
        let second = dateEnd(b, j - length, y.upperBound),
        let p = Timestamp.parseRFC3339(a, start..<first),
        let q = Timestamp.parseRFC3339(b, j - length..<second),
        p.seconds == q.seconds, p.nanoseconds == q.nanoseconds
      else { return nil }
      i = first
      j = second
    }
  }

  /// Where the date begins in which a place lies; nil when it lies in no date.
  private static func dateStart(_ bytes: Span<UInt8>, _ at: Int, _ low: Int) -> Int? {
    var i = at
    while i > low, at - i < 40 {
      switch bytes[i - 1] {
      case UInt8(ascii: ","): return i
      case UInt8(ascii: "\""):
        // The key before it ends in Date, as in "startDate":"…", or in a table ""startDate"":""….
        let plain: StaticString = "Date\":\""
        let doubled: StaticString = "Date\"\":\"\""
        for key in [plain, doubled] where i - key.utf8CodeUnitCount >= low {
          if bytes.starts(with: key, at: i - key.utf8CodeUnitCount) { return i }
        }
        return nil
      default: i -= 1
      }
    }
    return nil
  }

  private static func dateEnd(_ bytes: Span<UInt8>, _ start: Int, _ high: Int) -> Int? {
    var i = start
    while i < high, i - start < 40 {
      if bytes[i] == UInt8(ascii: ",") || bytes[i] == UInt8(ascii: "\"") { return i }
      i += 1
    }
    return nil
  }
}
