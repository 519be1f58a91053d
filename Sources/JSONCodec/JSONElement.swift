/// A piece of a JSON document that is read on its own, as absolute byte ranges.
public struct JSONElement: Sendable, Equatable {
  /// What a piece is.
  public enum Kind: Sendable {
    /// An element of the top-level array, or of the array `records` of the top-level object.
    case record
    /// A member of the top-level object beside `records`.
    case member
    /// A whole top-level value; several may follow each other.
    case value
  }

  /// What the piece is.
  public var kind: Kind

  /// The value, without blanks around it.
  public var range: Range<Int>

  /// The name of a member without its quotes, still escaped; empty for other kinds.
  public var key: Range<Int>

  /// Describes a piece.
  public init(_ kind: Kind, _ range: Range<Int>, key: Range<Int> = 0..<0) {
    self.kind = kind
    self.range = range
    self.key = key
  }
}
