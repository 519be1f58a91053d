import ByteKit
import Foundation
import HealthConvert
import HealthStatistics
import HealthUnits
import TestSupport
import Testing

/// The examples of the documentation, which have to compile and to run as they stand there.
@Suite struct ExampleTests {
  private let export = Fixtures.path("apple/export.zip")
  /// What the examples print.
  private final class Printed {
    var lines: [String] = []
  }

  @Test func statistics() throws {
    let printed = Printed()
    func print(_ items: Any...) {
      printed.lines.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // Statistics.swift
    var plan = StatisticsPlan(types: WantedType.named("steps"))
    plan.last = 7
    let report = try Statistics(inputs: ["export.zip"].map(here), plan: plan).run()
    for row in report.series[0].rows {
      print(row.period, row.sum?.decimal.doubleValue ?? 0)
    }
    // end
    #expect(printed.lines.last == "2026-02-20 1286.0")
    #expect(printed.lines.count == 7)
  }

  @Test func latest() throws {
    let printed = Printed()
    func print(_ items: Any...) {
      printed.lines.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // Latest.swift
    let latest = Latest(inputs: ["export.zip"].map(here), types: WantedType.named("BodyMass"))
    if let weight = try latest.run().samples[0], let number = weight.number {
      print(number.doubleValue, weight.unit, "of", weight.source)
    }
    // end
    #expect(printed.lines == ["78.47148001 kg of Feather Scale"])
  }

  @Test func workouts() throws {
    let printed = Printed()
    func print(_ items: Any...) {
      printed.lines.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // WorkoutList.swift
    var list = WorkoutList(inputs: ["export.zip"].map(here))
    list.order = .distance
    for workout in try list.run().workouts {
      print(workout.activity, workout.speed?.doubleValue ?? 0)
    }
    // end
    #expect(printed.lines.first == "SwimBikeRun 4.6436624598157845")
  }

  private func here(_ name: String) -> String { export }

  @Test(arguments: ["Statistics.swift", "Latest.swift", "WorkoutList.swift"])
  func `the documentation shows what is run here`(_ file: String) throws {
    let tests = try String(contentsOfFile: #filePath, encoding: .utf8)
    let source = try String(
      contentsOfFile: Fixtures.root + "/../Sources/HealthConvert/" + file,
      encoding: .utf8
    )
    let start = try #require(tests.range(of: "    // \(file)\n"))
    let end = try #require(
      tests.range(of: "    // end\n", range: start.upperBound..<tests.endIndex)
    )
    let example = tests[start.upperBound..<end.lowerBound].replacing(".map(here)", with: "")
      .split(separator: "\n").map { "/// " + $0 }.joined(separator: "\n")
    #expect(source.contains(example))
  }
}
