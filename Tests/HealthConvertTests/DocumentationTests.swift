import ByteKit
import Foundation
import HealthConvert
import HealthModel
import HealthUnits
import TestSupport
import Testing

/// The examples in the documentation of logging: they compile, run and give what they say.
@Suite struct DocumentationTests {
  @Test func `energy of a swim`() throws {
    let swim = try EnergyEstimate.metabolic(equivalents: Rational(7), mass: Quantity("75", "kg"))
    let energy = try swim.energy(of: Quantity("45", "min")).converted(to: "kcal")
    #expect(energy.description == "393.75 kcal")
  }

  @Test func `energy at a constant rate`() throws {
    let estimate = try EnergyEstimate.constant(rate: Quantity("450", "kcal/h"))
    let energy = try estimate.energy(of: Quantity("20", "min")).converted(to: "kcal")
    #expect(energy.description == "150 kcal")
  }

  @Test func `energy by metabolic equivalents`() throws {
    let mass = try Quantity("60", "kg")
    let estimate = try EnergyEstimate.metabolic(equivalents: Rational(8), mass: mass)
    let energy = try estimate.energy(of: Quantity("30", "min")).converted(to: "kcal")
    #expect(energy.description == "240 kcal")
  }

  @Test func `energy of it all`() throws {
    let estimate = try EnergyEstimate.total(Quantity("300", "kcal"))
    #expect(try estimate.energy(of: Quantity("1", "h")).description == "1255200 J")
  }

  @Test func `a workout step by step`() throws {
    var builder = WorkoutBuilder(activity: "Swimming")
    let start = Timestamp(seconds: 1_709_276_400, offsetMinutes: 60)
    try builder.begin(at: start)
    try builder.pause(at: start.adding(seconds: 600))
    try builder.resume(at: start.adding(seconds: 720))
    try builder.end(at: start.adding(seconds: 1_920))
    let rate = try EnergyEstimate.constant(rate: Quantity("450", "kcal/h"))
    let finished = try builder.finish(energy: rate)
    #expect(finished.workout.totals.duration?.doubleValue == 1_800)
    #expect(finished.energySamples.count == 1)
  }

  @Test func `a log`() throws {
    let scratch = try Scratch()
    let name = {
      let path = "weight.ndjson.gz"
      return path
    }()
    let path = scratch.path(name)
    let log = ArchiveLog(path: path)
    var sample = Sample(type: "BodyMass", startDate: .now(), unit: "lb")
    sample.value = .quantity(ExactDecimal(165))
    let written = try log.append([.sample(sample)])
    guard case .sample(let found)? = written.first else {
      Issue.record("no sample")
      return
    }
    #expect(found.doubleValue == 74.84274105 && found.unit == "kg")
  }

  /// The examples above are those of the sources, line by line.
  @Test func `every line of an example is run here`() throws {
    let own = try String(contentsOfFile: "\(#filePath)", encoding: .utf8)
    let lines = Set(own.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } })
    let folder = Fixtures.root + "/../Sources/HealthConvert/Logging"
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let source = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
      for line in source.split(separator: "\n") {
        guard
          let example = line.trimmingPrefix(while: { $0 == " " }).wholeMatch(of: /\/\/\/     (.*)/)
        else { continue }
        #expect(lines.contains(example.1.trimmingPrefix { $0 == " " }), "\(name): \(example.1)")
        count += 1
      }
    }
    #expect(count > 15)
  }
}
