/// Questions about the text of a cell.
public enum CSVText {
  /// The offset of the first NUL byte in a range.
  public static func firstNUL(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let end = range.upperBound
    let index = firstIndex(of: 0, in: bytes, from: range.lowerBound, to: end)
    return index < end ? index : nil
  }

  /// Whether a spreadsheet would run a cell as a formula.
  ///
  /// It does so after `=` and `@`, and after `+` and `-` if no number follows; tabs and carriage
  /// returns before them do not count.
  public static func isFormulaLike(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    let end = range.upperBound
    while start < end, bytes[start] == Byte.tab || bytes[start] == Byte.carriageReturn {
      start += 1
    }
    guard start < end else { return false }
    switch bytes[start] {
    case Byte.equals, Byte.at: return true
    case Byte.plus, Byte.minus: return NumberShape(bytes, start..<end) == nil
    default: return false
    }
  }
}
