import Foundation
import TestSupport
import Testing

/// A question about an input of cases/, and what its page says the answer has.
struct SharedAnswer: CustomTestStringConvertible, Sendable {
  /// The number of the problem, as in `apple-15`.
  var id: String
  var arguments: [String]
  /// What the answer must hold.
  var has: [String]
  /// What the messages must hold.
  var says: [String] = []

  var testDescription: String { ([id] + arguments).joined(separator: " ") }

  static let all = [
    SharedAnswer(
      id: "apple-15",
      arguments: ["--type", "StepCount"],
      has: [#""period":"2026-01-10""#, #""sum":800"#],
      says: ["merged"]
    ),
    SharedAnswer(
      id: "apple-15",
      arguments: ["--type", "StepCount", "--sources", "sum"],
      has: [#""sum":1100"#],
      says: ["warning: the sources are added up"]
    ),
    SharedAnswer(
      id: "apple-15",
      arguments: ["--type", "StepCount", "--sources", "each"],
      has: [
        #""source":"Phone","unit":"count","period":"2026-01-10""#, #""sum":600"#,
        #""source":"Watch""#, #""sum":500"#,
      ]
    ),
    SharedAnswer(
      id: "apple-17",
      arguments: [
        "--type", "OxygenSaturation,BodyFatPercentage,WalkingAsymmetryPercentage", "--units",
        "metric",
      ],
      has: [
        #""min":0.97"#, #""max":96"#, #""unit":"1","period":"2026-01-10","#, #""min":0.215"#,
        #""max":0,"#,
      ],
      says: ["percent-out-of-range"]
    ),
    SharedAnswer(
      id: "apple-19",
      arguments: ["--type", "StepCount"],
      has: [
        #""period":"2025-07-15","start":"2025-07-15T00:00:00+02:00","#,
        #""period":"2026-01-10","start":"2026-01-10T00:00:00+01:00","#,
      ],
      says: ["the zone that 2 samples name (Europe/Paris)"]
    ),
    SharedAnswer(
      id: "apple-19",
      arguments: ["--type", "StepCount", "--time-zone", "Europe/Paris"],
      has: [#""period":"2025-07-15","#],
      says: ["days are those of Europe/Paris"]
    ),
    SharedAnswer(
      id: "apple-19",
      arguments: ["--type", "StepCount", "--time-zone", "original"],
      has: [#""period":"2025-07-14","#],
      says: ["by the written UTC offset of 2 samples (+01:00)"]
    ),
    SharedAnswer(
      id: "apple-21",
      arguments: ["--type", "SleepAnalysis"],
      has: [
        #""part":"nap","value":"Asleep","unit":"s","period":"2026-01-10""#,
        #""count":1,"sum":5400"#,
      ]
    ),
  ]
}

/// The inputs of cases/ about what is made of records, through `stats`.
@Suite(.enabled(if: Shared.isAvailable)) struct SharedAnswerTests {
  @Test(arguments: SharedAnswer.all)
  func theAnswerIsTheOneItsPageAsksFor(_ example: SharedAnswer) throws {
    let scratch = try Scratch()
    let run = try CommandRun(
      ["stats", SharedCase(example.id, "input.xml", 0).path, "--format", "ndjson"]
        + example.arguments,
      scratch: scratch.root
    )
    #expect(run.status == 0, "\(run.messages)")
    for text in example.has { #expect(run.text.contains(text), "\(run.text)") }
    for text in example.says { #expect(run.messages.contains(text), "\(run.messages)") }
  }
}
