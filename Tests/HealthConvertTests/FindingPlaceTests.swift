import ByteKit
import HealthConvert
import HealthFormats
import HealthModel
import JSONCodec
import TestSupport
import Testing

/// Whether what a report says of places is true of the bytes there.
enum Places {
  /// What promoted members are read from: a text of their own.
  private static let promoted = "members of correlations"

  /// Compares each reject in a rejects file with the text it was read from.
  static func check(rejects: [UInt8], against text: [UInt8], _ comment: Comment? = nil) throws {
    for line in rejects.split(separator: 0x0A) {
      let reject = try JSONValue.parse(Array(line))
      if reject["file"]?.stringValue == promoted { continue }
      let start = try #require(reject["recordOffset"]?.intValue)
      let count = try #require(reject["recordLength"]?.intValue)
      try #require(start >= 0 && count >= 0 && start + count <= text.count, comment)
      if let record = reject["record"]?.stringValue {
        #expect(Array(record.utf8) == Array(text[start..<start + count]), comment)
      } else {
        #expect(String(validating: text[start..<start + count], as: UTF8.self) == nil, comment)
      }
      let offset = try #require(reject["byteOffset"]?.intValue)
      let place = try place(of: offset, in: text)
      #expect(reject["line"]?.intValue == place.line, comment)
      #expect(reject["column"]?.intValue == place.column, comment)
    }
  }

  /// Compares the positions of findings with the text.
  static func check(_ report: RunReport, against text: [UInt8], _ comment: Comment? = nil) throws {
    for finding in report.examples + report.rejectExamples
    where finding.path != promoted {
      let place = try place(of: finding.position.byteOffset, in: text)
      #expect(finding.position.line == place.line, comment)
      #expect(finding.position.column == place.column, comment)
    }
  }

  /// Counts from the start, a byte at a time.
  static func place(of offset: Int, in text: [UInt8]) throws -> (line: Int, column: Int) {
    try #require(offset >= 0 && offset <= text.count)
    var line = 1
    var column = 1
    for byte in text[..<offset] {
      column += 1
      if byte == 0x0A {
        line += 1
        column = 1
      }
    }
    return (line, column)
  }
}

@Suite struct FindingPlaceTests {
  @Test(arguments: Exports.files, [7, 1 << 20])
  func placesInAnExportAreTrue(name: String, chunkSize: Int) throws {
    let scratch = try Scratch()
    var trial = Trial(Exports.path(name))
    trial.chunkSize = chunkSize
    let text = try readBytes(Exports.path(name))
    let (ending, result) = try trial.run(in: scratch)
    guard let outcome = ending.outcome, let result else { return }
    try Places.check(rejects: outcome.rejects, against: text)
    try Places.check(result.report, against: text)
  }

  @Test(arguments: Layout.all, [7, 1 << 20])
  func placesInAnyLayoutAreTrue(layout: Layout, chunkSize: Int) throws {
    let scratch = try Scratch()
    var trial = Trial(try scratch.put(layout.text, in: "export.xml"))
    trial.chunkSize = chunkSize
    let (ending, result) = try trial.run(in: scratch)
    let outcome = try #require(ending.outcome)
    try Places.check(rejects: outcome.rejects, against: Array(layout.text.utf8))
    try Places.check(try #require(result).report, against: Array(layout.text.utf8))
  }

  @Test func theFirstFiveOfACodeAreKeptByPlace() throws {
    let scratch = try Scratch()
    // Members are normalised while they are decoded, samples after all of a chunk is decoded.
    let odd = "unit=\"furlongs?\""
    let sample = steps("1").replacing("unit=\"count\"", with: odd)
    let cuff = Layout.correlation.replacing("unit=\"mmHg\"", with: odd)
    let records = Array(repeating: [sample, cuff].joined(separator: "\n"), count: 6)
    let path = try scratch.put(export(records.joined(separator: "\n")), in: "export.xml")
    var conversion = Conversion(
      inputs: [path],
      output: OutputPlan(target: .standardOutput, format: .csv)
    )
    conversion.output.target = .file(scratch.path("out.csv"))
    let report = try conversion.run().report
    let places = report.examples.filter { $0.code == .unknownUnit }.map(\.position.line)
    #expect(places == [4, 7, 8, 10, 13])
  }

  /// Mended bytes are longer than what they stand for, so the row's start is the place of all.
  @Test func placesInAMendedRowLieInTheRow() throws {
    let scratch = try Scratch()
    let row =
      Array("StepCount,2024-02-30T00:00:00Z,1,".utf8) + [0xFF, 0xFF, 0xFF] + Array(",\n".utf8)
    let text = Array("type,start,value,source\n".utf8) + row
    let path = try scratch.put(text, in: "input")
    let (ending, result) = try Trial(path).run(in: scratch)
    let report = try #require(result?.report, "\(ending)")
    #expect(report.rejectCounts == [.invalidDate: 1] && report.findingCounts[.rowOddity] == 1)
    try Places.check(report, against: text)
    #expect((report.examples + report.rejectExamples).allSatisfy { $0.position.line == 2 })
  }

  @Test func aMetadataEntryWithoutKeyIsPlacedWhereItStands() throws {
    let scratch = try Scratch()
    let record = steps("2").replacing(
      "/>",
      with: "><MetadataEntry value=\"a\"/><MetadataEntry value=\"b\"/></Record>"
    )
    let path = try scratch.put(export("\(steps("1"))\n\(record)"), in: "export.xml")
    let (_, result) = try Trial(path).run(in: scratch)
    let finding = try #require(result?.report.examples.first { $0.code == .metadataKeyRepeated })
    #expect(finding.position.line == 5)
  }
}
