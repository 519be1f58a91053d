/// What eight bytes of a date must be: digits in some lanes, fixed characters in the others.
///
/// Dates are checked and read a word at a time: after the template is subtracted a digit is 0...9
/// and a fixed character is 0, and one addition shows whether any of the eight is more than that.
struct Lanes {
  /// The expected text with `0` for each digit.
  let template: UInt64
  /// What lifts a lane to 0x80 when it is too large: 0x76 for digits, 0x7F for the others.
  let limits: UInt64
  /// 0xFF in every lane that is looked at.
  var mask: UInt64 = .max

  /// `yyyy-MM-`.
  @inline(__always) static var yearMonth: Lanes {
    Lanes(
      template: 0x2D30_302D_3030_3030,
      limits: 0x7F76_767F_7676_7676
    )
  }

  /// `yy-MM-dd`.
  @inline(__always) static var shortYearToDay: Lanes {
    Lanes(
      template: 0x3030_2D30_302D_3030,
      limits: 0x7676_7F76_767F_7676
    )
  }

  /// `dd HH:mm`.
  @inline(__always) static var dayToMinuteBlank: Lanes {
    Lanes(
      template: 0x3030_3A30_3020_3030,
      limits: 0x7676_7F76_767F_7676
    )
  }

  /// `ddTHH:mm`.
  @inline(__always) static var dayToMinuteT: Lanes {
    Lanes(
      template: 0x3030_3A30_3054_3030,
      limits: 0x7676_7F76_767F_7676
    )
  }

  /// `HH:mm:ss`.
  @inline(__always) static var timeOfDay: Lanes {
    Lanes(
      template: 0x3030_3A30_303A_3030,
      limits: 0x7676_7F76_767F_7676
    )
  }

  /// `ss ±HHmm`, the sign left to the caller.
  @inline(__always) static var secondToOffset: Lanes {
    Lanes(
      template: 0x3030_3030_0020_3030,
      limits: 0x7676_7676_007F_7676,
      mask: 0xFFFF_FFFF_00FF_FFFF
    )
  }
}

/// The digits of a word by lanes, other lanes 0; adds to `bad` when the word differs from `lanes`.
@inline(__always)
func digitLanes(_ word: UInt64, _ lanes: Lanes, _ bad: inout UInt64) -> UInt64 {
  let x = (word ^ lanes.template) & lanes.mask
  let sum = (x & 0x7F7F_7F7F_7F7F_7F7F) &+ lanes.limits
  bad |= (sum | x) & 0x8080_8080_8080_8080
  // Each lane becomes the two-digit number that starts there.
  return x &* 10 &+ x >> 8
}

/// One lane of a word.
@inline(__always)
func lane(_ word: UInt64, _ index: UInt64) -> Int {
  Int(truncatingIfNeeded: word &>> (index &* 8) & 0xFF)
}
