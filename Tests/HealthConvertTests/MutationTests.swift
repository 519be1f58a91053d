import ByteKit
import Foundation
import HealthConvert
import HealthFormats
import HealthModel
import TestSupport
import Testing

/// Random damage: whatever the bytes, a run ends with an error or accounts for every record.
@Suite(.timeLimit(.minutes(2))) struct MutationTests {
  enum Source: String, CaseIterable, Sendable {
    case xml, layouts, ndjson, json, csv, flat, gzip, zip

    /// Sound inputs of the form.
    func inputs() throws -> [[UInt8]] {
      switch self {
      case .xml: try Exports.files.map { try readBytes(Exports.path($0)) }
      case .layouts: Layout.all.map { Array($0.text.utf8) }
      case .ndjson: try [Exports.archive(.ndjson)]
      case .json: try [Exports.archive(.json)]
      case .csv: try [Exports.archive(.csv)]
      case .flat: Self.tables.map { Array($0.utf8) }
      case .gzip: try [gzipped(Exports.archive(.ndjson))]
      case .zip:
        try Fixtures.names(in: "zip").filter { $0.hasSuffix(".zip") }
          .map { try readBytes(Fixtures.path("zip/" + $0)) }
      }
    }

    /// Whether positions are those of the file's own bytes.
    var isText: Bool { self != .gzip && self != .zip }

    private static let tables = [
      "date;weight (kg);steps\n2024-01-01 08:00:00 +0100;71,5;1.000\n\n2024-01-02;72;\n",
      "type,start,end,value,unit,source\nStepCount,2024-01-01T00:00:00Z,,5,count,\"a \"\"b\"\"\"\n"
        + "BodyMass,31/12/2023 10:00,,\"70,5\",kg,x\nHeartRate,1700000000,,60,count/min,\n",
      "sep=;\ntime;bpm\n2024-01-01T00:00:00Z;61\r\n2024-01-01T00:01:00Z;62\r\n",
    ]
  }

  @Test(arguments: Source.allCases)
  func everyRecordIsAccountedFor(source: Source) throws {
    let seed = testSeed("\(source)")
    var generator = SplitMix64(seed: seed)
    let inputs = try source.inputs()
    for round in 0..<60 {
      var bytes = inputs[Int.random(in: 0..<inputs.count, using: &generator)]
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        Self.damage(&bytes, using: &generator)
      }
      let comment: Comment = "\(source), seed \(seed), round \(round)"
      try Self.check(bytes, isText: source.isText, comment, using: &generator)
    }
  }

  static func check(
    _ bytes: [UInt8],
    isText: Bool,
    _ comment: Comment,
    using generator: inout SplitMix64
  ) throws {
    let scratch = try Scratch()
    var trial = Trial(try scratch.put(bytes, in: "input"))
    let isFiltered = Bool.random(using: &generator)
    trial.configure = { conversion in
      if isFiltered { conversion.reading.filter.types = ["StepCount", "BodyMass", "Food"] }
    }
    let (whole, result) = try trial.run(in: scratch)
    trial.chunkSize = Int.random(in: 1...300, using: &generator)
    trial.threads = Int.random(in: 1...4, using: &generator)
    let difference = try trial.run().difference(from: whole)
    #expect(difference == nil, comment)
    if let error = whole.error {
      #expect(!error.code.hasPrefix("internal"), comment)
      #expect(!error.message.isEmpty && !error.code.isEmpty, comment)
    }
    guard let outcome = whole.outcome, let report = result?.report else { return }
    let total = report.total
    #expect(total.read == total.written + total.rejected + total.filtered, comment)
    #expect(outcome.lines.count == total.written + 1, comment)
    #expect(outcome.rejects.count { $0 == 0x0A } == total.rejected, comment)
    // Positions are those of the decoded text.
    let isUTF16 = report.findingCounts[.encodingUTF16] != nil
    guard isText, !isUTF16 else { return }
    try Places.check(rejects: outcome.rejects, against: bytes, comment)
    try Places.check(report, against: bytes, comment)
  }

  /// One random change.
  static func damage(_ bytes: inout [UInt8], using generator: inout SplitMix64) {
    TestSupport.damage(&bytes, with: pieces, longest: 80, using: &generator) {
      bytes,
      place,
      generator in
      bytes[place] = punctuation.randomElement(using: &generator) ?? 0
    }
  }

  private static let punctuation = Array("\"'<>/&;,{}[]:\\\n\r\t \0-0".utf8)
  private static let pieces: [[UInt8]] =
    [
      "<!--", "-->", "<![CDATA[", "]]>", "<?", "</Record>", "<Record ", "</HealthData>", "\"\"",
      "\r\n", "\u{FEFF}", "&#0;", "&#x110000;", "\\u0000", "\\ud800", "1e999", "-0", "\u{2028}",
      "null", "{}", "[[[[", "<Correlation>", "<Workout>", "9999-12-31", "+2400", "\u{1E}",
    ].map { Array($0.utf8) } + [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F], [0, 0, 0],
    ]
}
