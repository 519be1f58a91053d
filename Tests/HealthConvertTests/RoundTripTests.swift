import ByteKit
import Foundation
import HealthConvert
import HealthFormats
import HealthModel
import TestSupport
import Testing

/// NDJSON -> JSON -> CSV -> CSV.gz -> NDJSON gives the first file back.
@Suite struct RoundTripTests {
  static func checkChain(_ first: [UInt8], _ comment: Comment? = nil) throws {
    let scratch = try Scratch()
    var path = try scratch.put(first, in: "first.ndjson")
    let steps: [(format: OutputFormat, isCompressed: Bool)] = [
      (.json, false), (.csv, false), (.csv, true), (.ndjson, false),
    ]
    for (index, step) in steps.enumerated() {
      var trial = Trial(path, format: step.format)
      trial.isCompressed = step.isCompressed
      let ending = try trial.run()
      let outcome = try #require(ending.outcome, "\(String(describing: ending.error)) in \(step)")
      #expect(outcome.rejects.isEmpty, "\(String(decoding: outcome.rejects, as: UTF8.self))")
      path = try scratch.put(outcome.output, in: "step\(index)")
    }
    let last = try readBytes(path)
    if last != first { Issue.record("\(firstDifference(last, first)) \(comment ?? "")") }
  }

  @Test(arguments: Exports.valid.filter { $0.hasSuffix(".xml") } + ["export.zip"])
  func ofAnExport(name: String) throws {
    try Self.checkChain(try #require(try Trial(Exports.path(name)).run().outcome).output)
  }

  @Test func ofRandomArchives() throws {
    let seed = testSeed()
    for index in 0..<20 {
      var archive = RandomArchive(seed: seed &+ UInt64(index))
      let first = archive.bytes(records: 60)
      let scratch = try Scratch()
      let path = try scratch.put(first, in: "archive")
      // What is canonical is not changed at all.
      let again = try #require(try Trial(path).run().outcome)
      #expect(again.rejects.isEmpty, "\(String(decoding: again.rejects, as: UTF8.self))")
      if again.output != first { Issue.record("\(firstDifference(again.output, first))") }
      try Self.checkChain(first, "seed \(seed) + \(index)")
    }
  }

  @Test(arguments: [
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
    ("2016-12-31T24:00:00+01:00", "2017-01-01T00:00:00+01:00"),
    ("2016-12-31T12:00:00,5Z", "2016-12-31T12:00:00.5Z"),
    ("2016-12-31T12:00:00.1234567891Z", "2016-12-31T12:00:00.123456789Z"),
    ("1883-11-18 12:00:00 -0500", "1883-11-18T12:00:00-05:00"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59.999999999-12:00", "9999-12-31T23:59:59.999999999-12:00"),
  ])
  func ofOddTimes(written: String, canonical: String) throws {
    let scratch = try Scratch()
    let path = try scratch.put(
      #"{"record":"sample","type":"StepCount","startDate":"\#(written)","value":1,"unit":"count"}"#,
      in: "archive.ndjson"
    )
    let first = try #require(try Trial(path).run().outcome)
    #expect(first.text.contains("\"startDate\":\"\(canonical)\""), "\(first.text)")
    try Self.checkChain(first.output)
  }

  @Test(arguments: ["1,5", "1,234", "1,234,567", "1.234,5", "0x10", "١٢", " 1", "+1", "NaN"])
  func ofTextThatLooksLikeANumber(value: String) throws {
    try Self.checkChain(Array(Self.sample(#""value":"\#(value)""#).utf8))
  }

  @Test(arguments: [256, 500, 512])
  func ofDeepDetails(depth: Int) throws {
    let list = Self.nested(depth - 2)
    try Self.checkChain(Array(Self.sample(#""value":"x","details":{"elements":\#(list)}"#).utf8))
  }

  /// What is written can be read, however deep it is where it stands in the output.
  @Test(arguments: [508, 509, 510, 511, 512, 513], ["details", "metadata", "other"])
  func ofDeepValuesThatMove(depth: Int, key: String) throws {
    let scratch = try Scratch()
    let record = Self.sample(#""value":"x","\#(key)":{"a":\#(Self.nested(depth - 2))}"#)
    let cell = #"{""a"":\#(Self.nested(depth - 1))}"#
    let table = "type,start,value,\(key)\nOdd,2024-01-01T00:00:00Z,x,\"\(cell)\"\n"
    for text in [record, table] {
      let path = try scratch.put(text, in: "input")
      for format in OutputFormat.allCases {
        let first = try #require(try Trial(path, format: format).run().outcome)
        let second = try Trial(try scratch.put(first.output, in: "first"), format: format).run()
        let outcome = try #require(second.outcome, "\(String(describing: second.error))")
        #expect(outcome.rejects.isEmpty, "\(format)")
        #expect(outcome.output == first.output, "\(format)")
      }
    }
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  private static func sample(_ rest: String) -> String {
    """
    {"record":"archive","format":"healthconv","version":1}
    {"record":"sample","type":"Odd","startDate":"2024-01-01T00:00:00Z",\(rest)}

    """
  }
}
