import Foundation
import TestSupport
import Testing

/// The exit status of validate: what is found, what is asked to fail on, what can't be done.
@Suite struct ValidateStatusTests {
  /// An input with its gravest finding.
  enum Input: String, CaseIterable, Sendable {
    case clean, note, warning, error, missing, unreadableGzip

    var path: String {
      let rule =
        switch self {
        case .clean: "value.range/good.ndjson"
        case .note: "source.blank/bad.ndjson"
        case .warning: "value.plausible/bad.ndjson"
        case .error: "value.range/bad.ndjson"
        case .missing: "none.csv"
        case .unreadableGzip: "gzip.corrupt/bad.ndjson.gz"
        }
      return Fixtures.path("rules/" + rule)
    }

    /// 0 for no finding, 3 for an error.
    var gravity: Int {
      switch self {
      case .clean: 0
      case .note: 1
      case .warning: 2
      case .error, .missing, .unreadableGzip: 3
      }
    }
  }

  /// From which gravity on the status is 1, by what --fail-on says.
  static let limits = [("", 3), ("error", 3), ("warning", 2), ("note", 1), ("never", 9)]

  @Test(arguments: Input.allCases, limits.map(\.0))
  func `the status is that of the gravest finding`(input: Input, failOn: String) throws {
    let scratch = try Scratch()
    let limit = try #require(Self.limits.first { $0.0 == failOn }).1
    for exitsZero in [false, true] {
      for stops in [false, true] {
        var arguments = ["validate", input.path, "--format", "concise"]
        if !failOn.isEmpty { arguments += ["--fail-on", failOn] }
        if exitsZero { arguments.append("--exit-zero") }
        if stops { arguments += ["--max-errors", "1"] }
        let run = try CommandRun(arguments, scratch: scratch.root)
        let expected =
          exitsZero ? 0 : input == .missing ? 2 : input.gravity >= limit ? 1 : 0
        #expect(run.status == expected, "\(arguments)")
        #expect(run.output.isEmpty == (input == .clean), "\(run.text)")
      }
    }
  }

  @Test(arguments: [
    (["--fail-on", "fatal"], 64), (["--format", "pdf"], 64), (["--max-errors", "0"], 64),
    (["--rule", "no.such"], 64), (["--examples", "many"], 64), (["--report", "pdf=x"], 64),
    (["--now", "yesterday"], 64), (["--nothing"], 64),
    (["--config", "/nowhere/config.json"], 2), (["--baseline", "/nowhere/known.json"], 2),
    (["--report", "json=/nowhere/at/all/report.json"], 2),
  ])
  func `a job that can't be done is no verdict`(options: [String], status: Int) throws {
    let scratch = try Scratch()
    let arguments = ["validate", Input.clean.path] + options
    let run = try CommandRun(arguments, scratch: scratch.root)
    #expect(run.status == status, "\(run.messages)")
    #expect(!run.errors.isEmpty)
  }
}
