import XMLCodec

/// An element read from a text, and how far the reading went.
struct ReadElement {
  var element: XMLElement
  var position: Int
  var count: Int
  var flaws: XMLTextFlaws
}

/// Reads the element whose start tag is at `start`.
func parse(_ bytes: [UInt8], at start: Int = 0) throws(XMLElementError) -> ReadElement {
  let span = bytes.span
  var tag = XMLTag()
  var position = 0
  var flaws: XMLTextFlaws = []
  switch XMLScanner.next(span, at: start, into: &tag) {
  case .startTag(let end): position = end
  case .incomplete: throw .incomplete
  default: throw .malformed(offset: start)
  }
  let element = try XMLElement.parse(span, tag: &tag, from: &position, flaws: &flaws)
  return ReadElement(element: element, position: position, count: bytes.count, flaws: flaws)
}

func parse(_ text: String) throws(XMLElementError) -> ReadElement { try parse(Array(text.utf8)) }

func parseError(_ bytes: [UInt8]) -> XMLElementError? {
  do throws(XMLElementError) {
    _ = try parse(bytes)
    return nil
  } catch {
    return error
  }
}

func parseError(_ text: String) -> XMLElementError? { parseError(Array(text.utf8)) }
