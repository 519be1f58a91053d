import ByteKit
import HealthFormats
import HealthMerge
import HealthModel
import Synchronization

/// What statistics gather over a run: sums in parts, and what has to be put in order first.
package final class StatisticsRun: Sendable {
  let plan: StatisticsPlan
  let zones = ZoneBook()
  let series = NameBook<SeriesName>()
  /// Folded names of sources.
  let sources = NameBook<String>()
  /// Samples to put in order, by the place of their type.
  let runs: [EntryRuns]
  let rings = RingTable()
  /// Cases of sleep.
  let stages = NameBook<String>()
  let state = Mutex(State())

  struct State: Sendable {
    var sums = CellTable<SumCell>()
    var values = CellTable<ValueCell>()
    var rings = CellTable<RingCell>()
    /// Samples whose number or time is beyond all reason, by type.
    var leftOut: [Int: Int] = [:]
    /// Samples taken, by type and source.
    var counts: [[Int]] = []
  }

  /// A run for a plan.
  package init(_ plan: StatisticsPlan) {
    self.plan = plan
    runs = plan.types.map { _ in EntryRuns(memory: max(plan.memory / max(plan.types.count, 1), 1)) }
  }

  /// What a worker reduces its rows with.
  package func makeConsumer() -> any BatchConsumer { StatisticsConsumer(self) }

  /// Whether samples of a type have to be put in order: overlaps, and sessions of sleep.
  func isOrdered(_ type: WantedType) -> Bool {
    type.measure == .sleep || type.isAdditive && plan.sources == .merged
  }

  /// Adds a worker's part.
  func add(
    _ sums: CellTable<SumCell>,
    _ values: CellTable<ValueCell>,
    leftOut: [Int: Int],
    counts: [[Int]]
  ) {
    state.withLock { state in
      state.sums.add(sums)
      state.values.add(values)
      state.leftOut.merge(leftOut, uniquingKeysWith: +)
      for (type, sources) in counts.enumerated() {
        if state.counts.count <= type { state.counts.append([]) }
        for (source, count) in sources.enumerated() {
          if state.counts[type].count <= source { state.counts[type].append(0) }
          state.counts[type][source] += count
        }
      }
    }
  }

  /// Adds what one type has, when it was put in order.
  func add(_ sums: CellTable<SumCell>) {
    state.withLock { state in
      if state.sums.cells.isEmpty { state.sums = sums } else { state.sums.add(sums) }
    }
  }

  /// All cells; the run keeps none.
  func takeTables() -> Tables {
    state.withLock { state in
      defer {
        state.sums = CellTable()
        state.values = CellTable()
        state.rings = CellTable()
      }
      return Tables(sums: state.sums, values: state.values, rings: state.rings)
    }
  }

  /// How many samples of a type were left out.
  func leftOut(_ type: Int) -> Int { state.withLock { $0.leftOut[type] ?? 0 } }

  /// How many samples each source has of a type, most first.
  func sourceCounts(_ type: Int) -> [(name: String, count: Int)] {
    let names = sources.names
    return state.withLock { state in
      let counts = type < state.counts.count ? state.counts[type] : []
      return counts.enumerated().filter { $0.element > 0 }
        .map { (name: names[$0.offset], count: $0.element) }
    }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}

/// The cells of a run.
struct Tables {
  var sums: CellTable<SumCell>
  var values: CellTable<ValueCell>
  var rings: CellTable<RingCell>

  /// Where the cells of a series are, by its measure.
  func places(_ measure: WantedType.Measure) -> [CellKey: Int] {
    switch measure {
    case .sum, .time, .sleep: sums.places
    case .values: values.places
    case .rings: rings.places
    }
  }

  /// The keys of all cells.
  var keys: [CellKey] {
    Array(sums.places.keys) + Array(values.places.keys) + Array(rings.places.keys)
  }
}
