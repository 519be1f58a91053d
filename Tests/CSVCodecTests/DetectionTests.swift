import CSVCodec
import Testing

@Suite struct DetectionTests {
  private func detect(_ text: String, isWholeFile: Bool = true) -> CSVDetection {
    let bytes = Array(text.utf8)
    return CSVDialect.detect(bytes.span, isWholeFile: isWholeFile)
  }

  private func delimiter(_ text: String) -> String {
    String(decoding: [detect(text).dialect.delimiter], as: UTF8.self)
  }

  @Test(arguments: [
    ("a,b\n1,2\n", ","), ("a;b\n1,5;2\n", ";"), ("a\tb\n1;5\t2\n", "\t"), ("a|b\n1|2\n", "|"),
    ("\"a,b\";c\n\"1,2\";3\n", ";"), ("Date;Weight (kg, lb)\n2026-03-01;80,1\n", ";"),
    ("Date;Weight (kg, lb);Fat\n2026-03-01;80,1;20,5\n", ";"),
    ("Weight; kg,Date,Note\n80,2026-03-01,x\n", ","), ("a,b\n1,2,\n3,4,\n", ","),
    ("\u{FEFF}a;b\n1;2", ";"), ("\n\na;b\n1;2", ";"), ("a b,c d\nx E y,z E\n", ","),
  ])
  func delimiterOfTheHeaderAndItsRows(text: String, expected: String) {
    #expect(delimiter(text) == expected)
    #expect(!detect(text).isAmbiguous)
  }

  @Test func equalClaimsAreAmbiguous() {
    #expect(detect("a,b;c\nx,y;z\n").isAmbiguous)
    #expect(detect("a\n1,x\n2,y\n").isAmbiguous)
  }

  @Test(arguments: [("sep=|\na,b|c\n", "|"), ("SEP=\t\r\na\tb\n", "\t"), ("\"sep=;\"\na;b", ";")])
  func hintLineDecides(text: String, expected: String) {
    for start in ["", "\u{FEFF}"] {
      let found = detect(start + text)
      #expect(String(decoding: [found.dialect.delimiter], as: UTF8.self) == expected)
      #expect(found.dialect.hasSepLine)
      #expect(found.columns == 2)
    }
  }

  @Test(arguments: ["sep=x\n1\n", "sep=\n1\n", "sep\n1\n", "sep=;;\n", "sep", "se"])
  func whatOnlyLooksLikeAHint(text: String) {
    #expect(!detect(text).dialect.hasSepLine)
  }

  @Test(arguments: ["value\n80,1\n79\n", "-265,868\n-271,819\n12\n0,5\n", "a\n1\n", "a", ""])
  func oneColumnIsNotCut(text: String) {
    let found = detect(text)
    #expect(found.columns <= 1)
    #expect(!found.isAmbiguous)
    #expect(texts(Array(text.utf8), found.dialect).allSatisfy { $0.count == 1 })
  }

  @Test func prefixThatEndsInsideARecordIsEnough() {
    #expect(detect("a;b\n1;\"2,3\n", isWholeFile: false).dialect.delimiter == UInt8(ascii: ";"))
    #expect(detect("a;b", isWholeFile: false).dialect.delimiter == UInt8(ascii: ";"))
  }
}
