/// What makes two source names the same source.
///
/// Phones and apps write one name with a no-break space or a typographic apostrophe here and
/// without them there; bundle identifiers differ in case.
public enum SourceIdentity {
  /// The name with blanks and apostrophes folded; a bundle identifier in lower case.
  public static func folded(_ name: String) -> String {
    if isBundleIdentifier(name) { return name.lowercased() }
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name }
    var folded = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0x00A0, 0x202F, 0x2007: folded.append(" ")
      case 0x2018, 0x2019, 0x02BC: folded.append("'")
      default: folded.append(scalar)
      }
    }
    return String(folded)
  }

  /// Whether a name is a reversed domain such as `com.example.scale`.
  private static func isBundleIdentifier(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return false }
    return parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { byte in
          (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
            || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
    }
  }
}
