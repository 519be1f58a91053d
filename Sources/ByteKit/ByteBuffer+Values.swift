extension ByteBuffer {
  /// Lets `body` store up to `capacity` bytes at the end and takes over as many as it returns.
  @inline(__always)
  mutating func append(
    capacity: Int,
    _ body: (UnsafeMutableRawPointer) -> Int
  ) {
    reserve(capacity)
    setCount(count &+ body(UnsafeMutableRawPointer(base + count)))
  }

  /// Appends a number as `ExactDecimal.write` lays it out.
  public mutating func append(_ value: ExactDecimal) {
    append(capacity: ExactDecimal.textCapacity) { target in value.storeText(target) }
  }

  /// Appends a time as RFC 3339 text.
  public mutating func append(_ stamp: Timestamp) {
    append(capacity: Timestamp.textCapacity) { target in stamp.storeText(target) }
  }

  /// Appends the calendar day of a time's wall clock, such as `2026-01-09`.
  public mutating func append(day stamp: Timestamp) {
    append(capacity: Timestamp.textCapacity) { target in stamp.localDate.store(target) }
  }
}
