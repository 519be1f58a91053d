import XMLCodec

/// The slow twin of `XMLScanner`: one state and one byte at a time, without a look ahead.
struct SlowScanner {
  private enum State {
    case text
    case open
    case tagName
    case betweenAttributes
    case slash
    case attributeName
    case afterEquals
    case value
    case endOpen
    case endName
    case afterEndName
    case markup
    case comment
    case cdata
    case instruction
  }

  private let bytes: ArraySlice<UInt8>
  private var state = State.text
  /// Where the piece that is being read begins.
  private var mark = 0
  private var quote: UInt8 = 0
  private var attributeName = 0..<0
  private var scan = Scan(token: .incomplete)

  /// Scans what stands at `start` when the text ends before `limit`.
  static func scan(_ bytes: [UInt8], at start: Int, upTo limit: Int? = nil) -> Scan {
    var scanner = SlowScanner(bytes[start..<(limit ?? bytes.count)])
    return scanner.run()
  }

  private init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  private mutating func run() -> Scan {
    guard let first = bytes.first else { return Scan(token: .end) }
    state = first == UInt8(ascii: "<") ? .open : .text
    for i in bytes.indices.dropFirst() {
      guard let token = step(bytes[i], i) else { continue }
      guard case .startTag = token else { return Scan(token: token) }
      scan.token = token
      return scan
    }
    return Scan(token: state == .text ? .text(end: bytes.endIndex) : .incomplete)
  }

  /// Takes the byte at `i`; gives the token when this byte decides it.
  private mutating func step(_ byte: UInt8, _ i: Int) -> XMLToken? {
    let character = Character(Unicode.Scalar(byte))
    switch state {
    case .text: return character == "<" ? .text(end: i) : nil
    case .open:
      switch character {
      case "/": state = .endOpen
      case "!": state = .markup
      case "?": (state, mark) = (.instruction, i + 1)
      default:
        guard isNameStart(byte) else { return .malformed(offset: i) }
        (state, mark) = (.tagName, i)
      }
      return nil
    case .tagName, .betweenAttributes, .slash, .attributeName, .afterEquals, .value:
      return stepInTag(byte, character, i)
    case .endOpen:
      guard isNameStart(byte) else { return .malformed(offset: i) }
      (state, mark) = (.endName, i)
      return nil
    case .endName:
      if isNameByte(byte) { return nil }
      attributeName = mark..<i
      state = .afterEndName
      return step(byte, i)
    case .afterEndName:
      if isBlank(byte) { return nil }
      return character == ">" ? .endTag(name: attributeName, end: i + 1) : .malformed(offset: i)
    case .markup:
      let soFar = String(decoding: bytes[...i], as: UTF8.self)
      switch soFar {
      case "<!--": (state, mark) = (.comment, i + 1)
      case "<![CDATA[": (state, mark) = (.cdata, i + 1)
      case "<!DOCTYPE": return .doctype
      default:
        let isPossible = ["<!--", "<![CDATA[", "<!DOCTYPE"].contains { $0.hasPrefix(soFar) }
        return isPossible ? nil : .malformed(offset: bytes.startIndex)
      }
      return nil
    case .comment: return ends(with: "-->", i) ? .skipped(end: i + 1) : nil
    case .cdata: return ends(with: "]]>", i) ? .cdata(content: mark..<i - 2, end: i + 1) : nil
    case .instruction: return ends(with: "?>", i) ? .skipped(end: i + 1) : nil
    }
  }

  private mutating func stepInTag(_ byte: UInt8, _ character: Character, _ i: Int) -> XMLToken? {
    switch state {
    case .tagName:
      if isNameByte(byte) { return nil }
      scan.name = mark..<i
      state = .betweenAttributes
      return step(byte, i)
    case .betweenAttributes:
      if isBlank(byte) { return nil }
      switch character {
      case ">": return .startTag(end: i + 1)
      case "/": (state, mark) = (.slash, i)
      case "=": return .malformed(offset: i)
      default:
        (state, mark) = (.attributeName, i)
        attributeName = i..<i
        return step(byte, i)
      }
      return nil
    case .slash:
      guard character == ">" else { return .malformed(offset: mark) }
      scan.isSelfClosing = true
      return .startTag(end: i + 1)
    case .attributeName:
      switch character {
      case "=": state = .afterEquals
      case "<", ">", "\"", "'", "/", "&": return .malformed(offset: i)
      // A blank belongs to the name only when more of it follows.
      default: if !isBlank(byte) { attributeName = mark..<i + 1 }
      }
      return nil
    case .afterEquals:
      if isBlank(byte) { return nil }
      guard character == "\"" || character == "'" else { return .malformed(offset: i) }
      (state, mark, quote) = (.value, i + 1, byte)
      return nil
    default:
      guard byte == quote else { return nil }
      guard scan.attributes.count < 64 else {
        return .malformed(offset: attributeName.lowerBound)
      }
      scan.attributes.append(Scan.Attribute(name: attributeName, value: mark..<i))
      state = .betweenAttributes
      return nil
    }
  }

  /// Whether the bytes from the mark to `i` end with a literal.
  private func ends(with literal: String, _ i: Int) -> Bool {
    bytes[mark...i].suffix(literal.utf8.count).elementsEqual(literal.utf8)
  }

  private func isBlank(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

  private func isNameStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...0xFF:
      true
    default: false
    }
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    isNameStart(byte) || "0123456789-.".utf8.contains(byte)
  }
}
