import ByteKit
import HealthModel
import JSONCodec

extension RecordKind {
  /// The keys of an activity summary's details.
  static let ringKeys: [StaticString] = [
    "activeEnergyBurned", "activeEnergyBurnedGoal", "appleMoveTime", "appleMoveTimeGoal",
    "appleExerciseTime", "appleExerciseTimeGoal", "appleStandHours", "appleStandHoursGoal",
    "attributes",
  ]

  /// The keys that canonical details can have; nil where any key may be.
  var detailKeys: [StaticString]? {
    switch self {
    case .sample: ["beats", "elements"]
    case .correlation: ["members", "elements"]
    case .workout: ["statistics", "events", "activities", "routes", "elements", "attributes"]
    case .activitySummary: Self.ringKeys
    case .other: ["element"]
    case .characteristics, .archive: nil
    }
  }

  /// Whether the object at a token has the form of this kind's details.
  ///
  /// Details in another form come from other programs and are kept as metadata.
  func ownsDetails(_ tape: borrowing JSONTape, at index: Int, of bytes: Span<UInt8>) -> Bool {
    guard let keys = detailKeys else { return true }
    var i = index + 1
    while i < Int(tape.tokens[index].next) {
      let key = tape.tokens[i]
      if !keys.contains(where: { bytes.equals($0, at: key.range) }) { return false }
      i = Int(tape.tokens[i + 1].next)
    }
    return true
  }
}
