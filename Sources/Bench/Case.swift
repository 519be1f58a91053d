import ByteKit
import CSVCodec
import Foundation
import HealthConvert
import HealthFormats
import HealthUnits
import JSONCodec
import JSONSchema
import Schemas
import XMLCodec

/// One thing to measure.
struct Case {
  let name: String
  /// Bytes or operations of one run.
  let amount: Int
  /// What `amount` counts.
  let unit: Unit
  let body: () throws -> Void

  enum Unit {
    case bytes
    case operations
  }

  /// Runs once to warm up, then nine times.
  func run() throws {
    try body()
    var times: [Double] = []
    for _ in 0..<9 {
      let start = ContinuousClock.now
      try body()
      let duration = start.duration(to: .now).components
      times.append(Double(duration.seconds) + Double(duration.attoseconds) / 1e18)
    }
    times.sort()
    let rate: (Double) -> String = { time in
      switch unit {
      case .bytes: String(format: "%8.0f MB/s", Double(amount) / time / 1e6)
      case .operations: String(format: "%8.1f ns each", time / Double(amount) * 1e9)
      }
    }
    print(
      "\(name.padding(toLength: 24, withPad: " ", startingAt: 0)) best \(rate(times[0]))  median \(rate(times[4]))"
    )
  }

  static func all(_ corpus: Corpus) -> [Case] {
    conversions(corpus) + codecs(corpus) + units
  }

  private static func conversions(_ corpus: Corpus) -> [Case] {
    let jobs = [
      ("xml2csv", corpus.xml, "out.csv"), ("xml2csv.gz", corpus.xml, "out.csv.gz"),
      ("csv2ndjson", corpus.csv, "out.ndjson"), ("ndjson2csv", corpus.ndjson, "out.csv"),
    ]
    return jobs.map { name, input, output in
      Case(name: name, amount: Corpus.size(input), unit: .bytes) {
        let named = OutputFormat.of(name: output)
        _ = try Conversion(
          inputs: [input],
          output: OutputPlan(
            target: .file(corpus.folder + "/" + output),
            format: named.format ?? .csv,
            isCompressed: named.isCompressed,
            replacesExisting: true
          )
        ).run()
      }
    }
  }

  /// The grammars alone, in memory.
  private static func codecs(_ corpus: Corpus) -> [Case] {
    func bytes(_ path: String) -> [UInt8] {
      (try? InputFile(path: path).readAll(limit: 1 << 31)) ?? []
    }
    let xml = bytes(corpus.xml)
    let csv = bytes(corpus.csv)
    let ndjson = bytes(corpus.ndjson)
    return [
      Case(name: "xml-scanner", amount: xml.count, unit: .bytes) {
        var tag = XMLTag()
        var i = 0
        scan: while true {
          switch XMLScanner.next(xml.span, at: i, into: &tag) {
          case .startTag(let end), .endTag(_, let end), .text(let end), .cdata(_, let end),
            .skipped(let end):
            i = end
          case .doctype, .incomplete, .malformed, .end: break scan
          }
        }
      },
      Case(name: "csv-tokenizer", amount: csv.count, unit: .bytes) {
        var record = CSVRecord()
        var i = 0
        while case .record(let end) = CSVTokenizer.next(
          csv.span,
          from: i,
          isFinal: true,
          into: &record
        ) {
          i = end
        }
      },
      Case(name: "json-tape", amount: ndjson.count, unit: .bytes) {
        var tape = JSONTape()
        var i = 0
        while let line = JSONLines.line(in: ndjson.span, from: i) {
          try tape.parse(ndjson.span, line.content)
          i = line.next
        }
      },
      Case(name: "json-schema", amount: ndjson.count, unit: .bytes) {
        let record = EmbeddedSchema.all.first { $0.name == "record" }
        var validator = try Schema(compiling: record?.bytes ?? []).validator()
        var i = 0
        while let line = JSONLines.line(in: ndjson.span, from: i) {
          _ = try validator.validate(ndjson.span, line.content)
          i = line.next
        }
      },
    ]
  }
}
