import ByteKit
import HealthFormats
import HealthModel
import JSONCodec

/// A record of the result on its way to the output.
struct MergedItem {
  var entry: MergeEntry
  var block: RecordBlock
  /// The number of the set of inputs that hold it.
  var origin: UInt32
  var isAlias = false
}

/// Takes the records of the result in their order.
protocol MergedTaker: AnyObject {
  func take(_ item: MergedItem) throws(MergeInterruption)
  func finish() throws(MergeInterruption)
}

/// One run over sorted streams: records meet by their keys and are joined.
struct MergePass: ~Copyable {
  struct Options: Sendable {
    var conflicts = ConflictPolicy.newest
    var collapsesTwins = false
    var form = RowLines.Form.json
    /// Whether identifiers that moved in time are looked for.
    var watchesIdentifiers = true
  }

  private let options: Options
  private let reading: LineReading
  private let series: SeriesTable
  private let origins: OriginTable
  /// Facts of the global inputs that origins name, for export dates.
  private let inputDates: [Timestamp?]
  private let paths: [String]
  private let taker: any MergedTaker
  private var heap = StreamHeap()
  private var bucket: [(entry: MergeEntry, block: RecordBlock, snapshot: Int, input: Int)] = []
  private var second: [MergedItem] = []
  private var hasFractions = false
  private var dates: [UInt32: Timestamp?] = [:]
  /// Counts by the number of the series.
  private(set) var counts: [MergeCounts] = []
  private(set) var report = MergeReport()
  private(set) var identifiers: IdentityLog
  private let moved: MovedRecords?

  init(
    _ options: Options,
    series: SeriesTable,
    origins: OriginTable,
    inputDates: [Timestamp?],
    paths: [String],
    identifiers: IdentityLog,
    moved: MovedRecords?,
    taker: any MergedTaker
  ) {
    self.options = options
    reading = LineReading(form: options.form)
    self.series = series
    self.origins = origins
    self.inputDates = inputDates
    self.paths = paths
    self.identifiers = identifiers
    self.moved = moved
    self.taker = taker
  }

  /// Adds a stream; all are added before the run.
  mutating func add(_ source: any BlockSource, input: Int, snapshot: Int) throws(MergeInterruption)
  {
    if let stream = try RecordStream(source, input: input, snapshot: snapshot) { heap.add(stream) }
  }

  /// Runs to the end of all streams.
  mutating func run() throws(MergeInterruption) {
    while let top = heap.top {
      try takeTop(top)
      let first = bucket[0].entry
      if let next = heap.top {
        if heap.streams[next].entry.start == first.start, heap.streams[next].entry.end == first.end
        {
          try gatherBucket()
        }
      }
      if second.last.map({ $0.entry.start != first.start }) ?? false { try flushSecond() }
      try joinBucket()
      bucket.removeAll(keepingCapacity: true)
    }
    try flushSecond()
    try taker.finish()
  }

  @inline(__always)
  private mutating func takeTop(_ top: Int) throws(MergeInterruption) {
    let stream = heap.streams[top]
    bucket.append((stream.entry, stream.block, stream.snapshot, stream.input))
    try heap.advanceTop()
  }

  /// Takes all further records with the key of the first one.
  private mutating func gatherBucket() throws(MergeInterruption) {
    let first = bucket[0].entry
    let bytes = bucket[0].block.bytes
    while let top = heap.top {
      let entry = heap.streams[top].entry
      guard entry.start == first.start, entry.end == first.end else { return }
      let other = heap.streams[top].block.bytes
      guard compareBytes(bytes.span, first.key, other.span, entry.key) == 0 else { return }
      try takeTop(top)
    }
  }

  // MARK: - Joining

  private mutating func joinBucket() throws(MergeInterruption) {
    count(bucket[0].entry.series) { $0.read += 1 }
    let isMoving = moved != nil && bucket.contains { moved?.concerns($0.entry.idHash) ?? false }
    if bucket.count == 1, !isMoving {
      note(bucket[0].entry)
      emit(
        MergedItem(entry: bucket[0].entry, block: bucket[0].block, origin: bucket[0].entry.origin)
      )
      return
    }
    for other in bucket.dropFirst() { count(other.entry.series) { $0.read += 1 } }
    if !isMoving, joinTwins() { return }
    try joinSlowly()
  }

  /// The common case: the same line, or the same but for offsets, once in each of several
  /// snapshots.
  private mutating func joinTwins() -> Bool {
    var best = 0
    var origin = bucket[0].entry.origin
    let id = bucket[0].entry.idHash
    var changes = 0
    for index in 1..<bucket.count {
      let other = bucket[index]
      guard other.entry.idHash == id, other.snapshot != bucket[index - 1].snapshot else {
        return false
      }
      if index > 1, bucket[..<index].contains(where: { $0.snapshot == other.snapshot }) {
        return false
      }
      let first = bucket[best].block.bytes
      let second = other.block.bytes
      guard
        let order = LineReading.orderOfOffsets(
          first.span,
          bucket[best].entry.line,
          second.span,
          other.entry.line
        )
      else { return false }
      // Everything else is equal, so the export date decides, then the bytes.
      if order != 0 {
        changes += 1
        if ranksBelow(bucket[best].entry, other.entry, order) { best = index }
      }
      origin = origins.union(origin, other.entry.origin)
    }
    report.offsetChanges += changes
    for index in bucket.indices where index != best {
      count(bucket[index].entry.series) { $0.replaced[.identical, default: 0] += 1 }
    }
    note(bucket[best].entry)
    emit(MergedItem(entry: bucket[best].entry, block: bucket[best].block, origin: origin))
    return true
  }

  private mutating func ranksBelow(_ a: MergeEntry, _ b: MergeEntry, _ order: Int) -> Bool {
    let x = exportDate(a.origin)
    let y = exportDate(b.origin)
    let first = (x?.seconds ?? .min, x?.nanoseconds ?? 0)
    let second = (y?.seconds ?? .min, y?.nanoseconds ?? 0)
    return first != second ? first < second : order < 0
  }

  /// The latest export among the inputs that hold a record.
  private mutating func exportDate(_ origin: UInt32) -> Timestamp? {
    if let known = dates[origin] { return known }
    let date = origins.inputs(origin).compactMap { inputDates[$0] }
      .max { ($0.seconds, $0.nanoseconds) < ($1.seconds, $1.nanoseconds) }
    dates[origin] = .some(date)
    return date
  }

  private mutating func joinSlowly() throws(MergeInterruption) {
    var candidates: [BucketJoin.Candidate] = []
    candidates.reserveCapacity(bucket.count)
    for (index, member) in bucket.enumerated() {
      guard let record = reading.record(member.entry, of: member.block) else {
        throw .failed(
          ConversionError(
            "internal.merge-line",
            "a record could not be read back",
            advice: "this is a defect of healthconv: please report it; nothing was written"
          )
        )
      }
      if let moved, moved.concerns(member.entry.idHash) {
        switch moved.decide(
          record,
          snapshot: member.snapshot,
          exportDate: exportDate(member.entry.origin)
        ) {
        case .ordinary: break
        case .gathered: continue
        case .replaced(let outcome):
          count(member.entry.series) { $0.replaced[outcome, default: 0] += 1 }
          continue
        }
      }
      candidates.append(
        BucketJoin.Candidate(
          record: record,
          snapshot: member.snapshot,
          exportDate: exportDate(member.entry.origin),
          index: index
        )
      )
    }
    if candidates.isEmpty { return }
    let join = BucketJoin(
      candidates,
      policy: options.conflicts == .fail ? .newest : options.conflicts,
      collapsesTwins: options.collapsesTwins
    )
    var recordOf: [Int: MergeRecord] = [:]
    if !join.gone.isEmpty {
      for candidate in candidates { recordOf[candidate.index] = candidate.record }
    }
    for gone in join.gone {
      count(bucket[gone.index].entry.series) { $0.replaced[gone.outcome, default: 0] += 1 }
      if let loser = recordOf[gone.index], let winner = recordOf[gone.winner] {
        try compare(gone, loser, winner)
      }
    }
    for index in join.collapsed { count(bucket[index].entry.series) { $0.collapsed += 1 } }
    if join.keptConflicts > 0 {
      count(bucket[0].entry.series) { $0.keptConflicts += join.keptConflicts }
    }
    for kept in join.kept {
      let member = bucket[kept.index]
      var origin = member.entry.origin
      // A group is held as a whole, so its members share what holds them.
      for index in kept.same { origin = origins.union(origin, bucket[index].entry.origin) }
      note(member.entry)
      if kept.alias != nil { count(member.entry.series) { $0.alias += 1 } }
      emit(
        MergedItem(
          entry: member.entry,
          block: member.block,
          origin: origin,
          isAlias: kept.alias != nil
        )
      )
    }
  }

  /// Notes what a record that went had and the one in its place has not.
  private mutating func compare(
    _ gone: BucketJoin.Gone,
    _ loser: MergeRecord,
    _ winner: MergeRecord
  ) throws(MergeInterruption) {
    if loser.start?.offsetMinutes != winner.start?.offsetMinutes { report.offsetChanges += 1 }
    guard gone.outcome != .identical else { return }
    for (key, _) in loser.json["metadata"]?.members ?? []
    where winner.json["metadata"]?[key] == nil {
      report.lostMetadataKeys[key, default: 0] += 1
    }
    guard gone.outcome == .conflict else { return }
    let conflict = MergeConflict(
      type: loser.key.type,
      start: loser.start,
      winner: place(gone.winner),
      loser: place(gone.index),
      records: (
        String(decoding: winner.bytes, as: UTF8.self), String(decoding: loser.bytes, as: UTF8.self)
      )
    )
    if report.conflicts.count < MergeReport.examplesKept { report.conflicts.append(conflict) }
    guard options.conflicts == .fail else { return }
    throw .failed(
      ConversionError(
        "merge.conflict",
        path: conflict.loser.path,
        byteOffset: conflict.loser.byteOffset,
        "\(loser.key.type) contradicts \(conflict.winner.path): byte \(conflict.winner.byteOffset)",
        advice: "leave out --on-conflict fail, or choose newest, first or keep-both"
      )
    )
  }

  private func place(_ index: Int) -> MergeConflict.Place {
    MergeConflict.Place(
      path: paths[bucket[index].input],
      byteOffset: Int(bucket[index].entry.position)
    )
  }

  // MARK: - Output

  @inline(__always)
  private mutating func note(_ entry: MergeEntry) {
    if entry.idHash != 0, options.watchesIdentifiers {
      identifiers.add(entry.idHash, entry)
    }
  }

  @inline(__always)
  private mutating func count(_ series: UInt32, _ change: (inout MergeCounts) -> Void) {
    while counts.count <= Int(series) { counts.append(MergeCounts()) }
    change(&counts[Int(series)])
  }

  @inline(__always)
  private mutating func emit(_ item: MergedItem) {
    if item.entry.startNanoseconds != 0 || item.entry.endNanoseconds != 0 { hasFractions = true }
    second.append(item)
  }

  /// Hands on the records that start in one second, in the order of their nanoseconds.
  private mutating func flushSecond() throws(MergeInterruption) {
    if hasFractions, second.count > 1 {
      let items = second
      let order = items.indices.sorted { i, j in
        let a = items[i].entry
        let b = items[j].entry
        if a.startNanoseconds != b.startNanoseconds {
          return a.startNanoseconds < b.startNanoseconds
        }
        if a.end != b.end { return a.end < b.end }
        if a.endNanoseconds != b.endNanoseconds { return a.endNanoseconds < b.endNanoseconds }
        return i < j
      }
      second = order.map { items[$0] }
    }
    for item in second { try taker.take(item) }
    second.removeAll(keepingCapacity: true)
    hasFractions = false
  }
}
