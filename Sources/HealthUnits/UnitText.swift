/// The text of a unit after folding: typographic variants become one form, places are remembered.
struct UnitText {
  /// A folded character and where it stood in the text as written.
  struct Mark: Equatable {
    var character: Character
    var offset: Int
  }

  static let lengthLimit = 200

  let written: String
  private(set) var marks: [Mark] = []

  /// Folds a text; blanks at both ends go, runs of blanks become one.
  init(_ written: String) {
    self.written = written
    var wasSuperscript = false
    for (offset, character) in written.enumerated() {
      if let digit = Self.superscripts[character] {
        if !wasSuperscript { append("^", offset) }
        append(digit, offset)
        wasSuperscript = true
        continue
      }
      wasSuperscript = false
      if let folded = Self.folds[character] {
        for part in folded { append(part, offset) }
      } else if character.isWhitespace {
        append(" ", offset)
      } else {
        append(character, offset)
      }
    }
    if marks.last?.character == " " { marks.removeLast() }
  }

  /// The folded text, by which tables are searched.
  var folded: String { String(marks.map(\.character)) }

  /// The folded text of a spelling in the table; plain ones stay as they are.
  static func fold(_ spelling: String) -> String {
    var before: UInt8 = 0x20
    for byte in spelling.utf8 {
      // Single blanks between words stay; what is not ASCII may be a variant of something.
      guard byte > 0x20 || byte == 0x20 && before != 0x20, byte < 0x7F else {
        return UnitText(spelling).folded
      }
      before = byte
    }
    return before == 0x20 ? UnitText(spelling).folded : spelling
  }

  private mutating func append(_ character: Character, _ offset: Int) {
    if character == " ", marks.isEmpty || marks.last?.character == " " { return }
    marks.append(Mark(character: character, offset: offset))
  }

  /// The text without `count` characters at each end.
  func trimmed(_ leading: Int, _ trailing: Int) -> UnitText {
    var copy = self
    copy.marks = Array(marks.dropFirst(leading).dropLast(trailing))
    return copy
  }

  /// Whether the folded text begins with one character and ends with another.
  func isEnclosed(by open: Character, _ close: Character) -> Bool {
    marks.count >= 2 && marks.first?.character == open && marks.last?.character == close
  }

  /// Variants that mean the same; nothing else is folded, least of all case.
  private static let folds: [Character: [Character]] = [
    "\u{2103}": ["\u{B0}", "C"],  // ℃
    "\u{2109}": ["\u{B0}", "F"],  // ℉
    "\u{BA}": ["\u{B0}"],  // the masculine ordinal º, typed for a degree sign
    "\u{3BC}": ["\u{B5}"],  // Greek mu; the micro sign stays
    "\u{2113}": ["l"],  // ℓ
    "\u{22C5}": ["\u{B7}"],
    "\u{2219}": ["\u{B7}"],
    "\u{2022}": ["\u{B7}"],
    "\u{D7}": ["\u{B7}"],
    "\u{2215}": ["/"],
    "\u{2044}": ["/"],
    "\u{F7}": ["/"],
    "\u{2212}": ["-"],
    "\u{2082}": ["2"],  // as in cmH₂O
  ]

  private static let superscripts: [Character: Character] = [
    "\u{2070}": "0", "\u{B9}": "1", "\u{B2}": "2", "\u{B3}": "3", "\u{2074}": "4",
    "\u{2075}": "5", "\u{2076}": "6", "\u{2077}": "7", "\u{2078}": "8", "\u{2079}": "9",
    "\u{207B}": "-",
  ]
}
