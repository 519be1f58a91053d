import TestSupport
import Testing

@testable import TableSchema

@Suite("Cells")
struct CellTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var field: String
    var good: [String]
    var bad: [String]
    var testDescription: String { field }

    init(_ field: String, good: [String], bad: [String]) {
      self.field = field
      self.good = good
      self.bad = bad
    }
  }

  static let cases: [Case] = [
    Case(#""type":"any""#, good: ["x", "1"], bad: []),
    Case(#""type":"string""#, good: ["x", "é"], bad: []),
    Case(#""type":"string","format":"email""#, good: ["a@b.c"], bad: ["a", "a@", "a b@c.d"]),
    Case(#""type":"string","format":"uri""#, good: ["http://a/b"], bad: ["a b", "/x"]),
    Case(
      #""type":"string","format":"uuid""#,
      good: ["2eb8aa08-aa98-11ea-b4aa-73b441d16380"],
      bad: ["2eb8aa08aa9811eab4aa73b441d16380"]
    ),
    Case(
      #""type":"string","format":"binary""#,
      good: ["YQ==", "YWI=", "YWJj"],
      bad: ["Y", "YQ=a"]
    ),
    Case(
      #""type":"number""#,
      good: ["1", "-1.5", "+.5", "1e-7", "NaN", "INF", "-INF", "123456789012345678901234567890.5"],
      bad: ["1,5", "x", "1.2.3", "--1", "1e", "inf", "1 "]
    ),
    Case(
      #""type":"number","decimalChar":",","groupChar":".""#,
      good: ["1.234,5", "1,5", "12"],
      bad: ["1,2,3", "a"]
    ),
    Case(#""type":"number","groupChar":" ""#, good: ["1 000 000.5"], bad: ["1,000"]),
    Case(
      #""type":"number","bareNumber":false,"groupChar":",""#,
      good: ["$1,000.50", "95%", "€ -3"],
      bad: ["$", "1 2"]
    ),
    Case(
      #""type":"integer""#,
      good: ["0", "-7", "+7", "99999999999999999999"],
      bad: ["1.0", "1e3", "-", ""]
    ),
    Case(#""type":"integer","bareNumber":false"#, good: ["7kg", "$7"], bad: ["7.5kg"]),
    Case(#""type":"boolean""#, good: ["true", "FALSE", "1", "0"], bad: ["yes", "tRue"]),
    Case(
      #""type":"boolean","trueValues":["ja"],"falseValues":["nein"]"#,
      good: ["ja", "nein"],
      bad: ["true", "1"]
    ),
    Case(#""type":"object""#, good: ["{}", #"{"a":[1]}"#], bad: ["[]", "{", "1"]),
    Case(#""type":"geojson""#, good: [#"{"type":"Point"}"#], bad: ["[]"]),
    Case(#""type":"array""#, good: ["[]", "[1,{}]"], bad: ["{}", "[1"]),
    Case(#""type":"list""#, good: ["a,b", "a"], bad: []),
    Case(
      #""type":"list","itemType":"integer","delimiter":";""#,
      good: ["1;2;3", "1"],
      bad: ["1;x", "1,2", "1;"]
    ),
    Case(
      #""type":"date""#,
      good: ["2024-02-29"],
      bad: ["2023-02-29", "2024-2-1", "20240229", "2024-01-01T"]
    ),
    Case(
      #""type":"date","format":"%d/%m/%Y""#,
      good: ["29/02/2024", "1/2/2024"],
      bad: ["30/02/2024", "2024-01-01"]
    ),
    Case(
      #""type":"date","format":"%b %d, %y""#,
      good: ["Feb 03, 24", "DEC 1, 99"],
      bad: ["Foo 1, 24"]
    ),
    Case(
      #""type":"date","format":"any""#,
      good: ["2024-02-29", "29 Feb 2024"],
      bad: ["2024-02-29T00:00:00Z", "x"]
    ),
    Case(
      #""type":"time""#,
      good: ["23:59:59", "00:00:00.125", "12:00:00Z"],
      bad: ["24:00:01", "12:00", "12:60:00"]
    ),
    Case(#""type":"time","format":"%H:%M""#, good: ["12:30"], bad: ["12:30:00"]),
    Case(#""type":"time","format":"any""#, good: ["12:30", "1:05 pm"], bad: ["noon"]),
    Case(
      #""type":"datetime""#,
      good: ["2024-02-29T12:00:00Z", "2024-02-29T12:00:00.5+01:00", "2024-02-29T12:00:00"],
      bad: ["2024-02-29 12:00:00", "2024-02-30T12:00:00Z", "2024-02-29T12:00:00+1"]
    ),
    Case(
      #""type":"datetime","format":"%Y-%m-%d %H:%M:%S %z""#,
      good: ["2024-02-29 12:00:00 -0500"],
      bad: ["2024-02-29T12:00:00Z"]
    ),
    Case(#""type":"year""#, good: ["2024", "-0044", "2024Z"], bad: ["24", "2024-01"]),
    Case(#""type":"yearmonth""#, good: ["2024-12"], bad: ["2024-13", "2024", "2024-1"]),
    Case(
      #""type":"duration""#,
      good: ["P1Y2M3DT4H5M6.7S", "PT1S", "-P1D", "P2W"],
      bad: ["P", "PT", "P1S", "1D", "P1M1Y", "P1.5D"]
    ),
    Case(
      #""type":"geopoint""#,
      good: ["8.5, 47.3", "-180,90"],
      bad: ["181,0", "0,91", "1", "1,2,3", "NaN,1"]
    ),
    Case(
      #""type":"geopoint","format":"array""#,
      good: ["[8.5,47.3]"],
      bad: ["[1]", "[1,2,3]", "8,4", #"["1",2]"#]
    ),
    Case(
      #""type":"geopoint","format":"object""#,
      good: [#"{"lon":8.5,"lat":47.3}"#, #"{"lat":-90,"lon":1}"#],
      bad: [#"{"lon":1}"#, #"{"lat":100,"lon":1}"#, "[1,2]"]
    ),
    Case(
      #""constraints":{"minLength":2,"maxLength":3},"type":"string""#,
      good: ["ab", "éèê"],
      bad: ["a", "abcd"]
    ),
    Case(#""constraints":{"minLength":2},"type":"array""#, good: ["[1,2]"], bad: ["[1]"]),
    Case(
      #""constraints":{"minimum":1,"maximum":"2.5"},"type":"number""#,
      good: ["1", "2.5"],
      bad: ["0.999", "2.51", "INF"]
    ),
    Case(
      #""constraints":{"exclusiveMinimum":1,"exclusiveMaximum":3},"type":"integer""#,
      good: ["2"],
      bad: ["1", "3"]
    ),
    Case(
      #""constraints":{"minimum":"2024-01-01"},"type":"date""#,
      good: ["2024-01-01"],
      bad: ["2023-12-31"]
    ),
    Case(
      #""constraints":{"maximum":"2024-01-01T00:00:00Z"},"type":"datetime""#,
      good: ["2024-01-01T01:00:00+01:00"],
      bad: ["2024-01-01T00:00:00-01:00"]
    ),
    Case(
      #""constraints":{"minimum":"P1M"},"type":"duration""#,
      good: ["P31D", "P1Y"],
      bad: ["P27D", "P30D"]
    ),
    Case(
      #""constraints":{"pattern":"[a-z]+"},"type":"string""#,
      good: ["abc"],
      bad: ["abc1", "1abc"]
    ),
    Case(#""constraints":{"enum":["a","b"]},"type":"string""#, good: ["a"], bad: ["c", "A"]),
    Case(#""constraints":{"enum":[1,"2.50"]},"type":"number""#, good: ["1.0", "2.5"], bad: ["2"]),
    Case(
      #""categories":["a",{"value":"b","label":"B"}],"type":"string""#,
      good: ["a", "b"],
      bad: ["B"]
    ),
    Case(
      #""constraints":{"jsonSchema":{"required":["a"]}},"type":"object""#,
      good: [#"{"a":1}"#],
      bad: ["{}"]
    ),
    Case(#""constraints":{"required":true},"type":"string""#, good: ["x"], bad: [""]),
    Case(
      #""constraints":{"required":true},"missingValues":["-"],"type":"string""#,
      good: ["x", ""],
      bad: ["-"]
    ),
    Case(#""type":"integer""#, good: ["1"], bad: ["x"]),
  ]

  @Test(arguments: cases)
  func cells(_ example: Case) throws {
    let schema = #"{"fields":[{"name":"a","# + example.field + #"}],"missingValues":["n/a"]}"#
    // An empty text is no missing value here, so that it is put to the type as well.
    let hasOwn = example.field.contains("missingValues")
    for text in example.good {
      let found = try check(schema.replacing("n/a", with: "?"), header: "a", rows: [[text]])
      #expect(found.isEmpty, "\(text)")
    }
    for text in example.bad {
      let missing = example.field.contains("required") && !hasOwn ? "" : "?"
      let found = try check(schema.replacing("n/a", with: missing), header: "a", rows: [[text]])
      #expect(found.count == 1, "\(text)")
    }
  }
}
