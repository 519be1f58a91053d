/// Punycode with the parameters of RFC 3492 §5.
enum Punycode {
  private static let base = 36
  private static let first = 128
  private static let firstBias = 72
  /// Longer labels are no host names; the limit keeps the quadratic decoder short.
  private static let lengthLimit = 256

  /// Nil when the digits are wrong or stand for no character.
  static func decode(_ text: [UInt32]) -> [UInt32]? {
    guard text.count <= lengthLimit else { return nil }
    var output: [UInt32] = []
    var rest = text[...]
    if let hyphen = text.lastIndex(of: 0x2D) {
      output = Array(text[..<hyphen])
      rest = text[(hyphen + 1)...]
    }
    var n = first
    var i = 0
    var bias = firstBias
    while !rest.isEmpty {
      let before = i
      var weight = 1
      var k = base
      while true {
        guard let digit = rest.popFirst().flatMap(digit) else { return nil }
        i += digit * weight
        let threshold = min(max(k - bias, 1), 26)
        if digit < threshold { break }
        weight *= base - threshold
        guard weight < 1 << 40, i < 1 << 40 else { return nil }
        k += base
      }
      let count = output.count + 1
      bias = adapt(i - before, count, isFirst: before == 0)
      n += i / count
      i %= count
      guard n <= 0x10_FFFF, Unicode.Scalar(UInt32(n)) != nil else { return nil }
      output.insert(UInt32(n), at: i)
      i += 1
    }
    return output
  }

  /// Nil when the label is too long for a host name.
  static func encode(_ label: [UInt32]) -> [UInt32]? {
    guard label.count <= lengthLimit else { return nil }
    var output = label.filter { $0 < 0x80 }
    let basic = output.count
    var handled = basic
    if basic > 0 { output.append(0x2D) }
    var n = first
    var delta = 0
    var bias = firstBias
    while handled < label.count {
      let next = label.lazy.map { Int($0) }.filter { $0 >= n }.min() ?? n
      delta += (next - n) * (handled + 1)
      n = next
      for scalar in label {
        if scalar < n { delta += 1 }
        guard scalar == n else { continue }
        var q = delta
        var k = base
        while true {
          let threshold = min(max(k - bias, 1), 26)
          if q < threshold { break }
          output.append(letter(threshold + (q - threshold) % (base - threshold)))
          q = (q - threshold) / (base - threshold)
          k += base
        }
        output.append(letter(q))
        bias = adapt(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      n += 1
    }
    return output
  }

  private static func adapt(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var k = 0
    while delta > 455 {  // (base - 1) * 26 / 2
      delta /= base - 1
      k += base
    }
    return k + base * delta / (delta + 38)
  }

  private static func digit(_ scalar: UInt32) -> Int? {
    switch scalar {
    case 0x30...0x39: Int(scalar) - 0x30 + 26
    case 0x61...0x7A: Int(scalar) - 0x61
    default: nil
    }
  }

  private static func letter(_ digit: Int) -> UInt32 {
    UInt32(digit < 26 ? digit + 0x61 : digit - 26 + 0x30)
  }
}
