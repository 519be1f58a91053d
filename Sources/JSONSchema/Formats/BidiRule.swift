/// The rule for labels in a domain that has one from right to left (RFC 5893 §2).
enum BidiRule {
  private enum Direction {
    case left
    case right
    case arabicNumber
    case europeanNumber
    case mark
    case neutral
  }

  static func isRightToLeft(_ label: [UInt32]) -> Bool {
    label.contains {
      switch direction($0) {
      case .right, .arabicNumber: true
      default: false
      }
    }
  }

  static func holds(_ label: [UInt32]) -> Bool {
    let directions = label.map(direction)
    guard let first = directions.first, let last = directions.last(where: { $0 != .mark }) else {
      return false
    }
    switch first {
    case .right:
      return !directions.contains(.left)
        && (last == .right || last == .europeanNumber || last == .arabicNumber)
        && !(directions.contains(.europeanNumber) && directions.contains(.arabicNumber))
    case .left:
      return !directions.contains(.right) && !directions.contains(.arabicNumber)
        && (last == .left || last == .europeanNumber)
    default: return false
    }
  }

  /// The bidirectional class of a character that a label can hold.
  private static func direction(_ value: UInt32) -> Direction {
    switch value {
    case 0x30...0x39, 0x6F0...0x6F9: return .europeanNumber
    case 0x660...0x669, 0x10D30...0x10D39: return .arabicNumber
    case 0x2D, 0xB7, 0x375, 0x30FB, 0x200C, 0x200D: return .neutral
    default: break
    }
    switch Unicode.Scalar(value)?.properties.generalCategory {
    case .nonspacingMark?, .enclosingMark?: return .mark
    default: break
    }
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      return .right
    default: return .left
    }
  }
}
