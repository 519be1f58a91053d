extension UnitTable {
  /// Units of time.
  static let time: [UnitRow] = [
    UnitRow("s", .time, "1", ucum: "s", from: "SI")
      .prefixable()
      .anyCase("sec", "secs", "second", "seconds"),
    UnitRow("ms", .time, "0.001", ucum: "ms", from: "SI")
      .anyCase("msec", "msecs", "millisecond", "milliseconds", "millis"),
    UnitRow("mcs", .time, "0.000001", ucum: "us", from: "SI")
      .also("us", "µs")
      .anyCase("microsecond", "microseconds"),
    UnitRow("ns", .time, "1/1000000000", ucum: "ns", from: "SI")
      .anyCase("nanosecond", "nanoseconds"),
    UnitRow("min", .time, "60", ucum: "min", from: "accepted for use with the SI")
      .anyCase("min", "mins", "minute", "minutes"),
    UnitRow("hr", .time, "3600", ucum: "h", from: "accepted for use with the SI")
      .also("h")
      .anyCase("hr", "hrs", "hour", "hours"),
    UnitRow("d", .time, "86400", ucum: "d", from: "accepted for use with the SI")
      .anyCase("day", "days"),
    UnitRow("wk", .time, "604800", ucum: "wk", from: "7 d")
      .anyCase("week", "weeks", "wk", "wks"),
    UnitRow("a_julian", .time, "31557600", ucum: "a_j", from: "365.25 d"),
  ]
}
