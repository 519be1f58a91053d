import TestSupport
import Testing
import XMLCodec

/// Whatever the bytes are: a result or an error, in bounded time, and only ranges of the text.
@Suite(.timeLimit(.minutes(1))) struct FuzzTests {
  /// Uses the whole module on a text; checks what holds for every text.
  private func exercise(_ bytes: [UInt8]) {
    var last = -1
    for (start, scan) in scanAll(bytes) {
      #expect(start > last, "\(shown(bytes))")
      last = start
      switch scan.token {
      case .startTag(let end):
        var place = scan.name.upperBound
        for attribute in scan.attributes {
          #expect(attribute.name.lowerBound >= place && !attribute.name.isEmpty)
          #expect(attribute.value.lowerBound > attribute.name.upperBound)
          place = attribute.value.upperBound
          _ = decode(bytes, attribute.value)
        }
        #expect(place < end && end <= bytes.count)
        if let read = try? parse(bytes, at: start) {
          #expect(read.position >= end && read.position <= bytes.count)
        }
      case .endTag(let range, let end), .cdata(let range, let end):
        #expect(range.lowerBound > start && range.upperBound < end && end <= bytes.count)
      case .text(let end), .skipped(let end):
        #expect(end > start && end <= bytes.count)
        _ = decode(bytes, start..<end)
      case .malformed(let offset): #expect(offset >= start && offset < bytes.count)
      case .doctype, .incomplete, .end: break
      }
    }
  }

  @Test func mutatedTexts() {
    var random = SplitMix64(seed: testSeed())
    let elements = ["<a b='1'><c>&lt;</c><d/>x<![CDATA[y]]></a>", "<a><b><c><d e=''/></c></b></a>"]
    let seeds = (seedTexts + elements).map { Array($0.utf8) }
    for _ in 0..<3_000 {
      var bytes = random.mutated(seeds.randomElement(using: &random) ?? [])
      if Bool.random(using: &random) { bytes = random.mutated(bytes) }
      exercise(bytes)
    }
  }

  @Test func randomBytes() {
    var random = SplitMix64(seed: testSeed())
    let likely = Array("<<<>>/!?=\"'&;#ab --[[]] ".utf8) + [0, 0xC3, 0xA9, 0xFF]
    for _ in 0..<3_000 {
      let count = Int.random(in: 0..<40, using: &random)
      exercise((0..<count).map { _ in likely.randomElement(using: &random) ?? 0 })
    }
  }

  @Test(arguments: [
    "<", ">", "&", "&#", "&amp;", "<a ", "<a b='", "<a b=\"\" ", "</", "</a>", "<!", "<!--", "-",
    "-->",
    "<![CDATA[", "]", "]]>", "<?", "?", "<a>", "<a/>", "a=", "=", "'", " ", "\r", "\u{1}", "\u{E9}",
  ])
  func aHundredThousandRepeats(_ text: String) {
    let bytes = Array(String(repeating: text, count: 100_000).utf8)
    for opening in ["", "<a ", "<a b='", "<!--", "<![CDATA[", "<?", "</a", "<a>"] {
      let text = Array(opening.utf8) + bytes
      #expect(scan(text, at: 0).token != .end)
      _ = try? parse(text)
    }
    _ = decode(bytes)
  }
}
