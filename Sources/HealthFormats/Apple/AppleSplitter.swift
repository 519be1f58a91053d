import ByteKit

/// Guesses where a top-level element of an export begins.
///
/// Exports put each top-level element on a line of its own with one indent, nested ones have a
/// deeper one; where there are no line breaks any `<Record ` will do. A wrong guess costs time,
/// never correctness: see `Pipeline`.
struct AppleSplitter: ChunkSplitter {
  /// What precedes the `<` of the root's first child: a line feed and blanks, or nothing.
  let indent: [UInt8]

  func lastBorder(in bytes: Span<UInt8>) -> Int? {
    var end = bytes.count
    while let open = bytes.lastOffset(of: UInt8(ascii: "<"), before: end) {
      if open - indent.count > 0, isTopLevel(bytes, open) { return open }
      end = open
    }
    return nil
  }

  private func isTopLevel(_ bytes: Span<UInt8>, _ open: Int) -> Bool {
    guard open + 8 < bytes.count else { return false }
    if indent.isEmpty {
      return bytes.starts(with: "<Record ", at: open) || bytes.starts(with: "<Workout ", at: open)
    }
    let letter = bytes[open + 1] | 0x20
    guard letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z") else { return false }
    let start = open - indent.count
    for (index, byte) in indent.enumerated() where bytes[start + index] != byte { return false }
    return true
  }
}
