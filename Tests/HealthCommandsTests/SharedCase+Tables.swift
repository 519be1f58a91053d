extension SharedCase {
  /// Tables; one without a column of dates holds no health record.
  ///
  /// The right answer then names its columns; what their bytes mean is tested with the codec.
  static let tables = [
    SharedCase(
      "format-01",
      "input.csv",
      2,
      has: [#""value":80.1,"unit":"kg""#, #""value":79.95,"unit":"kg""#, #""note":"a;b""#]
    ),
    SharedCase("format-04", "input.csv", 0, exit: 2, says: [#""metric", "value", "unit""#]),
    SharedCase("format-05", "input.csv", 0, exit: 2, says: [#"are "a,b", "c""#]),
    SharedCase("format-07", "input.csv", 0, exit: 2, says: [#"are "Index", "Timestamp""#]),
    SharedCase("format-08", "input.csv", 0, exit: 2, says: [#"are "a", "b""#]),
    SharedCase("format-10", "input.csv", 0, exit: 2, says: [#"are "tags", "type""#]),
    SharedCase("format-11", "input.csv", 0, exit: 2, says: [#"are "name", "note""#]),
    SharedCase("format-14", "input.csv", 0, exit: 2, says: [#"are "A", "B", "C""#]),
    SharedCase("format-16", "input.csv", 0, exit: 2, says: [#"are "type", "value""#]),
    SharedCase("format-16", "input-semicolon.csv", 0, exit: 2, says: [#"are "type", "value""#]),
    SharedCase("format-17", "input.csv", 0, exit: 2, says: [#"are "a", "b""#]),
    SharedCase("format-19", "input.csv", 0, exit: 2, says: [#""Completions NEW", "NEW Starts""#]),
    SharedCase(
      "format-22",
      "input.csv",
      1,
      exit: 1,
      has: [#""startDate":"2026-03-01T08:00:00+01:00","value":62"#],
      says: ["missing-offset", "input.csv:2:1"]
    ),
    SharedCase(
      "format-22",
      "input.csv",
      2,
      with: ["--assume-zone", "America/Lima"],
      has: [
        #""startDate":"2026-03-01T08:00:00-05:00","value":61"#, "America/Lima",
        #""startDate":"2026-03-01T08:00:00+01:00","value":62"#,
      ]
    ),
    SharedCase(
      "format-25",
      "input.csv",
      1,
      has: [#""startDate":"2026-03-29T03:30:00+02:00""#, "2026-03-29 02:30:00", "Europe/Berlin"],
      says: ["warning: ", "nonexistent-local-time"]
    ),
    SharedCase(
      "format-26",
      "input.csv",
      1,
      exit: 1,
      has: [#""endDate":"2026-03-02T00:00:00+01:00","value":17"#],
      says: ["input.csv:3:1", "invalid-date"]
    ),
    SharedCase("format-31", "input.csv", 0, exit: 2, says: [#"are "a", "b", "c""#]),
    SharedCase("format-32", "input.csv", 0, exit: 2, says: [#"are "device id", "bpm""#]),
    SharedCase(
      "format-34",
      "input.csv",
      1,
      has: [#""value":80.1,"unit":"kg""#],
      says: ["UTF-16LE"]
    ),
    SharedCase("format-34", "input-be.csv", 1, has: [#""value":80.1,"#], says: ["UTF-16BE"]),
    SharedCase(
      "format-35",
      "input.csv",
      1,
      has: [#""value":80.1,"unit":"kg""#],
      says: ["UTF-16LE"]
    ),
    SharedCase("format-52", "input.csv", 0, exit: 2, says: ["no column of dates"]),
  ]

  /// gzip and zip.
  static let containers = [
    SharedCase("format-37", "input-in-deflate.csv.gz", 0, exit: 2, says: ["gzip: unexpected end"]),
    SharedCase("format-37", "input-no-trailer.csv.gz", 0, exit: 2, says: ["gzip: unexpected end"]),
    SharedCase("format-37", "input-header-only.csv.gz", 0, exit: 2, says: ["gzip: unexpected end"]),
    SharedCase("format-38", "input.csv.gz", 2, has: [#""value":100,"#, #""value":200,"#]),
    SharedCase("format-40", "input.gz", 1, has: [#""value":100,"#]),
    SharedCase("format-40", "input-latin1-name.gz", 1, has: [#""value":100,"#]),
    SharedCase("format-41", "input.csv", 1, has: [#""value":100,"#]),
    SharedCase("format-43", "input.zip", 1, has: [#""value":100,"#]),
  ]

  /// JSON whose objects are no health records: they are counted as rejects, each with its place.
  static let json = [
    SharedCase("format-28", "input.json", 0, exit: 1, says: ["bad-literal", "input.json:1:18"]),
    SharedCase("format-29", "input.json", 0, exit: 1, says: ["1 record read", "missing-type"]),
    SharedCase("format-44", "input.ndjson", 0, exit: 1, says: ["3 records read"]),
    SharedCase(
      "format-44",
      "input-no-final-newline.ndjson",
      0,
      exit: 1,
      says: ["2 records read"]
    ),
    SharedCase("format-46", "input.json", 0, exit: 1, says: ["3 records read"]),
    SharedCase("format-46", "input-pretty.json", 0, exit: 1, says: ["2 records read"]),
    SharedCase(
      "format-47",
      "input.ndjson",
      0,
      exit: 1,
      says: ["2 records read", "input.ndjson:1:25: control-character", "input.ndjson:3:1"]
    ),
    SharedCase("format-49", "input.json", 0, exit: 2, says: ["deeper than the limit of 512"]),
    SharedCase("format-49", "input-ok.json", 0, exit: 1, lacks: ["too-deep"]),
    SharedCase("format-50", "input.json", 0, exit: 1, says: ["input.json:1:12: lone-surrogate"]),
  ]
}
