import CSVCodec
import Testing

@Suite struct CellTextTests {
  @Test(arguments: [
    ("=1+1", true), ("@SUM(A1)", true), ("-cmd|' /C calc'!A0", true), ("+x", true), ("\t=x", true),
    ("\tx", false), ("\t", false),
    ("-5", false), ("-80,1", false), ("+1e3", false), ("", false), ("a=b", false), ("-", true),
  ])
  func formulas(cell: String, isFormula: Bool) {
    let bytes = Array(cell.utf8)
    #expect(CSVText.isFormulaLike(bytes.span, bytes.indices) == isFormula)
  }

  @Test func nulBytesAreFound() {
    let bytes = Array("a plain cell of text\u{0}and more".utf8)
    #expect(CSVText.firstNUL(bytes.span, bytes.indices) == 20)
    #expect(CSVText.firstNUL(bytes.span, 0..<20) == nil)
    #expect(CSVText.firstNUL(bytes.span, 21..<bytes.count) == nil)
  }
}
