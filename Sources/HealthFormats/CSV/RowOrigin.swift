/// Where the bytes of a row stand in the input.
struct RowOrigin {
  private let base: Int
  private let isExact: Bool

  /// An origin; bytes that were mended have no places of their own, the row's start stands for all.
  init(_ base: Int, isExact: Bool = true) {
    self.base = base
    self.isExact = isExact
  }

  /// The place of the byte at an offset in the text of the row.
  @inline(__always)
  subscript(offset: Int) -> Int { isExact ? base &+ offset : base }
}
