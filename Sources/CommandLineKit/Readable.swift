/// Numbers as people read them.
public enum Readable {
  /// A whole number with commas: `1,234,567`.
  public static func count(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (offset, digit) in digits.enumerated() {
      if offset > 0, (digits.count - offset) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// A number with its noun: `1 record`, `2 records`, `3 entries` with the plural given.
  public static func plural(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count(number)) \(number == 1 ? one : many ?? one + "s")"
  }

  /// A size in decimal units: `999 B`, `212.5 MB`.
  public static func bytes(_ number: Int) -> String {
    guard number >= 1000 else { return "\(number) B" }
    var unit = 1000
    var symbols = ["kB", "MB", "GB", "TB", "PB"][...]
    var symbol = symbols.removeFirst()
    // 999,950 bytes would round to 1000.0 kB: such numbers belong to the next unit.
    while number >= unit * 1000 - unit / 20, let larger = symbols.popFirst() {
      unit *= 1000
      symbol = larger
    }
    let (whole, rest) = number.quotientAndRemainder(dividingBy: unit)
    let tenths = (rest + unit / 20) / (unit / 10)
    return "\(count(whole + tenths / 10)).\(tenths % 10) \(symbol)"
  }

  /// A span of time: `0:07`, `12:34`, `1:02:03`.
  public static func clock(seconds: Int) -> String {
    let seconds = max(0, seconds)
    let two = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
    let hours = seconds / 3600
    let minutes = seconds / 60 % 60
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(seconds % 60)
  }
}
