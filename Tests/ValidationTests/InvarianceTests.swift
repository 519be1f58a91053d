import Foundation
import HealthConvert
import HealthFormats
import HealthModel
import HealthValidation
import TestSupport
import Testing

/// A report is the same however the input is cut and whoever reads it.
@Suite struct InvarianceTests {
  static let chunkSizes = [1, 7, 64, 300, 1 << 19]

  @Test(arguments: RuleFixture.all)
  func `threads and chunks change nothing`(fixture: RuleFixture) throws {
    let whole = try fixture.validation(of: fixture.bad).run().text
    // A text of blank lines takes long byte by byte, and shows nothing.
    for size in Self.chunkSizes where size > 1000 || fixture.rule != .gzipRatio {
      var validation = try fixture.validation(of: fixture.bad)
      validation.reading.chunkSize = size
      validation.reading.threads = size % 3 + 1
      #expect(validation.run().text == whole, "chunks of \(size)")
    }
  }

  /// All bad lines of all rules in one file: many findings of many rules, some of them several at
  /// one place.
  static func everything(_ format: String) throws -> String {
    var lines: [String] = []
    for fixture in RuleFixtureTests.ofRecords {
      let text = String(decoding: try readBytes(fixture.bad), as: UTF8.self)
      lines += text.split(separator: "\n").dropFirst().map(String.init)
    }
    let head =
      #"{"record":"archive","format":"healthconv","version":1,"exportDate":"2026-03-01T00:00:00Z"}"#
    let all = ([head] + lines + lines).joined(separator: "\n") + "\n"
    let other = OtherFormats(all)
    return switch format {
    case "json": other.document
    // No line feeds at all: columns go on from chunk to chunk.
    case "line.json": other.document.replacing("\n", with: "").replacing("Watch", with: "Wätch")
    case "csv": try other.table()
    default: all
    }
  }

  @Test(arguments: ["ndjson", "json", "line.json", "csv"])
  func `a file with everything is told of in one way`(format: String) throws {
    let scratch = try Scratch()
    let path = try scratch.put(try Self.everything(format), in: "a." + format)
    func text(
      _ size: Int,
      _ threads: Int,
      _ change: (inout Validation) -> Void = { _ in }
    )
      -> String
    {
      var validation = Validation(inputs: [path])
      validation.reading.chunkSize = size
      validation.reading.threads = threads
      change(&validation)
      return validation.run().text
    }
    let whole = text(1 << 20, 1)
    #expect(whole.utf8.count > 20_000)
    for (size, threads) in [(1, 1), (1, 3), (150, 1), (333, 2), (1000, 7), (4096, 2)] {
      #expect(text(size, threads) == whole, "chunks of \(size), \(threads) threads")
    }
    // Few examples: the first ones are kept, whichever worker finds its own first.
    let few = text(1 << 20, 1) { $0.settings.examples = 2 }
    for (size, threads) in [(1, 2), (400, 7)] {
      #expect(text(size, threads) { $0.settings.examples = 2 } == few)
    }
    for maximum in [1, 2, 5, 9] {
      let stopped = text(1 << 20, 1) { $0.settings.maximumErrors = maximum }
      for (size, threads) in [(1, 2), (200, 1), (700, 7)] {
        #expect(text(size, threads) { $0.settings.maximumErrors = maximum } == stopped)
      }
    }
    // On disk from the tenth record on.
    let spilled = text(1 << 20, 1) { $0.settings.fingerprintLimit = 10 }
    #expect(spilled == whole)
    #expect(text(100, 3) { $0.settings.fingerprintLimit = 10 } == whole)
  }

  @Test(arguments: [1, 3, 10])
  func `it stops after exactly so many errors, and says so`(maximum: Int) throws {
    let scratch = try Scratch()
    let path = try scratch.put(try Self.everything("ndjson"), in: "a.ndjson")
    var validation = Validation(inputs: [path])
    validation.settings.maximumErrors = maximum
    for size in [1, 100, 1 << 20] {
      validation.reading.chunkSize = size
      let report = validation.run()
      #expect(report.count(.error) == maximum)
      #expect(report.isStoppedEarly)
      for format in ReportFormat.allCases {
        let text = String(
          decoding: report.written(as: format, ReportOptions(toolVersion: "test")),
          as: UTF8.self
        ).lowercased()
        #expect(text.contains("stopped"), "\(format)")
      }
    }
    validation.settings.maximumErrors = 1_000_000
    #expect(!validation.run().isStoppedEarly)
  }

  /// Files that can't be read to their end: what stands before is checked all the same.
  @Test(arguments: ["cut.json", "cut.ndjson.gz", "cut.csv.gz"])
  func `what stands before a fatal error is told of`(name: String) throws {
    let scratch = try Scratch()
    let format = String(name.split(separator: ".")[1])
    let text = Array(try Self.everything(format).utf8)
    let bytes = name.hasSuffix("gz") ? Array(gzipped(text).dropLast(60)) : Array(text.dropLast(40))
    let path = try scratch.put(bytes, in: name)
    var validation = Validation(inputs: [path])
    validation.reading.threads = 1
    let whole = validation.run()
    #expect(name.hasSuffix("gz") || whole.recordCount > 50)
    for (size, threads) in [(1, 1), (100, 3), (1000, 2)] {
      validation.reading.chunkSize = size
      validation.reading.threads = threads
      #expect(validation.run().text == whole.text, "chunks of \(size)")
    }
  }

  @Test(arguments: [0, 37])
  func `filters do not move the numbers of records`(chunkSize: Int) throws {
    func line(_ type: String, _ value: Int, _ unit: String) -> String {
      #"{"type":"\#(type)","startDate":"2024-01-01T00:00:00Z","value":\#(value),"unit":"\#(unit)","#
        + #""sourceName":"S"}"# + "\n"
    }
    let text =
      line("HeartRate", 61, "count/min") + line("BodyMass", 70, "kg") + "{\n"
      + line("HeartRate", 62, "count/min") + line("BodyMass", 9_999, "kg")
    let scratch = try Scratch()
    var validation = Validation(inputs: [try scratch.put(text, in: "a.ndjson")])
    validation.reading.filter.types = ["BodyMass"]
    if chunkSize > 0 { validation.reading.chunkSize = chunkSize }
    let report = validation.run()
    func records(_ rule: RuleID) -> [Int] {
      report.rules.first { $0.rule == rule }?.examples.map(\.place.record) ?? []
    }
    #expect(records(.valueRange) == [5])
    #expect(records(.jsonSyntax) == [3])
    #expect(report.recordCount == 3)
  }
}
