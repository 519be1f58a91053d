import TestSupport

/// Writes well-formed documents at random, with every freedom of XML 1.0 that the scanner knows.
struct RandomDocument {
  private var random: SplitMix64
  private var text = ""

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func next() -> [UInt8] {
    text = chance(8) ? "\u{FEFF}" : ""
    if chance(2) { text += "<?xml version=\"1.0\" encoding='UTF-8'?>" }
    miscellany()
    if chance(3) {
      text += pick([
        "<!DOCTYPE root []>", "<!DOCTYPE root [\n<!ELEMENT root ANY>\n<!-- ] > -->\n]>",
      ])
      miscellany()
    }
    element(depth: 0)
    miscellany()
    return Array(text.utf8)
  }

  private mutating func chance(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &random) == 0 }

  private mutating func pick(_ texts: [String]) -> String {
    texts.randomElement(using: &random) ?? ""
  }

  private mutating func miscellany() {
    while chance(2) { text += chance(2) ? pick(["\n", " ", "\r\n", "\t"]) : ignorable() }
  }

  private mutating func ignorable() -> String {
    pick([
      "<!---->", "<!-- <Record value=\"&\"> > - x -->", "<!--\n\u{1F45F}]]>-->", "<?note?>",
      "<?p a > b <x> '?? > ??>", "<?p\t&none;?>",
    ])
  }

  private mutating func element(depth: Int) {
    let name = pick(["a", "Record", "x:y", "_z-1.0", "Gr\u{F6}\u{DF}e", "\u{434}\u{430}"])
    text += "<" + name
    let most = chance(30) ? 64 : 4
    for index in 0..<Int.random(in: 0...most, using: &random) {
      text += pick([" ", "\n", "\r\n  ", "\t"])
      text +=
        pick(["type", "v", "x:l", "\u{E9}t\u{E9}", "aLongerNameThanAWord", "_-."]) + "\(index)"
      text += pick(["=", "=", "=", " =", "= ", "\n=\t"])
      value()
    }
    if chance(3) { text += pick([" ", "\n"]) }
    if chance(4) {
      text += "/>"
      return
    }
    text += ">"
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1: if depth < 8 { element(depth: depth + 1) }
      case 2: text += ignorable()
      case 3:
        text += pick([
          "<![CDATA[]]>", "<![CDATA[<a b=\"&amp;\"> ]] ]>]]>", "<![CDATA[x]]]>",
          "<![CDATA[\r\n\u{E9}]]>",
        ])
      default: text += piece() + (chance(2) ? piece() : "")
      }
    }
    text += "</" + name + pick(["", "", " ", "\n"]) + ">"
  }

  private mutating func value() {
    let quote = pick(["\"", "'"])
    text += quote
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      text += chance(5) ? (quote == "'" ? "say \"x\"" : "it's") : piece()
    }
    text += quote
  }

  /// Character data that may stand in a value as well.
  private mutating func piece() -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return pick(["&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&amp;lt;"])
    case 1: return pick([" ", "\t", "\n", "\r", "\r\n", "\r\r\n"])
    case 2: return pick(["&#9;", "&#10;", "&#13;", "&#xA;", "&#0065;", "&#x85;", "&#xFFFD;"])
    case 3:
      let scalars = [0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF]
      let code = Int.random(
        in: scalars.randomElement(using: &random) ?? 0x20...0x7E,
        using: &random
      )
      return chance(2) ? "&#\(code);" : "&#x\(String(code, radix: 16, uppercase: chance(2)));"
    case 4:
      return pick(["\u{E9}", "\u{2019}", "\u{1F45F}", "e\u{301}", "\u{7F}", "\u{A0}", "\u{FEFF}"])
    case 5: return pick(["1 > 0", "/>", "a=b", "--", ";", "#", "count/min"])
    default:
      return pick(["x", "HKQuantityTypeIdentifierHeartRate", "2026-01-09 07:15:00 +0100", "62.5"])
    }
  }
}
