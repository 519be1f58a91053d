import XMLCodec

/// The elements, attributes and text of a document as lines, in the words of the oracle.
struct EventStream {
  private(set) var lines: [String] = []
  private(set) var flaws: XMLTextFlaws = []
  private let bytes: [UInt8]
  private var depth = 0
  private var text = ""

  /// What the scanner and the decoder yield for a whole document.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    scan: while true {
      let next = scan(at: start)
      switch next.token {
      case .startTag(let end):
        startTag(next)
        start = end
      case .endTag(let name, let end):
        flush()
        lines.append("end " + string(name))
        depth -= 1
        start = end
      case .text(let end):
        text += string(start..<end)
        start = end
      case .cdata(let content, let end):
        // 2.7: nothing in it is markup, only its lines are read as lines.
        text += String(decoding: bytes[content], as: UTF8.self).replacing("\r\n", with: " ")
        start = end
      case .skipped(let end): start = end
      case .doctype: start = XMLScanner.find("]>", in: bytes.span, from: start) ?? bytes.count
      case .end: break scan
      case .incomplete, .malformed:
        lines.append("\(next.token) at \(start)")
        break scan
      }
    }
  }

  private func scan(at start: Int) -> Scan { XMLCodecTests.scan(bytes, at: start) }

  private mutating func string(_ range: Range<Int>) -> String {
    let decoded = decode(bytes, range)
    flaws.formUnion(decoded.flaws)
    return decoded.text
  }

  private mutating func startTag(_ tag: Scan) {
    flush()
    lines.append("start " + string(tag.name))
    for attribute in tag.attributes {
      lines.append("attribute " + string(attribute.name) + "=" + escaped(string(attribute.value)))
    }
    depth += 1
    if tag.isSelfClosing {
      lines.append("end " + string(tag.name))
      depth -= 1
    }
  }

  private mutating func flush() {
    // Lines of text become blanks here and stay lines in the oracle; both are made blanks.
    let blanks: [Unicode.Scalar] = ["\t", "\n", "\r"]
    let scalars = text.unicodeScalars.map { blanks.contains($0) ? " " : $0 }
    if depth > 0, !text.isEmpty { lines.append("text " + escaped(String(scalars))) }
    text = ""
  }

  /// The same elements and attributes, without the text, read as one value.
  static func lines(_ element: XMLElement) -> [String] {
    ["start " + element.name]
      + element.attributes.map { "attribute " + $0.name + "=" + escaped($0.value) }
      + element.children.flatMap(lines) + ["end " + element.name]
  }
}

private func escaped(_ text: String) -> String {
  text.unicodeScalars.map { scalar in
    switch scalar {
    case "\\": "\\\\"
    case "\t": "\\t"
    case "\n": "\\n"
    case "\r": "\\r"
    default: String(Character(scalar))
    }
  }.joined()
}

extension String {
  fileprivate init(_ scalars: [Unicode.Scalar]) {
    var view = UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
