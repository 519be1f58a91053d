import CSVCodec
import TestSupport

/// Small inputs that hold every turn of the grammar.
let grammarSamples: [String] = [
  "a,b\n1,2\n",
  "a,b\r\n\"1\r\n2\",3\r\n",
  "a,b\r1,2\r\r\n\n",
  "a\n\"say \"\"hi\"\"\"\n\"\"\"\"\n\"\"\n",
  "a,b\n\"1,2\n3,4\n",
  "a,b\n1\"2,3\n\"1\"x,2\n\"1\" ,2\n5,6",
  "a,b,c\n,,\n1,,\"\"\n\n\n\"x\"",
  "type,metadata\nx,\"{\"\"k\"\":[1,2],\"\"name\"\":\"\"longer than sixteen\"\"}\"\n",
  "a;b|c\td,e\n\"{( \\\"Test Watch\\\" )}\",\"\\\\\",\"\\n\\\n",
  "\u{FEFF}sep=;\r\na;b\n1,5;2\n",
  "\"unclosed and then a line end\nx,y\n\"\"\"\"\"\n",
  "a long unquoted field of more than sixteen bytes,another one of about that length\r\n",
]

let backslashDialect = CSVDialect(escape: .backslash)

/// Random edits with the bytes that matter to the grammar.
struct Mutator {
  private static let alphabet = [UInt8]("\",;\t|\r\n\\a1.- \u{0}\u{FEFF}sep=".utf8) + [0xFF, 0xC3]
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func nextByte() -> UInt8 {
    Self.alphabet[Int.random(in: 0..<Self.alphabet.count, using: &random)]
  }

  mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    var out = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0...out.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: out.insert(nextByte(), at: place)
      case 1: if place < out.count { out.remove(at: place) }
      case 2: if place < out.count { out[place] = nextByte() }
      default: out.removeSubrange(Int.random(in: place...out.count, using: &random)...)
      }
    }
    return out
  }
}
