import ByteKit
import HealthModel

extension FieldReader {
  /// Reads plain digits as seconds, milliseconds, microseconds or nanoseconds since 1970, by their
  /// number; nil when the text is no such number.
  func epoch(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    at offset: Int,
    log: inout FindingLog
  ) -> Timestamp? {
    // Dates have a sign or a letter within their first eight bytes, except the compact ones of iOS
    // 8.
    guard let scale = EpochScale.guess(bytes, range), isNumber(bytes, range) else { return nil }
    guard let (stamp, notes) = try? Timestamp.fromEpoch(bytes, range, unit: scale) else {
      return nil
    }
    for note in notes {
      log.note(.dateOddity, at: offset, "\(bytes.text(range)): \(note.rawValue)")
    }
    return stamp
  }

  private func isNumber(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    if case .notANumber = ExactDecimal.parse(bytes, range) { return false }
    return true
  }
}
