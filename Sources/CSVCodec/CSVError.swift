/// Why a record, or the whole file, cannot be read as CSV.
public struct CSVError: Error, Sendable, Equatable {
  /// The rule that was broken; the raw value is the stable code of the error.
  public enum Kind: String, Sendable, CaseIterable {
    /// A quoted field has no closing quote; the offset is that of the opening one.
    case unclosedQuote = "unclosed-quote"
    /// A quote stands inside a field that did not begin with one.
    case strayQuote = "stray-quote"
    /// Something other than a delimiter or a line end follows a closing quote.
    case textAfterQuote = "text-after-quote"
    /// A record is longer than the caller allows; the offset is that of its start.
    case recordTooLong = "record-too-long"
    /// A record has more or fewer fields than the header (RFC 4180 section 2, rule 4).
    case fieldCount = "field-count"
    /// The file holds no byte besides byte order marks.
    case emptyFile = "empty-file"
    /// The file holds nothing but empty lines.
    case noHeader = "no-header"
  }

  /// The rule that was broken.
  public var kind: Kind
  /// The offset of the offending byte in the buffer that was read.
  public var offset: Int

  /// Makes an error from its rule and place.
  public init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

/// An oddity that was understood all the same.
public struct CSVNote: Sendable, Equatable {
  /// What was met; the raw value is the stable code of the note.
  public enum Code: String, Sendable, CaseIterable {
    /// An empty line; with one column it is a record with an empty field.
    case blankRow = "blank-row"
    /// A row had more delimiters than the header, with nothing between them.
    case extraEmptyField = "extra-empty-field"
    /// Two columns have the same name.
    case duplicateColumn = "duplicate-column"
    /// A column has no name.
    case emptyColumnName = "empty-column-name"
    /// A column name begins or ends with a blank.
    case columnNameBlanks = "column-name-blanks"
    /// The first column name held a second, possibly garbled byte order mark.
    case damagedHeader = "damaged-header"
    /// The first line was `sep=` and a delimiter, as some spreadsheets write it.
    case sepLine = "sep-line"
    /// The file is in UTF-16 and was decoded.
    case encodingUTF16 = "encoding-utf16"
    /// A byte sequence is not UTF-8.
    case notUTF8 = "not-utf8"
    /// A NUL byte stands in the text.
    case nulByte = "nul-byte"
    /// A number was written with its digits in groups.
    case numberGrouping = "number-grouping"
    /// A spreadsheet would run this text as a formula.
    case formulaLike = "formula-like"
  }

  /// What was met.
  public var code: Code
  /// The offset of its first byte in the buffer that was read.
  public var offset: Int

  /// Makes a note from its code and place.
  public init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }
}
