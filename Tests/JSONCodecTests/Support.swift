import Foundation
import JSONCodec
import TestSupport

/// What a parse gives: its tokens or its fault.
typealias Parsed = Result<[JSONToken], JSONError>

func parseTape(
  _ bytes: [UInt8],
  _ range: Range<Int>? = nil,
  allowsNaN: Bool = false
) -> Parsed {
  var tape = JSONTape()
  do throws(JSONError) {
    try tape.parse(bytes.span, range ?? 0..<bytes.count, allowsNaN: allowsNaN)
    return .success(tape.tokens)
  } catch {
    return .failure(error)
  }
}

func parseSlowly(
  _ bytes: [UInt8],
  _ range: Range<Int>? = nil,
  allowsNaN: Bool = false
) -> Parsed {
  do throws(JSONError) {
    return .success(try SlowJSON.parse(bytes, range, allowsNaN: allowsNaN))
  } catch {
    return .failure(error)
  }
}

func parseError(_ text: String, allowsNaN: Bool = false) -> JSONError? {
  guard case .failure(let error) = parseTape(Array(text.utf8), allowsNaN: allowsNaN) else {
    return nil
  }
  return error
}

/// A text shown in a failure, whatever its bytes are.
func shown(_ bytes: [UInt8]) -> String {
  bytes.prefix(300).map { (0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : "<\($0)>" }
    .joined()
}

/// Small texts that between them use every rule of the grammar.
let seedTexts: [String] = [
  #"{"record":"sample","value":71.50,"unit":"count/min","tags":["a","b"],"metadata":null}"#,
  #"[0,-0,-1.5e+10,1E-7,12345678901234567890123,true,false,null,{},[],"",{"":[]}]"#,
  #"{"Größe":"Alex’s Watch 👟","text":"tab\tnew\nquote\" slash\/ back\\ \u00e9\ud83d\uDE00"}"#,
  "{\n  \"a\": [\n    1,\r\n\t2\n  ],\n  \"b\": { \"c\": \"d\" }\n}\n",
  #"{"format":"x","version":1,"records":[{"a":1},{"a":"]}"}, 3 ,"s",[[]]],"end":{"n":[1]}}"#,
  #"{"values":[120.0,NaN,123.0,Infinity,-Infinity],"note":"NaN inside text stays"}"#,
  "{\"a\":1}{\"a\":[2]}\n[3] 4 \"five\" null\n",
  #"{"v":1,"records":[{"a":1}]}{"records":[2],"v":3} [4][]{"a":5}6"#,
  "\u{FEFF}{\"records\" : [ ] , \"\\u0072ecord\\u0073\" : 5}",
]

extension SplitMix64 {
  /// One to three random edits: flip, insert, delete, double or cut.
  mutating func mutated(_ text: [UInt8]) -> [UInt8] {
    let likely =
      Array("{}[]\",:\\u0019eE+-.ntfNI \n\r\t/".utf8) + [0, 0x1E, 0xC3, 0xE2, 0xED, 0xFF]
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

// Macros of the tests cannot hold a span, so these take arrays.

func oddity(_ bytes: [UInt8]) -> JSONError.Code? { JSONEncoding.oddity(bytes.span) }

func utf8(fromUTF16 bytes: [UInt8]) -> [UInt8]? { JSONEncoding.utf8(fromUTF16: bytes.span) }

func nextLineEnd(_ bytes: [UInt8], from start: Int) -> Int? {
  JSONLines.nextLineEnd(bytes.span, from: start)
}

func byteOrderMark(_ bytes: [UInt8]) -> Int { JSONLines.byteOrderMark(bytes.span) }

/// A parsed text together with its bytes.
struct Document {
  let bytes: [UInt8]
  let tape: JSONTape

  init(_ text: String) throws { try self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) throws {
    var tape = JSONTape()
    try tape.parse(bytes.span, 0..<bytes.count)
    self.bytes = bytes
    self.tape = tape
  }

  func text(_ index: Int) -> String { tape.text(at: index, in: bytes.span) }

  func index(of key: StaticString, in object: Int = 0) -> Int? {
    tape.value(forKey: key, inObjectAt: object, of: bytes.span)
  }

  func index(of key: [UInt8], in object: Int = 0) -> Int? {
    tape.value(forKey: key.span, inObjectAt: object, of: bytes.span)
  }

  func equals(_ index: Int, _ text: StaticString) -> Bool {
    tape.equals(index, text, in: bytes.span)
  }

  var duplicate: Int? { tape.duplicateKey(inObjectAt: 0, of: bytes.span) }
}
