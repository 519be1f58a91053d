import TestSupport
import XMLCodec

/// What one call of a scanner gives, as a value that outlives the tag.
struct Scan: Equatable {
  struct Attribute: Equatable {
    var name: Range<Int>
    var value: Range<Int>
  }

  var token: XMLToken
  // These three are of a start tag only.
  var name = 0..<0
  var attributes: [Attribute] = []
  var isSelfClosing = false
}

/// Scans what stands at `start` when the text ends before `limit`.
func scan(_ bytes: [UInt8], at start: Int, upTo limit: Int? = nil) -> Scan {
  let whole = bytes.span
  var tag = XMLTag()
  let token = XMLScanner.next(whole.extracting(0..<(limit ?? bytes.count)), at: start, into: &tag)
  guard case .startTag = token else { return Scan(token: token) }
  return Scan(
    token: token,
    name: tag.name,
    attributes: (0..<tag.attributeCount).map {
      Scan.Attribute(name: tag.attribute($0).name, value: tag.attribute($0).value)
    },
    isSelfClosing: tag.isSelfClosing
  )
}

func scan(_ text: String) -> Scan { scan(Array(text.utf8), at: 0) }

func token(_ text: String) -> XMLToken { scan(text).token }

/// Scans a whole text; after a fault it goes on at the next `<`, as the readers do.
func scanAll(
  _ bytes: [UInt8],
  by next: (Int) -> Scan
) -> [(start: Int, scan: Scan)] {
  var found: [(start: Int, scan: Scan)] = []
  var start = 0
  while true {
    let scan = next(start)
    found.append((start, scan))
    switch scan.token {
    case .startTag(let end), .endTag(_, let end), .text(let end), .cdata(_, let end),
      .skipped(let end):
      start = end
    case .doctype: start += 9
    case .malformed, .incomplete:
      guard let next = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) else { return found }
      start = next
    case .end: return found
    }
  }
}

func scanAll(_ bytes: [UInt8]) -> [(start: Int, scan: Scan)] {
  scanAll(bytes) { scan(bytes, at: $0) }
}

/// The attributes of the start tag that `text` is, as written.
func attributes(_ text: String) -> [[String]] {
  let bytes = Array(text.utf8)
  return scan(bytes, at: 0).attributes.map {
    [
      String(decoding: bytes[$0.name], as: UTF8.self),
      String(decoding: bytes[$0.value], as: UTF8.self),
    ]
  }
}

/// Decodes a whole text as a value.
func decode(_ bytes: [UInt8], _ range: Range<Int>? = nil) -> (text: String, flaws: XMLTextFlaws) {
  var flaws: XMLTextFlaws = []
  let text = XMLText.string(bytes.span, range ?? 0..<bytes.count, flaws: &flaws)
  return (text, flaws)
}

func isPlain(_ bytes: [UInt8], _ range: Range<Int>) -> Bool { XMLText.isPlain(bytes.span, range) }

/// A text shown in a failure, whatever its bytes are.
func shown(_ bytes: [UInt8]) -> String {
  bytes.prefix(300).map { (0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : "<\($0)>" }
    .joined()
}

/// Small texts that between them use every construct.
let seedTexts: [String] = [
  #"<Record type="HKQuantityTypeIdentifierHeartRate" unit="count/min" value="62.5"/>"#,
  "<a b = 'x' c\t=\n\"y\"\r\n>text</a  ><!-- c --><?p d?><![CDATA[ <x> ]]]>tail",
  #"<HeartRateRecord Unit of bpm="70" Time  = "7:00 &lt; 8:00 &amp; &#x41;&#233;&nope;"/>"#,
  #"<r v="1 > 0" w='<Record type="x"/>'><!-- - -- ---><?pi a > b ?? <x>??></r>"#,
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE HealthData [\n<!ELEMENT a ANY>\n]>\n<a/>",
  "<gr\u{F6}\u{DF}e m\u{E4}\u{DF}=\"\u{1F45F} \u{2019}\"><_:x-1.y/></gr\u{F6}\u{DF}e>\r\n",
  "<a b=\"\" c=''><b><c/>1<d>2</d>\n</b></a><a/ ><a b></ a></a b><!x><1><a b=c><",
  "]]> & &amp &; &#; &#x; &#x110000; &#0; \u{1}\u{B}\t\r\n\r\u{7F}\u{85}\u{FFFE}",
]

extension SplitMix64 {
  /// One to three random edits: flip, insert, delete, double or truncate.
  mutating func mutated(_ text: [UInt8]) -> [UInt8] {
    let likely =
      Array("<>/!?-[]=\"'&;#xX: \n\r\tabCDATA09.".utf8) + [
        0, 0x0B, 0x80, 0xC3, 0xED, 0xEF, 0xF4, 0xFF,
      ]
    var bytes = text
    for _ in 0..<Int.random(in: 1...3, using: &self) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &self)
      let byte = likely.randomElement(using: &self) ?? 0
      switch Int.random(in: 0..<6, using: &self) {
      case 0: bytes[at] = byte
      case 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &self)
      case 2: bytes.insert(byte, at: at)
      case 3: bytes.remove(at: at)
      case 4: bytes.insert(contentsOf: bytes[at..<min(at + 9, bytes.count)], at: at)
      default: if Bool.random(using: &self) { bytes.removeSubrange(at...) }
      }
    }
    return bytes
  }
}
