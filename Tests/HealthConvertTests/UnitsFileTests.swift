import HealthConvert
import HealthFormats
import HealthUnits
import Testing

@Suite struct UnitsFileTests {
  private func failure(_ text: String) -> ConversionError? {
    #expect(throws: ConversionError.self) {
      try UnitsFile.definitions(Array(text.utf8), path: "units.json")
    }
  }

  private func file(_ units: String) -> String {
    #"{"format":"healthconv-units","version":1,"units":[\#(units)]}"#
  }

  @Test func aFileHasItsDefinitions() throws {
    let text = file(
      #"{"symbol":"scoop","factor":"304/10","unit":"g","spellings":["scoops"],"source":"tin"},"#
        + #"{"symbol":"degRe","factor":"5/4","unit":"K","offset":"218.52","ucum":"[degRe]"},"#
        + #"{"symbol":"oz","factor":"1","unit":"fl_oz_us","overrides":true}"#
    )
    let definitions = try UnitsFile.definitions(Array(text.utf8), path: "units.json")
    #expect(definitions.map(\.symbol) == ["scoop", "degRe", "oz"])
    #expect(definitions[0].amount.description == "152/5")
    #expect(definitions[0].spellings == ["scoops"] && definitions[0].source == "tin")
    #expect(definitions[1].offset?.description == "5463/25" && definitions[1].ucum == "[degRe]")
    #expect(definitions[2].overrides && definitions[2].source == "units.json")
  }

  @Test(arguments: [
    ("[]", "must be an object"), (#"{"version":1,"units":[]}"#, "format"),
    (#"{"format":"healthconv-units","version":2,"units":[]}"#, "version"),
    (#"{"format":"healthconv-units","version":1}"#, "units"),
    (#"{"format":"healthconv-units","version":1,"units":[],"unit":1}"#, #"no member "unit""#),
    (#"{"format":"healthconv-units","format":"healthconv-units","version":1,"units":[]}"#, "twice"),
  ])
  func aDocumentThatIsNoneSaysWhy(_ text: String, _ part: String) {
    let error = failure(text)
    #expect(error?.code == "units.bad-file")
    #expect(error?.message.contains(part) == true)
  }

  @Test(arguments: [
    (#"{"factor":"1","unit":"kg"}"#, #""symbol" is missing"#),
    (#"{"symbol":"x","unit":"kg"}"#, #""factor" is missing"#),
    (#"{"symbol":"x","factor":1,"unit":"kg"}"#, "must be a text"),
    (#"{"symbol":"x","factor":"","unit":"kg"}"#, "not empty"),
    (#"{"symbol":"x","factor":"1/0","unit":"kg"}"#, "not an exact number"),
    (#"{"symbol":"x","factor":"0.1e","unit":"kg"}"#, "not an exact number"),
    (#"{"symbol":"x","factor":"NaN","unit":"kg"}"#, "not an exact number"),
    (#"{"symbol":"x","factor":"1e99999999","unit":"kg"}"#, "not an exact number"),
    (#"{"symbol":"x","factor":"1","unit":"kg","spellings":"y"}"#, "list of texts"),
    (#"{"symbol":"x","factor":"1","unit":"kg","spellings":[1]}"#, "list of texts"),
    (#"{"symbol":"x","factor":"1","unit":"kg","overrides":"yes"}"#, "true or false"),
    (#"{"symbol":"x","factor":"1","unit":"kg","override":true}"#, #"no member "override""#),
    (#"7"#, "must be an object"),
  ])
  func aUnitThatIsNoneSaysWhyAndWhich(_ unit: String, _ part: String) {
    let error = failure(file(#"{"symbol":"a","factor":"2","unit":"kg"},"# + unit))
    #expect(error?.message.contains("unit 2") == true)
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
  }

  @Test func brokenJSONSaysWhere() {
    let error = failure("{\n  \"format\" \"healthconv-units\"\n}")
    #expect(error?.code == "units.not-json")
    #expect(error?.line == 2 && error?.column == 12)
  }
}
