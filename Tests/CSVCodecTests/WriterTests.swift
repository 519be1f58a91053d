import CSVCodec
import Testing

@Suite struct WriterTests {
  private func write(_ rows: [[String]], delimiter: UInt8 = 0x2C) -> String {
    var writer = CSVWriter(delimiter: delimiter)
    var out: [UInt8] = []
    for row in rows {
      for field in row { writer.writeField(field, to: &out) }
      writer.endRecord(to: &out)
    }
    return String(decoding: out, as: UTF8.self)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("a;b", "a;b"), ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), ("a\r\nb", "\"a\r\nb\""), (" x ", " x "),
    ("=1+1", "=1+1"), ("\"", "\"\"\"\""), ("\u{2028}\u{0}\t", "\u{2028}\u{0}\t"), ("", "\"\""),
    ("a long field of more than sixteen bytes, with a comma", nil),
  ])
  func fieldIsQuotedOnlyWhenItMustBe(field: String, written: String?) {
    #expect(write([[field]]) == (written ?? "\"\(field)\"") + "\n")
  }

  @Test func onlyALoneEmptyFieldIsQuoted() {
    #expect(write([["", ""], [""], ["", "", "x"], ["x"]]) == ",\n\"\"\n,,x\nx\n")
  }

  @Test func otherDelimiters() {
    #expect(write([["a,b", "c;d"]], delimiter: UInt8(ascii: ";")) == "a,b;\"c;d\"\n")
  }

  @Test func sourceNamesKeepTheirText() {
    let row = ["Bob \"Fast\" Watch, 2", "=1+1"]
    let text = write([row])
    #expect(text == "\"Bob \"\"Fast\"\" Watch, 2\",=1+1\n")
    #expect(texts(Array(text.utf8)) == [row])
  }

  @Test func plainFieldsAreAppendedByTheCaller() {
    var writer = CSVWriter()
    var out: [UInt8] = []
    writer.beginPlainField(to: &out)
    out.append(UInt8(ascii: "1"))
    writer.writeEmptyField(to: &out)
    writer.writeField("x", to: &out)
    writer.endRecord(to: &out)
    writer.writeEmptyField(to: &out)
    writer.endRecord(to: &out)
    #expect(String(decoding: out, as: UTF8.self) == "1,,x\n\"\"\n")
  }
}
