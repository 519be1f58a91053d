import ByteKit
import HealthUnits
import JSONCodec

/// A record before it was cut: what a piece remembers.
struct WholeRecord {
  private let json: JSONValue
  private let start: Timestamp?
  private let end: Timestamp?
  /// The whole value.
  let value: Rational?
  /// The whole duration.
  let duration: Instant

  init(_ record: MergeRecord) {
    json = record.json
    let original = record.json["details"]?[RecordMarks.original]
    start = MergeRecord.time(original?["startDate"]) ?? record.start
    end = MergeRecord.time(original?["endDate"]) ?? record.end
    value = (original?["value"] ?? record.json["value"])?.numberText.flatMap { Rational($0) }
    duration = Self.instant(end) - Self.instant(start)
  }

  static func instant(_ stamp: Timestamp?) -> Instant {
    guard let stamp else { return 0 }
    return Instant(stamp.seconds) * 1_000_000_000 + Instant(stamp.nanoseconds)
  }

  /// A piece as a record that remembers the whole.
  func piece(_ from: Instant, _ to: Instant) -> JSONValue {
    guard case .object(let members) = json else { return json }
    var piece = JSONValue.object(
      members.map { key, old in
        switch key {
        case "startDate": (key, Self.text(from, like: start))
        case "endDate": (key, Self.text(to, like: end))
        case "value":
          (
            key,
            value.flatMap {
              PieceValue.printed(PieceValue.exact($0, piece: to - from, of: duration))
            }.map { .number($0.text) } ?? old
          )
        default: (key, old)
        }
      }
    )
    if json["details"]?[RecordMarks.original] == nil {
      let names = ["startDate", "endDate", "value"]
      let original = names.compactMap { name in json[name].map { (name, $0) } }
      RecordMarks.add(RecordMarks.original, .object(original), to: &piece)
    }
    return piece
  }

  private static func text(_ instant: Instant, like stamp: Timestamp?) -> JSONValue {
    let (seconds, nanoseconds) = Resolver.split(instant)
    let time = Timestamp(
      seconds: seconds,
      nanoseconds: nanoseconds,
      offsetMinutes: stamp?.offsetMinutes ?? 0
    )
    return .string(time.text)
  }
}

/// What the view of a family says of the records of a cluster.
struct ClusterDecision {
  private let options: ResolveOptions
  private let members: [Resolver.Member]
  private let records: [MergeRecord]
  /// What is decided about each.
  private(set) var decisions: [Resolver.Decision]
  private(set) var coarsePairs = 0
  private(set) var unclearWorkouts = 0

  init(
    _ options: ResolveOptions,
    _ family: OverlapFamily,
    _ members: [Resolver.Member],
    _ records: [MergeRecord]
  ) {
    self.options = options
    self.members = members
    self.records = records
    decisions = members.map { _ in .whole }
    switch family {
    case .sleep: decideSleep()
    case .workout: decideWorkouts()
    case .additive, .discrete: decideAdditive()
    }
  }

  private func priority(_ index: Int) -> Int {
    options.priority.place(
      of: members[index].series.source,
      type: members[index].series.type,
      class: SourcePriority.classify(records[index].json)
    )
  }

  private func rank(_ index: Int, duration: Instant) -> OverlapRank {
    // A piece ranks as what it was cut from, so that pieces of one record are one record.
    let json = records[index].json
    var content = records[index].bytes
    if let original = json["details"]?[RecordMarks.original] {
      var whole = json
      if case .object(let all) = whole {
        whole = .object(all.map { ($0.key, original[$0.key] ?? $0.value) })
      }
      RecordMarks.remove(RecordMarks.original, from: &whole)
      content = []
      whole.write(to: &content)
    }
    return OverlapRank(priority: priority(index), duration: duration, content: content)
  }

  private func intervals() -> [OverlapInterval] {
    members.indices.map { index in
      let isPiece = records[index].json["details"]?[RecordMarks.original] != nil
      let length = members[index].end - members[index].start
      return OverlapInterval(
        start: members[index].start,
        end: members[index].end,
        source: members[index].series.source,
        rank: rank(index, duration: isPiece ? WholeRecord(records[index]).duration : length)
      )
    }
  }

  private mutating func decideAdditive() {
    let intervals = intervals()
    switch options.policy {
    case .keepAll, .trim: trim(intervals)
    case .drop: keepOnly(WholeRecordView.drop(intervals))
    case .maxSourcePerDay:
      let values = records.map { WholeRecord($0).value ?? Rational(0) }
      keepOnly(
        WholeRecordView.largestSource(intervals, values, zero: Rational(0)) { $0 + $1 }
      )
    case .preferSourcePerDay: keepOnly(WholeRecordView.preferredSource(intervals))
    }
  }

  private mutating func keepOnly(_ kept: [Int]) {
    let kept = Set(kept)
    for index in decisions.indices where !kept.contains(index) {
      decisions[index] = .leftOut(.overlap, winner: nil)
    }
  }

  private mutating func trim(_ intervals: [OverlapInterval]) {
    let view = OverlapView(
      intervals,
      limit: options.longestSplit,
      withinSource: options.withinSource
    )
    coarsePairs = view.coarsePairs.count
    for index in decisions.indices { decisions[index] = .leftOut(.overlap, winner: nil) }
    for index in view.coarse { decisions[index] = .leftOut(.coarseOverlap, winner: nil) }
    for (index, pieces) in Dictionary(grouping: view.pieces, by: \.index) {
      let isWhole =
        pieces.count == 1 && pieces[0].start == intervals[index].start
        && pieces[0].end == intervals[index].end
      decisions[index] = isWhole ? .whole : .pieces(pieces.map { ($0.start, $0.end) })
    }
    nameWinners(intervals, view)
  }

  /// Finds for each record that lost all its time who won its first instant.
  private mutating func nameWinners(_ intervals: [OverlapInterval], _ view: OverlapView) {
    let pieces = view.pieces
    for index in decisions.indices {
      guard case .leftOut(let reason, _) = decisions[index] else { continue }
      var low = 0
      var high = pieces.count
      while low < high {
        let middle = (low + high) / 2
        if pieces[middle].start <= intervals[index].start {
          low = middle + 1
        } else {
          high = middle
        }
      }
      let winner =
        low > 0 && pieces[low - 1].end > intervals[index].start
        ? pieces[low - 1].index : low < pieces.count ? pieces[low].index : nil
      decisions[index] = .leftOut(reason, winner: winner)
    }
  }

  private mutating func decideSleep() {
    let stages = members.indices.map { index in
      SleepView.Stage(
        start: members[index].start,
        end: members[index].end,
        value: records[index].json["value"]?.stringValue ?? "",
        source: members[index].series.source,
        priority: priority(index)
      )
    }
    keepOnly(SleepView.counted(stages))
  }

  private mutating func decideWorkouts() {
    let entries = members.indices.map { index in
      let details = records[index].json["details"]
      return WorkoutView.Entry(
        activity: members[index].series.type,
        start: members[index].start,
        end: members[index].end,
        source: members[index].series.source,
        hasRoute: !(details?["routes"]?.elements ?? []).isEmpty || details?["route"] != nil,
        hasSeries: !(details?["statistics"]?.elements ?? []).isEmpty,
        rank: rank(index, duration: members[index].end - members[index].start)
      )
    }
    let view = WorkoutView(entries)
    unclearWorkouts = view.unclear.count
    for (index, winner) in view.winnerOf {
      decisions[index] = .leftOut(.duplicateWorkout, winner: winner)
    }
  }
}
