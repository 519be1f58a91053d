/// How a quote is written inside a quoted field.
public enum CSVEscape: Sendable, Equatable {
  /// Two quotes stand for one (RFC 4180 section 2, rule 7).
  case doubled
  /// A backslash before a quote or a backslash stands for that byte; doubled quotes work as well.
  case backslash
}

/// The choices that a CSV file makes: delimiter, quote and escape.
public struct CSVDialect: Sendable, Equatable {
  /// The byte between two fields; ASCII, and neither the quote nor a line end.
  public var delimiter: UInt8
  /// The byte around a quoted field.
  public var quote: UInt8
  /// How a quote is written inside a quoted field.
  public var escape: CSVEscape
  /// Whether the file begins with a line such as `sep=;` that names its delimiter.
  public var hasSepLine: Bool

  /// Comma, double quote, doubled quotes, no `sep=` line.
  public static let rfc4180 = CSVDialect()

  /// The bytes that may be found by detection, the likeliest first.
  public static let detectableDelimiters: [UInt8] = [
    Byte.comma, Byte.semicolon, Byte.tab, Byte.pipe,
  ]

  /// Makes a dialect; what is left out is as in RFC 4180.
  public init(
    delimiter: UInt8 = 0x2C,
    quote: UInt8 = 0x22,
    escape: CSVEscape = .doubled,
    hasSepLine: Bool = false
  ) {
    self.delimiter = delimiter
    self.quote = quote
    self.escape = escape
    self.hasSepLine = hasSepLine
  }
}

/// The bytes that this module names.
enum Byte {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let apostrophe: UInt8 = 0x27
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let point: UInt8 = 0x2E
  static let zero: UInt8 = 0x30
  static let nine: UInt8 = 0x39
  static let semicolon: UInt8 = 0x3B
  static let equals: UInt8 = 0x3D
  static let at: UInt8 = 0x40
  static let backslash: UInt8 = 0x5C
  static let pipe: UInt8 = 0x7C
}

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- Byte.zero < 10 }

@inline(__always)
func isBlank(_ byte: UInt8) -> Bool { byte == Byte.space || byte == Byte.tab }
