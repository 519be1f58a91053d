/// Where a finding is, down to the byte.
public struct FindingPlace: Sendable, Equatable {
  /// The file as it was given.
  public var path: String
  /// The entry of an archive; empty when there is none.
  public var entry = ""
  /// The record's number in its file, from 1; 0 when the finding is about no single record.
  public var record = 0
  /// Offset of the first byte in the decoded text, from 0.
  public var byteOffset = 0
  /// How many bytes it covers; 0 for a point.
  public var byteLength = 0
  /// The line, from 1.
  public var line = 1
  /// The column in bytes, from 1.
  public var column = 1
  /// The column in Unicode scalars, from 1.
  public var characterColumn = 1
  /// Which part of the record it is; nil when it is the whole of it.
  public var field: FieldPath?

  /// The beginning of a file.
  public init(path: String) { self.path = path }
}

/// The part of a record that a finding is about, in the words of its format.
public enum FieldPath: Sendable, Equatable {
  /// An RFC 6901 pointer into the record, such as `/metadata/HKTimeZone`.
  case pointer(String)
  /// A column by the name in the header.
  case column(String)
  /// An element and its attribute, such as `Record/@value`.
  case element(String)

  /// The path alone.
  public var text: String {
    switch self {
    case .pointer(let text), .column(let text), .element(let text): text
    }
  }
}

/// A line of the input around a finding, for people to read.
public struct Excerpt: Sendable, Equatable {
  /// The text, cut to what fits; control characters are replaced, an ellipsis marks a cut.
  public var text: String
  /// How many Unicode scalars of it stand before the finding.
  public var caretStart: Int
  /// How many Unicode scalars the finding covers, at least one.
  public var caretLength: Int

  /// An excerpt with the part to be underlined.
  public init(text: String, caretStart: Int, caretLength: Int) {
    self.text = text
    self.caretStart = caretStart
    self.caretLength = caretLength
  }
}
