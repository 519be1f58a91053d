import ByteKit
import HealthModel
import JSONCodec

/// Checks workouts: their duration, their speed, and what lies inside them.
struct WorkoutChecks {
  private var tape = JSONTape()

  /// The fastest that is possible in m/s, by activity.
  private static let topSpeeds: [String: Double] = [
    "Walking": 5, "Running": 12.5, "Hiking": 6, "Swimming": 2.5, "Cycling": 35, "Rowing": 8,
  ]
  /// By how many seconds an event may lie outside.
  private static let tolerance: Int64 = 60
  private static let longest: Int64 = 4 * 86_400

  mutating func check(
    _ row: RecordRow,
    _ batch: borrowing RecordBatch,
    _ report: inout RowReport
  ) {
    guard row.dates.isSuperset(of: [.start, .end]) else { return }
    let span = Double(row.end.seconds - row.start.seconds)
    if row.end.seconds - row.start.seconds > Self.longest {
      report.note(.timeTooLong, .endDate, batch) { "lasts \(Int(span)) s" }
    }
    guard row.totals >= 0 else { return }
    let totals = batch.totals[Int(row.totals)]
    if let duration = totals.duration?.doubleValue, duration > span + 1, span >= 0 {
      report.note(.workoutDuration, .duration, batch) {
        "\(duration.figure) s between start and end that are \(span.figure) s apart"
      }
    }
    let seconds = totals.duration?.doubleValue ?? span
    if let distance = totals.distance?.doubleValue, seconds > 0,
      let top = Self.topSpeeds[batch.symbols.type.text(row.type)], distance / seconds > top
    {
      report.note(.workoutActivityDistance, .totalDistance, batch) {
        "\((distance / seconds).figure) m/s on average"
      }
    }
    if !row.details.isEmpty { checkDetails(row, totals, batch, &report) }
  }

  private mutating func checkDetails(
    _ row: RecordRow,
    _ totals: WorkoutTotals,
    _ batch: borrowing RecordBatch,
    _ report: inout RowReport
  ) {
    let bytes = batch.arena.span
    do { try tape.parse(bytes, row.details.range) } catch { return }
    checkPlaces(row, batch, &report)
    checkPauses(row, totals, batch, &report)
    for (key, total) in [("distance", totals.distance), ("energy", totals.energy)] {
      guard let total = total?.doubleValue, let sum = sum(of: key, bytes) else { continue }
      if abs(sum - total) > max(abs(total) * 0.05, 1) {
        report.note(
          .workoutTotalMismatch,
          key == "energy" ? .totalEnergyBurned : .totalDistance,
          batch
        ) { "total of \(total.figure), statistics of \(sum.figure)" }
      }
    }
  }

  /// Whatever is listed with a time, apart from routes, must lie inside the workout.
  private func checkPlaces(
    _ row: RecordRow,
    _ batch: borrowing RecordBatch,
    _ report: inout RowReport
  ) {
    let bytes = batch.arena.span
    let span =
      row.start.seconds - Self.tolerance...max(row.start.seconds, row.end.seconds)
      + Self.tolerance
    var key = 1
    while key + 1 < tape.tokens.count {
      let list = key + 1
      key = Int(tape.tokens[list].next)
      guard tape.tokens[list].kind == .arrayStart, !tape.equals(list - 1, "routes", in: bytes)
      else { continue }
      var item = list + 1
      while item < Int(tape.tokens[list].next) {
        if tape.tokens[item].kind == .objectStart, let stamp = start(ofItem: item, bytes),
          !span.contains(stamp)
        {
          let name = tape.text(at: list - 1, in: bytes)
          report.note(.workoutSeriesOutside, .details, batch) {
            "one of its \(name) lies outside the workout"
          }
        }
        item = Int(tape.tokens[item].next)
      }
    }
  }

  private func start(ofItem item: Int, _ bytes: Span<UInt8>) -> Int64? {
    date(
      tape.value(forKey: "startDate", inObjectAt: item, of: bytes)
        ?? tape.value(forKey: "date", inObjectAt: item, of: bytes),
      bytes
    )
  }

  /// From the start to the end, less the pauses, nothing can last longer.
  private func checkPauses(
    _ row: RecordRow,
    _ totals: WorkoutTotals,
    _ batch: borrowing RecordBatch,
    _ report: inout RowReport
  ) {
    let bytes = batch.arena.span
    guard let duration = totals.duration?.doubleValue,
      let events = tape.value(forKey: "events", inObjectAt: 0, of: bytes),
      tape.tokens[events].kind == .arrayStart
    else { return }
    var paused: Int64 = 0
    var pause: Int64?
    var event = events + 1
    while event < Int(tape.tokens[events].next) {
      if let type = tape.value(forKey: "type", inObjectAt: event, of: bytes),
        let stamp = start(ofItem: event, bytes)
      {
        if tape.equals(type, "Pause", in: bytes) { pause = pause ?? stamp }
        if tape.equals(type, "Resume", in: bytes), let begun = pause {
          paused += max(0, stamp - begun)
          pause = nil
        }
      }
      event = Int(tape.tokens[event].next)
    }
    let span = row.end.seconds - row.start.seconds
    guard paused > 0, duration <= Double(span) + 1,
      duration > Double(span - paused) + max(60, Double(span) * 0.01)
    else { return }
    report.note(.workoutDuration, .duration, batch) {
      "\(duration.figure) s, though of \(span) s \(paused) s are pauses"
    }
  }

  private func date(_ token: Int?, _ bytes: Span<UInt8>) -> Int64? {
    guard let token, tape.tokens[token].kind == .string else { return nil }
    let text = [UInt8](tape.text(at: token, in: bytes).utf8)
    return Timestamp.parseRFC3339(text.span, 0..<text.count)?.seconds
  }

  /// The sums in the workout's own statistics of distance, or of active energy.
  private func sum(of key: String, _ bytes: Span<UInt8>) -> Double? {
    guard let list = tape.value(forKey: "statistics", inObjectAt: 0, of: bytes),
      tape.tokens[list].kind == .arrayStart
    else { return nil }
    var result: Double?
    var item = list + 1
    while item < Int(tape.tokens[list].next) {
      if let type = tape.value(forKey: "type", inObjectAt: item, of: bytes),
        let sum = tape.value(forKey: "sum", inObjectAt: item, of: bytes)
      {
        let name = tape.text(at: type, in: bytes)
        let isWanted = key == "energy" ? name == "ActiveEnergyBurned" : name.hasPrefix("Distance")
        if isWanted, let number = Double(tape.text(at: sum, in: bytes)) {
          result = (result ?? 0) + number
        }
      }
      item = Int(tape.tokens[item].next)
    }
    return result
  }
}
