extension ExactDecimal {
  /// The number as it is written into data, by RFC 8785.
  public var text: String { written { write(to: &$0) } }
}

extension Timestamp {
  /// The time as it is written into data, by RFC 3339.
  public var text: String { written { write(to: &$0) } }
}

extension CivilDate {
  /// The day as it is written into data, such as `2026-01-09`.
  public var text: String { written { write(to: &$0) } }
}

private func written(_ write: (inout [UInt8]) -> Void) -> String {
  var out: [UInt8] = []
  write(&out)
  return String(decoding: out, as: UTF8.self)
}
