import ByteKit
import Foundation
import HealthFormats
import HealthMerge
import HealthModel
import Synchronization

/// Adds up what counts of overlapping samples, when all are in order.
struct MergedSums {
  /// Reads the ordered samples of a type of a run; its cells.
  static func cells(
    of run: StatisticsRun,
    type: Int
  ) throws(ConversionError) -> CellTable<SumCell> {
    let names = run.sources.names
    let taker = Taker(run)
    var sweep = OverlapSweep(
      limit: ResolveOptions().longestSplit,
      isGreaterSource: { names[Int($1)].utf8.lexicographicallyPrecedes(names[Int($0)].utf8) },
      take: taker.take
    )
    try run.runs[type].forEach { entry throws(ConversionError) in sweep.add(entry) }
    sweep.finish()
    return taker.table
  }

  /// Collects parts; a class, so that the sweep can hold it while it goes on.
  private final class Taker {
    var table = CellTable<SumCell>()
    private var shared: SharedOut

    init(_ run: StatisticsRun) { shared = SharedOut(run.plan, run.zones) }

    func take(_ entry: Entry, _ from: Instant, _ to: Instant, _ isFirst: Bool) {
      shared.add(entry, from: from, to: to, isFirst: isFirst, in: &table)
    }
  }
}

extension StatisticsRun {
  /// Works on what had to be put in order; call when all inputs are read.
  package func finish() throws(ConversionError) {
    let ordered = plan.types.indices.filter { isOrdered(plan.types[$0]) && !runs[$0].isEmpty }
    let failure = Mutex<ConversionError?>(nil)
    @Sendable func work(_ type: Int) {
      do throws(ConversionError) {
        let isSleep = plan.types[type].measure == .sleep
        add(
          isSleep
            ? try SleepNights.cells(of: self, type: type)
            : try MergedSums.cells(of: self, type: type)
        )
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
    }
    if plan.threads > 1, ordered.count > 1 {
      DispatchQueue.concurrentPerform(iterations: ordered.count) { work(ordered[$0]) }
    } else {
      ordered.forEach(work)
    }
    if let error = failure.withLock({ $0 }) { throw error }
    takeRings()
  }

  /// Adds the rings of each day to their periods.
  private func takeRings() {
    guard let type = plan.types.firstIndex(where: { $0.measure == .rings }) else { return }
    var table = CellTable<RingCell>()
    for day in rings.days {
      let wall = day.day * 86_400
      if case .wall(let since) = plan.since, wall < since { continue }
      if case .wall(let until) = plan.until, wall >= until { continue }
      if case .instant(let since) = plan.since, .second(wall) < since { continue }
      if case .instant(let until) = plan.until, .second(wall) >= until { continue }
      let name = SeriesName(type: type, value: day.ring.rawValue, unit: day.unit)
      let ordinal = ringUnit.ordinal(of: .init(daysSince1970: day.day))
      let key = CellKey(
        series: series.number(of: name),
        period: PeriodKey(ordinal: ordinal, offset: 0)
      )
      let place = table.place(key)
      table.cells[place].add(day)
    }
    state.withLock { $0.rings = table }
  }

  /// Rings have no hours.
  var ringUnit: PeriodUnit { plan.period == .hour ? .day : plan.period }
}
