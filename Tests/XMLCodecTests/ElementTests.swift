import Testing
import XMLCodec

@Suite struct ElementTests {
  @Test func anElementHasItsAttributesDecoded() throws {
    let read = try parse(#"<a b="1 &lt; 2" c='&#x41;' b="again" Unit of bpm="x"/>rest"#)
    #expect(read.element.name == "a")
    #expect(read.element.attributes.map(\.name) == ["b", "c", "b", "Unit of bpm"])
    #expect(read.element["b"] == "1 < 2")
    #expect(read.element["c"] == "A")
    #expect(read.element["Unit of bpm"] == "x")
    #expect(read.element["d"] == nil)
    #expect(read.position == read.count - 4)
    #expect(read.flaws == [])
  }

  @Test func childrenNestInOrder() throws {
    let read = try parse("<a><b c='1'><d/></b><!-- x --><b c='2'></b ><?p q?><e/></a><f/>")
    #expect(
      read.element
        == XMLElement(
          name: "a",
          children: [
            XMLElement(name: "b", attributes: [("c", "1")], children: [XMLElement(name: "d")]),
            XMLElement(name: "b", attributes: [("c", "2")]), XMLElement(name: "e"),
          ]
        )
    )
    #expect(read.position == read.count - 4)
  }

  @Test func theTagIsNotNeededOnceTheElementBegan() throws {
    // The children are scanned into the same tag.
    let read = try parse("<a b='1' c='2'><d e='3'/></a>")
    #expect(read.element.attributes.map(\.value) == ["1", "2"])
    #expect(read.element.children.first?["e"] == "3")
  }

  @Test(arguments: [
    ("<a>x</a>", "x"), ("<a> \n x y \t</a>", "x y"), ("<a>one<b>inner</b> two</a>", "one two"),
    ("<a>1<!-- c -->2<?p?>3</a>", "123"), ("<a>&lt;&amp;</a>", "<&"), ("<a>x\r\ny</a>", "x y"),
    ("<a><![CDATA[<b>&amp;]]></a>", "<b>&amp;"), ("<a>x <![CDATA[]]>y</a>", "x y"),
    ("<a></a>", ""), ("<a> \r\n</a>", ""), ("<a/>", ""), ("<a>a > b</a>", "a > b"),
    ("<a> <![CDATA[ y ]]> </a>", "y"),
    // Only the blanks of XML are trimmed, and a character is not parted from its blank.
    ("<a>\u{A0}x\u{3000}</a>", "\u{A0}x\u{3000}"), ("<a>x\u{301} \u{301}</a>", "x\u{301} \u{301}"),
    ("<a>\u{301}x</a>", "\u{301}x"),
  ])
  func textIsJoinedAndTrimmed(_ text: String, _ expected: String) throws {
    let read = try parse(text)
    #expect(Array(read.element.text.utf8) == Array(expected.utf8))
    #expect(read.flaws == [])
  }

  @Test(arguments: [
    ("<a b='\u{1}'/>", XMLTextFlaws.controlCharacter), ("<a>&x;</a>", .unknownEntity),
    ("<a><b c='&y;'/></a>", .unknownEntity), ("<a>\u{1}</a>", .controlCharacter),
    ("<a><![CDATA[\u{1}]]></a>", .controlCharacter), ("<a><![CDATA[&x;]]></a>", XMLTextFlaws()),
  ])
  func flawsOfEveryPartAreTold(_ text: String, _ flaws: XMLTextFlaws) throws {
    #expect(try parse(text).flaws == flaws)
  }

  @Test func invalidUTF8InACDATASectionIsTold() throws {
    let read = try parse(Array("<a><![CDATA[x".utf8) + [0xFF] + Array("]]></a>".utf8))
    #expect(read.element.text == "x\u{FFFD}")
    #expect(read.flaws == .invalidUTF8)
  }

  @Test(arguments: [
    ("<a></b>", 3), ("<a><b></a></b>", 6), ("<a></A>", 3), ("<a>x</aa>", 4), ("<a><b/></b></a>", 7),
    ("<a></a:a>", 3), ("<\u{E9}></e\u{301}>", 4),
  ])
  func anEndTagHasTheNameOfItsStartTag(_ text: String, _ offset: Int) {
    #expect(parseError(text) == .malformed(offset: offset))
  }

  @Test(arguments: [
    ("<a><1/></a>", 4), ("<a><b c></b></a>", 7), ("<a></a b>", 7), ("<a>x<!y></a>", 4),
    ("<a><!DOCTYPE a></a>", 3), ("<a><b><c/ ></b></a>", 8),
  ])
  func aFaultInsideIsToldWithItsOffset(_ text: String, _ offset: Int) {
    #expect(parseError(text) == .malformed(offset: offset))
  }

  @Test func oneAttributeTooManyInAChildIsAFault() {
    let attributes = (0..<65).map { " n\($0)=''" }.joined()
    let offset = "<a><b".utf8.count + attributes.utf8.count - "n64=''".utf8.count
    #expect(parseError("<a><b\(attributes)/></a>") == .malformed(offset: offset))
  }

  @Test(arguments: [
    "<a b='1'>text<b>&amp;</b><c d='x'/><!-- y --><?z?><![CDATA[ ]] ]]> end</a>",
    "<Workout type='Running'>\n <MetadataEntry key='k' value='v'/>\n</Workout>",
  ])
  func everyCutIsIncomplete(_ text: String) throws {
    let bytes = Array(text.utf8)
    let whole = try parse(bytes)
    #expect(whole.position == bytes.count)
    guard case .startTag(let start) = scan(bytes, at: 0).token else {
      Issue.record("no start tag")
      return
    }
    for limit in start..<bytes.count {
      #expect(parseError(Array(bytes[..<limit])) == .incomplete, "cut at \(limit)")
    }
    // More text after it changes nothing.
    #expect(try parse(bytes + Array("<".utf8)).element == whole.element)
  }

  @Test func sixtyFourLevelsAreTheMost() throws {
    #expect(XMLElement.depthLimit == 64)
    let nested = { (levels: Int, leaf: String) in
      String(repeating: "<a>", count: levels) + leaf + String(repeating: "</a>", count: levels)
    }
    var element = try parse(nested(64, "x")).element
    for _ in 1..<64 { element = try #require(element.children.first) }
    #expect(element.text == "x")
    #expect(try parse(nested(63, "<a/>")).position == 63 * 7 + 4)
    #expect(parseError(nested(65, "x")) == .tooDeep(offset: 65 * 3))
    #expect(parseError(nested(64, "<a/>")) == .tooDeep(offset: 64 * 3 + 4))
    // Breadth is not depth.
    #expect(try parse("<a>" + nested(63, "") + nested(63, "") + "</a>").element.children.count == 2)
  }

  @Test func aHundredThousandLevelsAreRefused() {
    let open = String(repeating: "<a>", count: 100_000)
    #expect(parseError(open) == .tooDeep(offset: 195))
    #expect(parseError(open + String(repeating: "</a>", count: 100_000)) == .tooDeep(offset: 195))
  }

  @Test func elementsDifferInEachPart() {
    let element = XMLElement(name: "a", attributes: [("b", "c")], children: [], text: "d")
    #expect(element == XMLElement(name: "a", attributes: [("b", "c")], text: "d"))
    #expect(element != XMLElement(name: "x", attributes: [("b", "c")], text: "d"))
    #expect(element != XMLElement(name: "a", attributes: [("b", "x")], text: "d"))
    #expect(element != XMLElement(name: "a", attributes: [("x", "c")], text: "d"))
    #expect(element != XMLElement(name: "a", attributes: [], text: "d"))
    #expect(element != XMLElement(name: "a", attributes: [("b", "c")], text: "x"))
    #expect(
      element
        != XMLElement(
          name: "a",
          attributes: [("b", "c")],
          children: [XMLElement(name: "e")],
          text: "d"
        )
    )
  }
}
