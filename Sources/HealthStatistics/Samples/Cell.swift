import ByteKit
import Foundation
import HealthMerge
import HealthModel
import HealthUnits

/// What one series has in one period; cells of different samples add up to that of all.
protocol PeriodCell: Sendable {
  init()
  mutating func add(_ other: Self)
}

/// What adds up.
struct SumCell: PeriodCell {
  /// How many samples count.
  var count = 0
  var sum = ExactSum()

  mutating func add(_ other: SumCell) {
    count += other.count
    sum.add(other.sum)
  }
}

/// Rings and their goals.
struct RingCell: PeriodCell {
  /// How many days.
  var count = 0
  var sum = ExactSum()
  var goal = DecimalSum()
  /// How many rings were closed.
  var closed = 0

  /// Counts a ring of a day.
  mutating func add(_ day: RingDay) {
    count += 1
    sum.add(day.value)
    goal.add(day.goal)
    if Rational(day.value) ?? Rational(0) >= Rational(day.goal) ?? Rational(0) { closed += 1 }
  }

  mutating func add(_ other: RingCell) {
    count += other.count
    sum.add(other.sum)
    goal.add(other.goal)
    closed += other.closed
  }
}

/// What is counted, averaged and compared.
struct ValueCell: PeriodCell {
  /// A value and when it was measured.
  struct Reading: Sendable {
    var end: Instant
    var start: Instant
    var value: ExactDecimal
    /// The nearest double, for quick comparisons.
    var double: Double

    /// Whether it was measured later than another, of equals whether it is larger.
    @inline(__always)
    func isLater(than other: Reading) -> Bool {
      if end != other.end { return end > other.end }
      if start != other.start { return start > other.start }
      return other.isSmaller(than: self)
    }

    @inline(__always)
    func isSmaller(than other: Reading) -> Bool {
      if double != other.double { return double < other.double }
      if value == other.value { return false }
      return (Rational(value) ?? Rational(0)) < (Rational(other.value) ?? Rational(0))
    }
  }

  /// How many samples count.
  var count = 0
  /// Their sum.
  var sum = DecimalSum()
  var smallest: Reading?
  var largest: Reading?
  var latest: Reading?
  /// The sum of values times nanoseconds.
  var weighted = DecimalSum()
  /// The sum of nanoseconds.
  var weight: Instant = 0
  /// The sum of sound energy times nanoseconds, in steps small enough for any level.
  var energy: Int128 = 0

  /// Counts a value that is measured, not added up.
  @inline(__always)
  mutating func add(
    _ value: ExactDecimal,
    _ start: Instant,
    _ end: Instant,
    _ aggregation: QuantityType.Aggregation
  ) {
    count &+= 1
    sum.add(value)
    let reading = Reading(end: end, start: start, value: value, double: value.doubleValue)
    if smallest.map({ reading.isSmaller(than: $0) }) ?? true { smallest = reading }
    if largest.map({ $0.isSmaller(than: reading) }) ?? true { largest = reading }
    if latest.map({ reading.isLater(than: $0) }) ?? true { latest = reading }
    guard end > start else { return }
    switch aggregation {
    case .cumulative, .discreteArithmetic: break
    case .discreteTemporallyWeighted:
      weighted.add(value, times: end - start)
      weight += end - start
    case .discreteEquivalentContinuousLevel:
      // Whole steps, so that the sum is the same in any order.
      let level = min(max(reading.double, -60), 200)
      let (product, overflow) = Int128(pow(10, level / 10) * 65_536)
        .multipliedReportingOverflow(by: (end - start) / 1_000_000)
      if !overflow { energy &+= product }
      weight += end - start
    }
  }

  mutating func add(_ other: ValueCell) {
    count += other.count
    sum.add(other.sum)
    if let theirs = other.smallest, smallest.map({ theirs.isSmaller(than: $0) }) ?? true {
      smallest = theirs
    }
    if let theirs = other.largest, largest.map({ $0.isSmaller(than: theirs) }) ?? true {
      largest = theirs
    }
    if let theirs = other.latest, latest.map({ theirs.isLater(than: $0) }) ?? true {
      latest = theirs
    }
    weighted.add(other.weighted)
    weight += other.weight
    energy &+= other.energy
  }

  /// The mean, each sample counting the same.
  var mean: Rational? { count == 0 ? nil : sum.rational / Rational(count) }

  /// The mean, each sample counting as long as it lasts; nil when none lasts.
  func weightedMean(_ aggregation: QuantityType.Aggregation) -> ExactDecimal? {
    guard weight > 0 else { return nil }
    switch aggregation {
    case .cumulative, .discreteArithmetic: return nil
    case .discreteTemporallyWeighted:
      return (weighted.rational / Rational(BigInteger(wide: weight), 1)).shortestDecimal
    case .discreteEquivalentContinuousLevel:
      let mean = Double(energy) / 65_536 / (Double(weight) / 1e6)
      return ExactDecimal(shortest: (log10(mean) * 10 * 1e4).rounded() / 1e4)
    }
  }
}

/// Which cell a sample belongs to.
struct CellKey: Sendable, Hashable {
  var series: UInt32
  var period: PeriodKey
}

/// The cells of a part of the input, or of all of it.
struct CellTable<Cell: PeriodCell>: Sendable {
  private(set) var places: [CellKey: Int] = [:]
  var cells: [Cell] = []

  init() {}

  /// Where the cell of a key is.
  mutating func place(_ key: CellKey) -> Int {
    if let place = places[key] { return place }
    places[key] = cells.count
    cells.append(Cell())
    return cells.count - 1
  }

  /// Adds the cells of another part.
  mutating func add(_ other: CellTable<Cell>) {
    for (key, place) in other.places {
      if let mine = places[key] {
        cells[mine].add(other.cells[place])
      } else {
        places[key] = cells.count
        cells.append(other.cells[place])
      }
    }
  }

  mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
  }
}
