/// The real-world problems that this program has to get right, by the numbers of their list.
enum RequiredCases {
  static let apple = [
    "01", "03", "05", "07", "09", "10", "11", "13", "15", "16", "17", "19", "21", "25", "26", "28",
    "29", "32", "38", "39", "41",
  ]
  static let format = [
    "01", "04", "05", "07", "08", "10", "11", "14", "16", "17", "19", "22", "25", "26", "28", "29",
    "31", "32", "34", "35", "37", "38", "40", "41", "43", "44", "46", "47", "49", "50", "52",
  ]

  /// Those that ask for more than one run, or for bytes without a health record, and where their
  /// test is.
  static let tests = [
    ("apple-28", "HealthCommandsTests/MemoryTests.swift", "memoryDoesNotGrowWithTheInput"),
    ("apple-39", "HealthCommandsTests/RoundTripTests.swift", "sourceNamesComeBackFromATable"),
    ("format-05", "CaseTests/CSVCaseTests.swift", "case05"),
    ("format-08", "CaseTests/CSVCaseTests.swift", "case08"),
    ("format-11", "HealthCommandsTests/RoundTripTests.swift", "lineBreaksComeBackFromATable"),
    ("format-28", "CaseTests/JSONCaseTests.swift", "case28"),
    ("format-29", "CaseTests/JSONCaseTests.swift", "case29"),
    ("format-46", "CaseTests/JSONCaseTests.swift", "case46"),
    ("format-47", "CaseTests/JSONCaseTests.swift", "case47"),
    ("format-49", "CaseTests/JSONCaseTests.swift", "case49"),
    ("format-50", "CaseTests/JSONCaseTests.swift", "case50"),
    ("format-52", "CaseTests/CSVCaseTests.swift", "case52"),
  ]

  static let all = apple.map { "apple-" + $0 } + format.map { "format-" + $0 }
}
