/// What is wrong with a JSON text, and where.
public struct JSONError: Error, Sendable, Equatable {
  /// The stable name of a fault or of a tolerated oddity.
  public enum Code: String, Sendable, CaseIterable {
    /// A backslash that starts no escape of RFC 8259 §7.
    case badEscape = "bad-escape"
    /// A word that is not `true`, `false` or `null`.
    case badLiteral = "bad-literal"
    /// A number outside the grammar of RFC 8259 §6.
    case badNumber = "bad-number"
    /// A raw control character, such as a line feed, inside a string.
    case controlCharacter = "control-character"
    /// A member name that its object already has.
    case duplicateKey = "duplicate-key"
    /// Text in UTF-16 instead of UTF-8.
    case encodingUTF16 = "encoding-utf16"
    /// Compressed bytes where text was expected.
    case looksLikeGzip = "looks-like-gzip"
    /// An escaped surrogate without its other half.
    case loneSurrogate = "lone-surrogate"
    /// A line whose value is not an object.
    case notAnObject = "not-an-object"
    /// Bytes in a string that are not well-formed UTF-8.
    case notUTF8 = "not-utf8"
    /// The separator of RFC 7464 in front of a value.
    case recordSeparator = "record-separator"
    /// More text after a complete value.
    case textAfterValue = "text-after-value"
    /// More nested arrays and objects than the limit allows.
    case tooDeep = "too-deep"
    /// A single value of 2 GiB or more.
    case tooLarge = "too-large"
    /// A byte that cannot stand where it stands.
    case unexpectedCharacter = "unexpected-character"
    /// The text stops before its value is complete.
    case unexpectedEnd = "unexpected-end"
  }

  /// The fault.
  public var code: Code

  /// Where it is: a byte offset in the text that was given, counted from 0.
  public var offset: Int

  /// Names a fault at a byte offset.
  public init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }

  /// The same fault, when the text given starts at `base` of a larger file.
  public func shifted(by base: Int) -> JSONError { JSONError(code, at: base + offset) }
}
