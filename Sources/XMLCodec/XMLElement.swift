import ByteKit

/// A whole element as a value, for the rare ones; the many go through `XMLScanner` alone.
public struct XMLElement: Sendable, Equatable {
  /// The element's name.
  public var name: String
  /// The attributes in written order, decoded; a name may come twice in malformed input.
  public var attributes: [(name: String, value: String)]
  /// The child elements in order.
  public var children: [XMLElement]
  /// The character data of this element, blanks trimmed.
  public var text: String

  /// An element of these parts.
  public init(
    name: String,
    attributes: [(name: String, value: String)] = [],
    children: [XMLElement] = [],
    text: String = ""
  ) {
    self.name = name
    self.attributes = attributes
    self.children = children
    self.text = text
  }

  /// Two elements are equal when their names, attributes, children and text are.
  public static func == (a: XMLElement, b: XMLElement) -> Bool {
    a.name == b.name && a.text == b.text && a.children == b.children
      && a.attributes.elementsEqual(b.attributes, by: { $0 == $1 })
  }

  /// The value of the first attribute of this name.
  public subscript(name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }
}

/// Why an element could not be read as a whole.
public enum XMLElementError: Error, Sendable, Equatable {
  /// The input ends inside the element.
  case incomplete
  /// The element is not well-formed at this offset.
  case malformed(offset: Int)
  /// Elements are nested deeper than `XMLElement.depthLimit`.
  case tooDeep(offset: Int)
}

extension XMLElement {
  /// The deepest nesting that is read.
  public static let depthLimit = 64

  /// Reads the element whose start tag was just scanned into `tag`.
  ///
  /// `position`, at the end of that tag, is moved past the end of the element. A start tag among
  /// `strangers`, which never stand in such an element, tells that its end tag is missing: without
  /// them all that follows would be looked through for it.
  public static func parse(
    _ bytes: Span<UInt8>,
    tag: inout XMLTag,
    from position: inout Int,
    flaws: inout XMLTextFlaws,
    strangers: [StaticString] = [],
    depth: Int = 0
  ) throws(XMLElementError) -> XMLElement {
    guard depth < depthLimit else { throw .tooDeep(offset: position) }
    var element = XMLElement(name: bytes.text(tag.name), attributes: [], children: [], text: "")
    for index in 0..<tag.attributeCount {
      let attribute = tag.attribute(index)
      let value = XMLText.string(bytes, attribute.value, flaws: &flaws)
      element.attributes.append((bytes.text(attribute.name), value))
    }
    if tag.isSelfClosing { return element }
    while true {
      switch XMLScanner.next(bytes, at: position, into: &tag) {
      case .startTag(let end):
        for stranger in strangers where bytes.equals(stranger, at: tag.name) {
          throw .malformed(offset: position)
        }
        position = end
        element.children.append(
          try parse(
            bytes,
            tag: &tag,
            from: &position,
            flaws: &flaws,
            strangers: strangers,
            depth: depth + 1
          )
        )
      case .endTag(let name, let end):
        // Not by `==`, which takes composed and decomposed letters for the same.
        guard bytes.text(name).utf8.elementsEqual(element.name.utf8) else {
          throw .malformed(offset: position)
        }
        position = end
        element.text = trimmed(element.text)
        return element
      case .text(let end):
        if end == bytes.count { throw .incomplete }
        element.text += XMLText.string(bytes, position..<end, flaws: &flaws)
        position = end
      case .cdata(let content, let end):
        element.text += XMLText.string(bytes, content, flaws: &flaws, expandsReferences: false)
        position = end
      case .skipped(let end): position = end
      case .malformed(let offset): throw .malformed(offset: offset)
      case .doctype: throw .malformed(offset: position)
      case .incomplete, .end: throw .incomplete
      }
    }
  }

  private static func trimmed(_ text: String) -> String {
    // Only the blanks of XML (2.3); a no-break space is text.
    guard let first = text.utf8.firstIndex(where: { !XMLScanner.isBlank($0) }),
      let last = text.utf8.lastIndex(where: { !XMLScanner.isBlank($0) })
    else { return "" }
    return String(Substring(text.utf8[first...last]))
  }
}
