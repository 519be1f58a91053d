/// The spellings of one name: `BodyMass`, "Body Mass", `body_mass`, `body-mass`.
package enum Spelling {
  /// What is equal for all spellings of a name: no case, no blanks, no `_`, no `-`.
  ///
  /// Only ASCII letters change case, because every name in the catalogue is ASCII.
  package static func folded(_ text: String) -> String {
    let kept = text.utf8.lazy.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "): nil
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      default: byte
      }
    }
    return String(decoding: Array(kept), as: UTF8.self)
  }

  /// The words of a camel-case name: `VO2Max` is "VO2", "Max"; `UVExposure` is "UV", "Exposure".
  package static func words(_ name: String) -> [Substring] {
    let bytes = Array(name.utf8)
    var starts = [0]
    for i in bytes.indices.dropFirst() {
      let before = bytes[i - 1]
      let isStart =
        if bytes[i].isUpper {
          !before.isUpper || (i + 1 < bytes.count && bytes[i + 1].isLower)
        } else {
          bytes[i].isDigit && before.isLower
        }
      if isStart { starts.append(i) }
    }
    let utf8 = name.utf8
    return zip(starts, starts.dropFirst() + [bytes.count]).map { start, end in
      let lower = utf8.index(utf8.startIndex, offsetBy: start)
      let upper = utf8.index(utf8.startIndex, offsetBy: end)
      return name[lower..<upper]
    }
  }

  /// The name as a person reads it: `TimeInDaylight` is "Time in Daylight".
  package static func title(_ name: String) -> String {
    let small: Set<String> = ["In", "Of", "Or", "And"]
    return words(name).enumerated().map { index, word in
      index > 0 && small.contains(String(word)) ? word.lowercased() : String(word)
    }
    .joined(separator: " ")
  }

  /// The name as command lines and data frames write it: `body_mass`.
  package static func snakeCase(_ name: String) -> String {
    words(name).map { $0.lowercased() }.joined(separator: "_")
  }
}

extension UInt8 {
  fileprivate var isUpper: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  fileprivate var isLower: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
