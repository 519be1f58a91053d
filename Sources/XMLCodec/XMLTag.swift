import ByteKit

/// An attribute of a start tag, as ranges of the scanned bytes; entities are not decoded.
public struct XMLAttribute: Sendable {
  /// Where the name begins.
  public var nameStart: Int32
  /// Where the name ends.
  public var nameEnd: Int32
  /// Where the value begins, after its quote.
  public var valueStart: Int32
  /// Where the value ends, at its closing quote.
  public var valueEnd: Int32

  /// The range of the name.
  @inlinable public var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
  /// The range of the value between its quotes.
  @inlinable public var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }

  @usableFromInline static let none = XMLAttribute(
    nameStart: 0,
    nameEnd: 0,
    valueStart: 0,
    valueEnd: 0
  )
}

/// A start tag: its name and attributes as ranges of the scanned bytes, reused from tag to tag.
public struct XMLTag: Sendable {
  /// The most attributes one tag may have; Apple's richest element has 22.
  public static let attributeLimit = 64

  /// The range of the element's name.
  public internal(set) var name: Range<Int> = 0..<0
  /// How many attributes there are.
  public internal(set) var attributeCount = 0
  /// Whether the tag ends in `/>`.
  public internal(set) var isSelfClosing = false
  @usableFromInline var attributes: [64 of XMLAttribute] = .init(repeating: .none)

  /// An empty tag to scan into.
  public init() {}

  /// The attribute at `index`, which must be below `attributeCount`.
  @inlinable @inline(__always)
  public func attribute(_ index: Int) -> XMLAttribute { attributes[index] }
}

/// What stands at an offset of an XML text.
public enum XMLToken: Sendable, Equatable {
  /// A start tag was scanned into the tag; it ends before `end`.
  case startTag(end: Int)
  /// An end tag `</name>`; `name` is its range.
  case endTag(name: Range<Int>, end: Int)
  /// Character data up to the next `<` (or the end of the input).
  case text(end: Int)
  /// A CDATA section; `content` is the range inside its brackets.
  case cdata(content: Range<Int>, end: Int)
  /// A comment or processing instruction.
  case skipped(end: Int)
  /// A DOCTYPE declaration begins here; finding its end is left to the caller.
  case doctype
  /// The construct is cut off: more bytes are needed, or the text is truncated.
  case incomplete
  /// Not XML: `offset` is where it goes wrong.
  case malformed(offset: Int)
  /// The end of the input.
  case end
}
