// swift-tools-version: 6.2
import PackageDescription

let schemas = [
  "record", "archive", "csv", "csv-archive", "csv-samples", "csv-correlations",
  "csv-correlation_members", "csv-workouts", "csv-workout_statistics", "csv-workout_events",
  "csv-workout_activities", "csv-workout_routes", "csv-activity_summaries", "csv-characteristics",
  "csv-other", "summary", "manifest", "rejects", "inspect", "types", "validation",
  "validation-line", "rules",
  "config", "baseline",
  "merge", "priority", "units", "unit", "units-file", "stats", "latest", "workouts",
].map { "\($0).schema.json" }

let metaschemas = [
  "schema", "core", "applicator", "unevaluated", "validation", "format-annotation",
  "format-assertion", "content", "meta-data",
]

let package = Package(
  name: "healthconv",
  platforms: [.macOS(.v15)],  // UInt128, Mutex
  products: [
    .library(name: "HealthConvert", targets: ["HealthConvert"]),
    .executable(name: "healthconv", targets: ["healthconv"]),
  ],
  targets: [
    // Bytes: one grammar a module, no health words.
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "ByteKit"),
    .target(name: "XMLCodec", dependencies: ["ByteKit"]),
    .target(name: "JSONCodec", dependencies: ["ByteKit"]),
    .target(
      name: "JSONSchema",
      dependencies: ["ByteKit", "JSONCodec"],
      resources: metaschemas.map { .embedInCode("Metaschema/\($0).json") }
    ),
    .target(name: "CSVCodec", dependencies: ["ByteKit"]),
    .target(name: "TableSchema", dependencies: ["ByteKit", "CSVCodec", "JSONCodec", "JSONSchema"]),
    .target(name: "GzipCodec", dependencies: ["ByteKit", "CZlib"]),
    .target(name: "ZipCodec", dependencies: ["ByteKit", "GzipCodec"]),
    .target(name: "CommandLineKit"),
    // Health.
    .target(name: "HealthUnits", dependencies: ["ByteKit"]),
    .target(name: "HealthModel", dependencies: ["ByteKit", "HealthUnits"]),
    .target(
      name: "HealthFormats",
      dependencies: [
        "ByteKit", "XMLCodec", "JSONCodec", "CSVCodec", "GzipCodec", "ZipCodec", "HealthModel",
        "HealthUnits",
      ]
    ),
    .target(
      name: "HealthMerge",
      dependencies: [
        "ByteKit", "GzipCodec", "HealthFormats", "HealthModel", "HealthUnits", "JSONCodec",
      ]
    ),
    .target(
      name: "HealthValidation",
      dependencies: [
        "ByteKit", "CSVCodec", "CommandLineKit", "HealthFormats", "HealthModel", "HealthUnits",
        "JSONCodec", "JSONSchema", "TableSchema",
      ]
    ),
    .target(
      name: "HealthStatistics",
      dependencies: [
        "ByteKit", "HealthFormats", "HealthMerge", "HealthModel", "HealthUnits", "JSONCodec",
      ]
    ),
    .target(
      name: "HealthConvert",
      dependencies: [
        "ByteKit", "CSVCodec", "GzipCodec", "HealthFormats", "HealthMerge", "HealthModel",
        "HealthStatistics",
        "HealthUnits", "HealthValidation", "JSONCodec", "JSONSchema", "TableSchema",
      ]
    ),
    .target(
      name: "HealthCommands",
      dependencies: [
        "ByteKit", "CSVCodec", "CommandLineKit", "HealthConvert", "HealthFormats", "HealthMerge",
        "HealthModel", "HealthStatistics", "HealthUnits", "HealthValidation", "JSONCodec",
        "Schemas",
      ]
    ),
    .executableTarget(name: "healthconv", dependencies: ["HealthCommands"]),
    .executableTarget(
      name: "Bench",
      dependencies: [
        "ByteKit", "CSVCodec", "HealthConvert", "HealthFormats", "HealthUnits", "JSONCodec",
        "JSONSchema", "Schemas", "XMLCodec",
      ]
    ),
    // The contract of every file and report, embedded in the binary.
    .target(
      name: "Schemas",
      path: "Schemas",
      resources: schemas.map { .embedInCode($0) }
    ),
    // Tests.
    .target(name: "TestSupport", dependencies: ["GzipCodec"], path: "Tests/TestSupport"),
    .testTarget(name: "ByteKitTests", dependencies: ["ByteKit", "TestSupport"]),
    .testTarget(name: "XMLCodecTests", dependencies: ["ByteKit", "XMLCodec", "TestSupport"]),
    .testTarget(name: "JSONCodecTests", dependencies: ["JSONCodec", "TestSupport"]),
    .testTarget(
      name: "JSONSchemaTests",
      dependencies: ["ByteKit", "JSONCodec", "JSONSchema", "Schemas", "TestSupport"]
    ),
    .testTarget(
      name: "TableSchemaTests",
      dependencies: ["ByteKit", "CSVCodec", "JSONCodec", "Schemas", "TableSchema", "TestSupport"]
    ),
    .testTarget(name: "CSVCodecTests", dependencies: ["ByteKit", "CSVCodec", "TestSupport"]),
    .testTarget(name: "GzipCodecTests", dependencies: ["ByteKit", "GzipCodec", "TestSupport"]),
    .testTarget(
      name: "ZipCodecTests",
      dependencies: ["ByteKit", "GzipCodec", "ZipCodec", "TestSupport"]
    ),
    .testTarget(name: "CommandLineKitTests", dependencies: ["CommandLineKit", "TestSupport"]),
    .testTarget(name: "HealthUnitsTests", dependencies: ["ByteKit", "HealthUnits", "TestSupport"]),
    .testTarget(name: "HealthModelTests", dependencies: ["ByteKit", "HealthModel", "TestSupport"]),
    .testTarget(
      name: "HealthFormatsTests",
      dependencies: ["ByteKit", "HealthFormats", "HealthModel", "TestSupport"]
    ),
    .testTarget(
      name: "HealthMergeTests",
      dependencies: [
        "ByteKit", "HealthConvert", "HealthFormats", "HealthMerge", "HealthModel", "HealthUnits",
        "JSONCodec", "TestSupport", "healthconv",
      ]
    ),
    .testTarget(
      name: "HealthStatisticsTests",
      dependencies: [
        "ByteKit", "HealthConvert", "HealthFormats", "HealthMerge", "HealthModel",
        "HealthStatistics", "HealthUnits", "JSONCodec", "JSONSchema", "Schemas", "TestSupport",
        "healthconv",
      ]
    ),
    .testTarget(
      name: "HealthValidationTests",
      dependencies: [
        "ByteKit", "HealthFormats", "HealthModel", "HealthValidation", "JSONCodec", "TestSupport",
      ]
    ),
    .testTarget(
      name: "ValidationTests",
      dependencies: [
        "ByteKit", "GzipCodec", "HealthConvert", "HealthFormats", "HealthModel",
        "HealthValidation", "JSONCodec", "JSONSchema", "Schemas", "TestSupport",
      ]
    ),
    .testTarget(
      name: "HealthConvertTests",
      dependencies: [
        "ByteKit", "GzipCodec", "HealthConvert", "HealthFormats", "HealthModel", "HealthUnits",
        "HealthValidation", "JSONCodec", "TestSupport", "healthconv",
      ]
    ),
    .testTarget(
      name: "SchemasTests",
      dependencies: ["HealthModel", "HealthValidation", "JSONCodec", "Schemas", "TestSupport"]
    ),
    .testTarget(name: "CaseTests", dependencies: ["CSVCodec", "JSONCodec", "TestSupport"]),
    .testTarget(
      name: "HealthCommandsTests",
      dependencies: ["healthconv", "JSONCodec", "TestSupport"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),  // `any` marks what costs a box
    .enableUpcomingFeature("MemberImportVisibility"),  // each file names what it uses
    .enableExperimentalFeature("Lifetimes"),  // a buffer may hand out a span of its own bytes
    .treatAllWarnings(as: .error),
  ]
}
