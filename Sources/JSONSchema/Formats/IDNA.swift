import Foundation

/// Which characters an internationalized label may hold (RFC 5892).
enum IDNA {
  /// RFC 5891 §4.2: NFC, no hyphens in third and fourth place, no mark first, all characters valid.
  static func isLabel(_ label: [UInt32], isNormalized: Bool) -> Bool {
    let scalars = label.compactMap { Unicode.Scalar($0) }
    guard scalars.count == label.count, let first = scalars.first, first != "-", scalars.last != "-"
    else { return false }
    if label.count >= 4, label[2] == 0x2D, label[3] == 0x2D { return false }
    switch first.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: break
    }
    for index in scalars.indices where !isAllowed(index, scalars) { return false }
    if !isNormalized { return true }
    let text = String(String.UnicodeScalarView(scalars))
    return text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(scalars)
  }

  private static func isAllowed(_ index: Int, _ label: [Unicode.Scalar]) -> Bool {
    let scalar = label[index]
    switch scalar.value {
    // Exceptions, RFC 5892 §2.6.
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    case 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x660...0x669, 0x6F0...0x6F9, 0x200C, 0x200D:
      return IDNAContext.allows(index, label)
    case 0x2D, 0x30...0x39, 0x61...0x7A: return true
    // Old Hangul, §2.9; blocks of symbols, §2.4.
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: return false
    case 0x20D0...0x20FF, 0x1D100...0x1D24F: return false
    default: break
    }
    let properties = scalar.properties
    if properties.changesWhenNFKCCaseFolded || properties.isDefaultIgnorableCodePoint
      || properties.isWhitespace || properties.isNoncharacterCodePoint
    {
      return false
    }
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .decimalNumber, .modifierLetter,
      .nonspacingMark, .spacingMark:
      return true
    default: return false
    }
  }
}
