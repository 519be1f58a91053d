import ByteKit
import HealthModel
import XMLCodec

/// What the start tag of a Record says up to its first date: the bytes and what they mean.
///
/// Everything but dates and value repeats from record to record in an export, except for the
/// memory address in `device`, which is no part of what the device is.
struct RecordShape {
  /// A sample with the symbols of type, source, version, device and unit, and nothing else.
  var row: RecordRow
  /// How many bytes it has, from the `<` to the quote before the first date.
  var length: Int
  /// The digits of the device's address among these bytes; empty when there is none.
  var address: Range<Int>
  /// Which dates follow; start and end always do.
  var dates: DateSet
  /// Whether a value follows the dates.
  var hasValue: Bool
}

/// The shapes of recent Records, so that one more of the same is compared instead of scanned.
struct RecordShapes {
  /// Sources take turns within a type; more than this many at once are rare.
  private static let limit = 4
  /// The longest run of bytes that is remembered.
  static let lengthLimit = 1024
  /// How many digits an address has: two words that overlap cover them.
  private static let addressLengths = 8...16

  private var shapes: [RecordShape] = []
  /// The bytes of each shape, `lengthLimit` apart.
  private var texts = [UInt8](repeating: 0, count: limit * lengthLimit)
  /// The shape that matched last, which the next record is compared with first.
  private var recent = 0
  /// Which one is forgotten next.
  private var oldest = 0
  private var generation = 0

  /// Forgets the shapes when the symbols they hold are void.
  mutating func begin(generation: Int) {
    guard generation != self.generation else { return }
    self.generation = generation
    shapes.removeAll(keepingCapacity: true)
    recent = 0
    oldest = 0
  }

  /// The number of the shape that the record at `start` has, if it is a known one.
  @inline(__always)
  mutating func match(_ bytes: Span<UInt8>, at start: Int) -> Int? {
    let count = shapes.count
    guard count > 0 else { return nil }
    if isMatch(recent, bytes, start) { return recent }
    for index in 0..<count where index != recent && isMatch(index, bytes, start) {
      recent = index
      return index
    }
    return nil
  }

  /// The shape of a number that `match` gave.
  subscript(index: Int) -> RecordShape {
    @inline(__always)
    _read { yield shapes[index] }
  }

  @inline(__always)
  private func isMatch(_ index: Int, _ bytes: Span<UInt8>, _ start: Int) -> Bool {
    let length = shapes[index].length
    let address = shapes[index].address
    guard start &+ length <= bytes.count else { return false }
    let text = texts.span
    let base = index &* Self.lengthLimit
    if address.isEmpty {
      return bytes.equals(text, base..<base &+ length, at: start)
    }
    // An address of other digits, but no other mark: so the value and its first comma stay in place.
    let first = bytes.word(at: start &+ address.lowerBound)
    let last = bytes.word(at: start &+ address.upperBound &- 8)
    let low = first &- 0x3030_3030_3030_3030 | first | last &- 0x3030_3030_3030_3030 | last
    // `<` and `>` differ in this bit.
    let brackets =
      zeroByteMask((first | 0x0202_0202_0202_0202) ^ 0x3E3E_3E3E_3E3E_3E3E)
      | zeroByteMask((last | 0x0202_0202_0202_0202) ^ 0x3E3E_3E3E_3E3E_3E3E)
    return low & 0x8080_8080_8080_8080 | brackets == 0
      && bytes.equals(text, base..<base &+ address.lowerBound, at: start)
      && bytes.equals(
        text,
        base &+ address.upperBound..<base &+ length,
        at: start &+ address.upperBound
      )
  }

  /// Remembers how the record in `tag` began, if others can be compared with it.
  @inline(never)
  mutating func learn(_ bytes: Span<UInt8>, start: Int, tag: XMLTag, row: RecordRow) {
    var last = tag.attributeCount
    var dates: DateSet = [.start, .end]
    func takes(_ name: StaticString) -> Bool {
      guard last > 0, bytes.equals(name, at: tag.attribute(last - 1).name) else { return false }
      last -= 1
      return true
    }
    let hasValue = takes("value")
    guard takes("endDate"), takes("startDate") else { return }
    if takes("creationDate") { dates.insert(.creation) }
    // What varies must not stand among what is compared.
    for index in 0..<last {
      let name = tag.attribute(index).name
      if bytes.equals("value", at: name) || bytes.equals("creationDate", at: name) { return }
    }
    let length = tag.attribute(last).value.lowerBound - start
    guard length <= Self.lengthLimit, bytes[start + length - 1] == UInt8(ascii: "\"") else {
      return
    }
    var known = row
    known.dates = []
    known.valueKind = .none
    known.metadata = .none
    known.details = .none
    let shape = RecordShape(
      row: known,
      length: length,
      address: Self.address(bytes, tag, before: last, start: start),
      dates: dates,
      hasValue: hasValue
    )
    if shapes.count < Self.limit {
      recent = shapes.count
      shapes.append(shape)
    } else {
      recent = oldest
      shapes[oldest] = shape
      oldest = (oldest + 1) % Self.limit
    }
    for i in 0..<length { texts[recent * Self.lengthLimit + i] = bytes[start + i] }
  }

  /// The digits of the memory address in the tag's device, counted from `start`.
  private static func address(
    _ bytes: Span<UInt8>,
    _ tag: XMLTag,
    before end: Int,
    start: Int
  ) -> Range<Int> {
    for index in 0..<end where bytes.equals("device", at: tag.attribute(index).name) {
      let device = tag.attribute(index).value
      let identity = AppleDevice.identity(bytes, device)
      var first = device.lowerBound
      while first + 2 < identity.lowerBound {
        if bytes[first] == UInt8(ascii: "0"), bytes[first + 1] == UInt8(ascii: "x") {
          first += 2
          var last = first
          while last < identity.lowerBound, isHexDigit(bytes[last]) { last += 1 }
          return addressLengths.contains(last - first) ? first - start..<last - start : 0..<0
        }
        first += 1
      }
    }
    return 0..<0
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66
  }
}
