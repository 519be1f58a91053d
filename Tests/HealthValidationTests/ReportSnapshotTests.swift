import Foundation
import HealthValidation
import TestSupport
import Testing

/// Each sample report in each format, against `Fixtures/reports`; `RECORD=1` writes them anew.
@Suite struct ReportSnapshotTests {
  @Test(arguments: SampleReport.allCases, ReportFormat.allCases)
  func `a report is written as the fixture says`(sample: SampleReport, format: ReportFormat) throws
  {
    try check(
      sample.report.written(as: format, sample.options),
      "\(sample.rawValue).\(format.rawValue)"
    )
  }

  @Test func `colour is used when asked for`() throws {
    var options = SampleReport.mixed.options
    options.usesColor = true
    let coloured = SampleReport.mixed.report.written(as: .human, options)
    let text = String(decoding: coloured, as: UTF8.self)
    let plain = text.replacing(try Regex("\u{1B}\\[[0-9;]*m"), with: "")
    #expect(text != plain)
    #expect(
      Array(plain.utf8) == SampleReport.mixed.report.written(as: .human, SampleReport.mixed.options)
    )
  }

  @Test(arguments: SampleReport.allCases, ReportFormat.allCases)
  func `only colour brings escapes`(sample: SampleReport, format: ReportFormat) {
    let bytes = sample.report.written(as: format, sample.options)
    #expect(!bytes.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F })
    // Compilers, too, say nothing of what is right.
    #expect(bytes.last == 0x0A || bytes.isEmpty && format == .concise && sample == .clean)
  }

  private func check(_ bytes: [UInt8], _ name: String) throws {
    let path = Fixtures.path("reports/\(name)")
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try FileManager.default.createDirectory(
        atPath: Fixtures.path("reports"),
        withIntermediateDirectories: true
      )
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      Issue.record("recorded \(name)")
      return
    }
    let expected = try readBytes(path)
    // Texts, since a difference in bytes alone is not to be read.
    let isSame = bytes == expected
    #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
    #expect(isSame, "\(name)")
  }
}
