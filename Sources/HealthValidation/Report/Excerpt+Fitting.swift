extension Excerpt {
  /// A line with the carets below it.
  struct Fitted: Equatable {
    var text: String
    /// The blanks before the carets.
    var indent: String
    var carets: String
  }

  /// The part around the finding that fits into some columns of a terminal; `…` marks a cut.
  func fitted(to width: Int) -> Fitted {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      scalar == "\t" ? " " : scalar.isUnsafeToShow ? "\u{FFFD}" : scalar
    }
    let start = min(max(0, caretStart), scalars.count)
    let end = min(scalars.count, start + max(1, caretLength))
    let part = window(scalars, start, end, width)
    let shown = String(String.UnicodeScalarView(scalars[part]))
    let before = scalars[part.lowerBound..<start].reduce(0) { $0 + $1.columnCount }
    let marked = scalars[start..<max(start, min(end, part.upperBound))]
      .reduce(0) { $0 + $1.columnCount }
    let left = part.lowerBound > 0 ? "…" : ""
    let right = part.upperBound < scalars.count ? "…" : ""
    return Fitted(
      text: left + shown + right,
      indent: String(repeating: " ", count: left.count + before),
      carets: String(repeating: "^", count: max(1, marked))
    )
  }

  /// Which scalars to show: all if they fit, else the finding in the middle, its beginning first.
  private func window(
    _ scalars: [Unicode.Scalar],
    _ start: Int,
    _ end: Int,
    _ width: Int
  ) -> Range<Int> {
    let total = scalars.reduce(0) { $0 + $1.columnCount }
    if total <= width { return 0..<scalars.count }
    var room = width - 2  // both ellipses
    var low = start
    var high = start
    func take(_ index: Int) -> Bool {
      let columns = scalars[index].columnCount
      guard columns <= room else { return false }
      room -= columns
      return true
    }
    // A finding that is longer than the line leaves a third of it to what stands before.
    var reserved = width / 3
    while high < end, room > reserved, take(high) { high += 1 }
    reserved = room / 2
    while low > 0, room > reserved, take(low - 1) { low -= 1 }
    while high < scalars.count, take(high) { high += 1 }
    while low > 0, take(low - 1) { low -= 1 }
    return low..<high
  }
}
