import HealthFormats
import HealthModel
import HealthValidation
import JSONCodec
import TestSupport
import Testing

/// Any text in any place of a report.
@Suite struct ReportTextPropertyTests {
  /// Scalars of all kinds, those that mean something to readers of reports most often.
  private func text(_ random: inout SplitMix64) -> String {
    let marks = Array(
      "%:,;\n\r\t\0\u{1B}\u{7F}\u{85}\u{2028}\u{202E}\u{FEFF}|`<>&\"'\\{}[](#@\u{FFFE}"
        .unicodeScalars
    )
    var out = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      if Bool.random(using: &random), let mark = marks.randomElement(using: &random) {
        out.append(mark)
      } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) {
        out.append(scalar)
      }
    }
    return String(out)
  }

  private func report(_ random: inout SplitMix64) -> ValidationReport {
    var report = ValidationReport()
    let paths = (0..<2).map { _ in text(&random) }
    report.inputs = paths.map { SampleReport.input($0, .csv, 10) }
    report.rules = SampleReport.outcomes()
    for _ in 0..<4 {
      guard let rule = RuleID.allCases.randomElement(using: &random) else { continue }
      let line = text(&random)
      var finding = SampleReport.finding(
        rule,
        text(&random),
        at: paths[Int.random(in: 0...1, using: &random)],
        line: Int.random(in: 1...99, using: &random),
        record: Int.random(in: 0...99, using: &random),
        field: [.pointer(text(&random)), .column(text(&random)), .element(text(&random))]
          .randomElement(using: &random),
        type: text(&random),
        source: text(&random),
        key: UInt64.random(in: 0...3, using: &random)
      )
      finding.excerpt = Excerpt(
        text: line,
        caretStart: Int.random(in: -1...15, using: &random),
        caretLength: Int.random(in: 0...15, using: &random)
      )
      finding.place.entry = text(&random)
      SampleReport.add([finding], count: Int.random(in: 1...9, using: &random), to: &report)
    }
    return report
  }

  @Test func `no text leaves its place`() throws {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<40 {
      let report = report(&random)
      var options = ReportOptions(toolVersion: "1")
      options.width = Int.random(in: 1...120, using: &random)
      options.redaction = [[], .values, .sources].randomElement(using: &random) ?? []
      for format in ReportFormat.allCases {
        let bytes = report.written(as: format, options)
        // JSON lets DEL stand (RFC 8259 §7).
        let isJSON = [.json, .ndjson, .sarif, .gitlab].contains(format)
        let control = bytes.first { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F && !isJSON }
        #expect(control == nil, "\(format)")
        switch format {
        case .json, .sarif, .gitlab: _ = try JSONValue.parse(bytes)
        case .ndjson:
          for line in bytes.split(separator: 0x0A) { _ = try JSONValue.parse(Array(line)) }
        case .github:
          // One line a rule, and the verdict.
          #expect(bytes.split(separator: 0x0A).count == report.broken.count + 1)
        case .concise:
          let unlisted = report.broken.count { $0.count > $0.examples.count }
          #expect(bytes.split(separator: 0x0A).count == report.broken.count + unlisted)
        default: break
        }
      }
    }
  }
}
