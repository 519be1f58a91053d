/// How one test of the W3C suite is read with this module.
struct W3CRun: Sendable, CustomStringConvertible {
  /// What names the cells in the expected JSON.
  enum Keys: Sendable {
    case titles
    case numbers
    case names([String])
  }

  var test: String
  var file: String
  var keys: Keys
  var delimiter: UInt8 = 0x2C
  var skipRows = 0
  var headerRows = 1
  var skipColumns = 0
  var hasComments = false
  var skipsBlankRows = false

  var description: String { "test\(test)" }
}

/// What the tests of the W3C suite mean for a codec without metadata.
enum W3CTable {
  private static let trees = W3CRun.Keys.names(["GID", "on_street", "species", "trim_cycle"])

  /// Tests about syntax and dialect.
  ///
  /// Values that the JSON shows transformed, dates for one, are not compared.
  static let runs: [W3CRun] = [
    W3CRun(test: "001", file: "test001.csv", keys: .titles),
    W3CRun(test: "002", file: "test002.csv", keys: .titles),
    W3CRun(test: "003", file: "test003.csv", keys: .titles),
    W3CRun(test: "005", file: "test005.csv", keys: .titles),
    W3CRun(test: "006", file: "test006.csv", keys: .titles),
    W3CRun(test: "007", file: "test007.csv", keys: .titles),
    W3CRun(test: "009", file: "test009.csv", keys: .titles),
    W3CRun(test: "010", file: "test010.csv", keys: .titles),
    W3CRun(test: "019", file: "test019.csv", keys: .numbers, headerRows: 0),
    W3CRun(test: "020", file: "test020.csv", keys: trees),
    W3CRun(test: "021", file: "test021.csv", keys: trees),
    W3CRun(test: "022", file: "test022.csv", keys: trees),
    W3CRun(test: "023", file: "tree-ops.csv", keys: .numbers, headerRows: 0, hasComments: true),
    W3CRun(test: "024", file: "tree-ops.csv", keys: .titles),
    W3CRun(test: "025", file: "tree-ops.csv", keys: trees, skipRows: 1, headerRows: 0),
    W3CRun(test: "050", file: "tree-ops.tsv", keys: trees, delimiter: 0x09),
    W3CRun(test: "051", file: "test051.csv", keys: trees, skipRows: 2, hasComments: true),
    W3CRun(test: "052", file: "test052.csv", keys: trees, hasComments: true),
    W3CRun(
      test: "054",
      file: "tree-ops.csv",
      keys: .names(["on_street", "species", "trim_cycle"]),
      skipColumns: 1
    ),
    W3CRun(test: "055", file: "test055.csv", keys: trees, skipsBlankRows: true),
    W3CRun(test: "056", file: "test056.csv", keys: trees),
    W3CRun(
      test: "057",
      file: "test057.csv",
      keys: .names(["on_street", "species", "trim_cycle"]),
      skipRows: 1,
      skipColumns: 1,
      hasComments: true,
      skipsBlankRows: true
    ),
    W3CRun(test: "058", file: "test058.csv", keys: trees, hasComments: true, skipsBlankRows: true),
  ]

  /// Tests that a codec cannot express, each range with the reason.
  static let others: [(tests: ClosedRange<Int>, reason: String)] = [
    (91...91, "no expected rows; its ragged records have a test of their own"),
    (125...125, "required columns are a constraint of metadata"),
    (152...154, "string formats are patterns of metadata"),
    (155...182, "number formats and datatypes come from metadata"),
    (183...186, "boolean formats come from metadata"),
    (187...192, "date formats come from metadata"),
    (193...194, "duration formats come from metadata"),
    (195...196, "length constraints come from metadata"),
    (228...230, "list separators and lengths come from metadata"),
    (231...234, "primary keys are a constraint of metadata"),
    (235...236, "row titles join tables through metadata"),
  ]
}
