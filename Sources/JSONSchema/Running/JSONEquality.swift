import ByteKit
import JSONCodec

/// Equality of JSON values (JSON Schema core, section 4.2.2): numbers by value, objects without
/// order.
enum JSONEquality {
  /// The first element of an array that equals one before it.
  static func firstRepeated(_ array: Int, _ instance: borrowing Instance) -> Int? {
    let end = instance.next(array)
    var element = array + 1
    var seen: [Int: [Int]] = [:]
    while element < end {
      var hasher = Hasher()  // seeded anew in each process, so no input can aim at it
      hash(element, instance, &hasher)
      let key = hasher.finalize()
      for other in seen[key] ?? [] where areEqual(other, instance, element, instance) {
        return element
      }
      seen[key, default: []].append(element)
      element = instance.next(element)
    }
    return nil
  }

  static func areEqual(
    _ left: Int,
    _ a: borrowing Instance,
    _ right: Int,
    _ b: borrowing Instance
  ) -> Bool {
    let x = a.tokens[left]
    let y = b.tokens[right]
    guard x.kind == y.kind else { return false }
    switch x.kind {
    case .null, .true, .false, .nonFinite: return true
    case .string, .key: return sameText(x, a.bytes, y, b.bytes)
    case .number: return sameNumber(x, a.bytes, y, b.bytes)
    case .arrayStart:
      var i = left + 1
      var j = right + 1
      while i < x.next, j < y.next {
        guard areEqual(i, a, j, b) else { return false }
        i = a.next(i)
        j = b.next(j)
      }
      return i == x.next && j == y.next
    case .objectStart:
      let keys = sortedKeys(left, a)
      let others = sortedKeys(right, b)
      guard keys.count == others.count else { return false }
      for (key, other) in zip(keys, others) {
        guard sameText(a.tokens[key], a.bytes, b.tokens[other], b.bytes),
          areEqual(key + 1, a, other + 1, b)
        else { return false }
      }
      return true
    }
  }

  /// The keys of an object by length and bytes; equal objects have them in the same order.
  private static func sortedKeys(_ object: Int, _ instance: borrowing Instance) -> [Int] {
    var keys: [(index: Int, text: [UInt8])] = []
    let end = instance.next(object)
    var key = object + 1
    while key < end {
      var text: [UInt8] = []
      unescapeJSON(instance.bytes, instance.tokens[key].range, into: &text)
      keys.append((key, text))
      key = instance.next(key + 1)
    }
    return keys.sorted { $0.text.lexicographicallyPrecedes($1.text) }.map(\.index)
  }

  private static func sameText(
    _ x: JSONToken,
    _ a: Span<UInt8>,
    _ y: JSONToken,
    _ b: Span<UInt8>
  ) -> Bool {
    if !y.hasEscapes { return x.equals(b.extracting(y.range), in: a) }
    var text: [UInt8] = []
    unescapeJSON(b, y.range, into: &text)
    return x.equals(text.span, in: a)
  }

  private static func sameNumber(
    _ x: JSONToken,
    _ a: Span<UInt8>,
    _ y: JSONToken,
    _ b: Span<UInt8>
  ) -> Bool {
    if case .exact(let left) = ExactDecimal.parse(a, x.range),
      case .exact(let right) = ExactDecimal.parse(b, y.range)
    {
      return left.compare(right) == 0
    }
    return LongNumber(a, x.range) == LongNumber(b, y.range)
  }

  /// Hashes a value so that equal values have equal hashes.
  private static func hash(_ index: Int, _ instance: borrowing Instance, _ hasher: inout Hasher) {
    let token = instance.tokens[index]
    hasher.combine(token.kind)
    switch token.kind {
    case .null, .true, .false, .nonFinite: break
    case .string, .key:
      var text: [UInt8] = []
      unescapeJSON(instance.bytes, token.range, into: &text)
      hasher.combine(text)
    case .number:
      let number = LongNumber(instance.bytes, token.range)
      hasher.combine(number.digits)
      hasher.combine(number.scale)
      hasher.combine(number.isNegative)
    case .arrayStart:
      var element = index + 1
      while element < token.next {
        hash(element, instance, &hasher)
        element = instance.next(element)
      }
    case .objectStart:
      var sum = 0
      var key = index + 1
      while key < token.next {
        var member = Hasher()
        hash(key, instance, &member)
        hash(key + 1, instance, &member)
        sum &+= member.finalize()
        key = instance.next(key + 1)
      }
      hasher.combine(sum)
    }
  }
}
