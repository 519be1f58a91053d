import ByteKit

extension ValidationFinding {
  /// 64 hexadecimal digits that stay the same when the finding moves to another line.
  ///
  /// The SHA-256 of rule, file, type, source, content and occurrence, never of a position. The
  /// content is in it by a hash alone.
  var fingerprint: String {
    if let given = givenFingerprint { return given }
    // A byte that no text holds keeps the parts apart.
    let parts = [
      rule.rawValue, place.path, place.entry, type, source, String(contentKey, radix: 16),
      String(occurrence),
    ]
    return SHA256.hex(parts.map { Array($0.utf8) }.joined(separator: [0xFF]))
  }
}

/// Hands out fingerprints and sees to it that none is handed out twice.
struct FingerprintBook {
  private var used: [String: Int] = [:]

  /// The fingerprint of a finding, another one when its twin was there before.
  mutating func fingerprint(of finding: ValidationFinding) -> String {
    let own = finding.fingerprint
    let times = used[own, default: 0] + 1
    used[own] = times
    return times == 1 ? own : SHA256.hex("\(own) \(times)".utf8)
  }
}
