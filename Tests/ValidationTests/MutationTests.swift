import Foundation
import HealthConvert
import HealthFormats
import HealthModel
import HealthValidation
import TestSupport
import Testing

/// Random damage: whatever the bytes, a validation ends with a report that makes sense.
@Suite(.timeLimit(.minutes(3))) struct MutationTests {
  /// So many of each file, over 10,000 in all.
  static let rounds = 67

  static let fixtures = RuleFixture.all.filter { $0.rule != .gzipRatio }

  @Test func `there are ten thousand of them`() {
    #expect(Self.fixtures.count * 2 * Self.rounds >= 10_000)
  }

  @Test(arguments: fixtures)
  func `damage is told of, never fatal`(fixture: RuleFixture) throws {
    let seed = testSeed("\(fixture)")
    var generator = SplitMix64(seed: seed)
    let scratch = try Scratch()
    for file in [fixture.bad, fixture.good] {
      let sound = try readBytes(file)
      for round in 0..<Self.rounds {
        var bytes = sound
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          damage(&bytes, with: Self.pieces, longest: 40, using: &generator) {
            bytes,
            place,
            generator in
            // Another number, which the grammar does not mind.
            if let digit = bytes[place...].firstIndex(where: { (0x30...0x39).contains($0) }) {
              bytes[digit] = UInt8.random(in: 0x30...0x39, using: &generator)
            }
          }
        }
        let path = try scratch.put(bytes, in: URL(fileURLWithPath: file).lastPathComponent)
        let comment: Comment = "\(file), seed \(seed), round \(round)"
        var validation = try fixture.validation(of: path)
        let report = validation.run()
        Self.check(report, bytes, comment)
        guard round % 8 == 0 else { continue }
        let whole = report.text
        validation.reading.chunkSize = Int.random(in: 1...200, using: &generator)
        validation.reading.threads = 2
        let isSame = validation.run().text == whole
        #expect(isSame, comment)
      }
    }
  }

  private static func check(_ report: ValidationReport, _ bytes: [UInt8], _ comment: Comment) {
    #expect(report.inputs.count >= 1, comment)
    for outcome in report.rules {
      #expect(outcome.count >= outcome.examples.count, comment)
      #expect(outcome.byInput.isEmpty || outcome.byInput.reduce(0, +) == outcome.count, comment)
      for finding in outcome.examples {
        let place = finding.place
        #expect(place.line >= 1 && place.column >= 1 && place.characterColumn >= 1, comment)
        #expect(place.characterColumn <= place.column && place.byteLength >= 0, comment)
        guard report.inputs.count == 1, place.entry.isEmpty,
          let size = report.inputs.first?.bytes, place.record > 0
        else { continue }
        #expect(place.byteOffset + place.byteLength <= max(size, bytes.count), comment)
      }
    }
  }

  private static let pieces: [[UInt8]] =
    [
      "\"", "\n", "\r\n", ",", "{", "}", "[", "null", "-", "e400", "99999999999999999999", "<", ">",
      "\\u0000", "\\ud800", "0001-01-01T00:00:00Z", "9999-12-31T23:59:60Z", "+14:00", "é",
      "\u{FEFF}",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0, 0]]
}
