import TestSupport
import Testing
import XMLCodec

@Suite struct ExpatTests {
  @Test(.enabled(if: Expat.isAvailable, "python3 with xml.parsers.expat is not installed"))
  func randomDocumentsGiveWhatExpatGives() throws {
    var random = RandomDocument(seed: testSeed())
    let documents = (0..<300).map { _ in random.next() }
    let expected = try Expat.lines(of: documents)
    #expect(expected.joined().count > 3_000)
    for (document, expected) in zip(documents, expected) {
      let stream = EventStream(document)
      #expect(stream.flaws == [], "\(shown(document))")
      if let at = differing(stream.lines, expected) {
        Issue.record(
          "\(shown(document)): \(stream.lines[at...].prefix(1)), expat \(expected[at...])"
        )
        return
      }
      let elements = expected.filter { !$0.utf8.starts(with: "text ".utf8) }
      let root = try #require(rootOffset(document))
      let read = try parse(document, at: root)
      #expect(differing(EventStream.lines(read.element), elements) == nil, "\(shown(document))")
    }
  }

  /// The first index where two streams differ, byte for byte.
  private func differing(_ a: [String], _ b: [String]) -> Int? {
    let shorter = min(a.count, b.count)
    for index in 0..<shorter where !a[index].utf8.elementsEqual(b[index].utf8) { return index }
    return a.count == b.count ? nil : shorter
  }

  private func rootOffset(_ bytes: [UInt8]) -> Int? {
    var start = 0
    while true {
      switch scan(bytes, at: start).token {
      case .startTag: return start
      case .text(let end), .skipped(let end): start = end
      case .doctype: start = XMLScanner.find("]>", in: bytes.span, from: start) ?? bytes.count
      default: return nil
      }
    }
  }
}
