extension Span<UInt8> {
  /// How many line feeds a range holds.
  public func countLineFeeds(_ range: Range<Int>) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    let ones: UInt64 = 0x0101_0101_0101_0101
    let sevens: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let pattern = UInt64(0x0A) &* ones
    var total = 0
    var i = range.lowerBound
    while i &+ 8 <= range.upperBound {
      // Up to 255 words fit a sum per byte lane.
      let end = Swift.min(range.upperBound, i &+ 8 &* 255)
      var lanes: UInt64 = 0
      while i &+ 8 <= end {
        let x = word(at: i) ^ pattern
        // The exact form: every zero byte is marked, none else.
        let zeros = ~(((x & sevens) &+ sevens) | x | sevens)
        lanes &+= zeros &>> 7
        i &+= 8
      }
      total &+= sumOfLanes(lanes)
    }
    while i < range.upperBound {
      if self[unchecked: i] == 0x0A { total &+= 1 }
      i &+= 1
    }
    return total
  }
}

@inline(__always)
private func sumOfLanes(_ lanes: UInt64) -> Int {
  let low = lanes & 0x00FF_00FF_00FF_00FF
  let high = (lanes &>> 8) & 0x00FF_00FF_00FF_00FF
  let pairs = low &+ high
  let quads = (pairs & 0x0000_FFFF_0000_FFFF) &+ ((pairs &>> 16) & 0x0000_FFFF_0000_FFFF)
  return Int((quads & 0xFFFF_FFFF) &+ (quads &>> 32))
}
