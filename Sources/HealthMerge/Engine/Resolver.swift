import ByteKit
import HealthFormats
import HealthModel
import HealthUnits
import JSONCodec

/// Counts each instant once: holds records back until nothing can overlap them any more, decides,
/// and hands them on in their order.
final class Resolver: MergedTaker {
  /// Records of one type (or of all workouts) that may overlap each other.
  private struct Cluster {
    var family: OverlapFamily
    var start: Instant
    var end: Instant
    var members: [Member] = []
  }

  struct Member {
    var item: MergedItem
    var series: SeriesTable.Series
    var start: Instant
    var end: Instant
    var number: Int
  }

  /// What is decided about a member.
  enum Decision {
    case whole
    case pieces([(start: Instant, end: Instant)])
    case leftOut(Reason, winner: Int?)
  }

  enum Reason: String {
    case overlap
    case coarseOverlap = "coarse-overlap"
    case duplicateWorkout = "duplicate-workout"
    case alias
    case republished
  }

  private struct Waiting {
    var start: Instant
    var end: Instant
    var number: Int
    var item: MergedItem
  }

  private static let second: Instant = 1_000_000_000

  private let options: ResolveOptions
  private let copies: RepublishedSources?
  private let reading: LineReading
  private let series: SeriesTable
  private let next: any MergedTaker
  private var known: [SeriesTable.Series] = []
  private var families: [OverlapFamily] = []
  private var clusters: [String: Cluster] = [:]
  private var waiting: [Waiting] = []
  private var number = 0
  /// What was left out or cut, by the number of the series.
  private(set) var counts: [UInt32: MergeCounts] = [:]
  private(set) var unclearWorkouts = 0
  private(set) var coarsePairs = 0

  init(
    _ options: ResolveOptions,
    copies: RepublishedSources?,
    reading: LineReading,
    series: SeriesTable,
    next: any MergedTaker
  ) {
    self.options = options
    self.copies = copies
    self.reading = reading
    self.series = series
    self.next = next
  }

  func take(_ item: MergedItem) throws(MergeInterruption) {
    if Int(item.entry.series) >= known.count {
      known = series.all
      families = known.map { OverlapFamily($0) }
    }
    let place = known[Int(item.entry.series)]
    let family = families[Int(item.entry.series)]
    let start = Self.instant(item.entry.start, item.entry.startNanoseconds)
    var end = Self.instant(item.entry.end, item.entry.endNanoseconds)
    // A whole day stands for its 24 hours.
    if family == .additive, reading.isDay(item.entry, of: item.block) {
      end = max(end, start) + 86_400 * Self.second
    }
    number += 1
    let member = Member(item: item, series: place, start: start, end: end, number: number)
    try closeClusters(before: start)
    if item.isAlias {
      leaveOut(member, .alias, winner: nil)
    } else if family == .additive || family == .sleep, copies?.original(of: place) != nil {
      leaveOut(member, .republished, winner: nil)
    } else if family == .discrete || item.entry.start == 0 {
      wait(item, start, end, number)
    } else {
      add(member, family)
    }
    try release(before: start)
  }

  func finish() throws(MergeInterruption) {
    try closeClusters(before: .max)
    try release(before: .max)
    try next.finish()
  }

  private static func instant(_ biased: UInt64, _ nanoseconds: Int32) -> Instant {
    Instant(Int64(bitPattern: biased ^ 1 << 63)) * second + Instant(nanoseconds)
  }

  // MARK: - Clusters

  private func add(_ member: Member, _ family: OverlapFamily) {
    let name = clusterName(member, family)
    clusters[name, default: Cluster(family: family, start: member.start, end: member.end)]
      .members.append(member)
    let end = max(clusters[name]?.end ?? member.end, member.end)
    clusters[name]?.end = end
    let start = min(clusters[name]?.start ?? member.start, member.start)
    clusters[name]?.start = start
  }

  private func clusterName(_ member: Member, _ family: OverlapFamily) -> String {
    switch family {
    case .workout: return "workouts"
    case .additive
    where options.policy == .maxSourcePerDay || options.policy == .preferSourcePerDay:
      // The day on the record's own wall clock.
      let offset = reading.offsetMinutes(member.item.entry, of: member.item.block)
      let local = member.item.entry.startSeconds + Int64(offset) * 60
      let day = (local >= 0 ? local : local - 86_399) / 86_400
      return "\(member.series.type) \(day)"
    default: return member.series.type
    }
  }

  /// How long after its end a cluster may still grow.
  private func slack(_ family: OverlapFamily) -> Instant {
    switch family {
    case .sleep: SleepView.pause + 1
    case .workout: 121 * Self.second
    case .additive, .discrete:
      switch options.policy {
      // The days of two offsets can lie 26 hours apart.
      case .maxSourcePerDay, .preferSourcePerDay: 50 * 3600 * Self.second
      default: 0
      }
    }
  }

  private func closeClusters(before start: Instant) throws(MergeInterruption) {
    for (name, cluster) in clusters
    where start == .max || cluster.end + slack(cluster.family) <= start && cluster.start < start {
      clusters[name] = nil
      try close(cluster)
    }
  }

  private func close(_ cluster: Cluster) throws(MergeInterruption) {
    let members = cluster.members
    if members.count == 1 {
      let member = members[0]
      wait(member.item, member.start, member.end, member.number)
      return
    }
    var records: [MergeRecord] = []
    for member in members {
      guard let record = reading.record(member.item.entry, of: member.item.block) else {
        throw .failed(ConversionError("internal.merge-line", "a record could not be read back"))
      }
      records.append(record)
    }
    let decided = ClusterDecision(options, cluster.family, members, records)
    coarsePairs += decided.coarsePairs
    unclearWorkouts += decided.unclearWorkouts
    for (index, decision) in decided.decisions.enumerated() {
      switch decision {
      case .whole:
        wait(members[index].item, members[index].start, members[index].end, members[index].number)
      case .leftOut(let reason, let winner):
        leaveOut(members[index], reason, winner: winner.map { records[$0] })
      case .pieces(let pieces): cut(members[index], records[index], pieces)
      }
    }
  }

  // MARK: - Decisions

  private func count(_ member: Member, _ change: (inout MergeCounts) -> Void) {
    change(&counts[member.item.entry.series, default: MergeCounts()])
  }

  private func leaveOut(_ member: Member, _ reason: Reason, winner: MergeRecord?) {
    count(member) { counts in
      switch reason {
      case .overlap: counts.overlapped += 1
      case .coarseOverlap: counts.coarseOverlap += 1
      case .duplicateWorkout: counts.duplicateWorkout += 1
      case .republished: counts.republished += 1
      // Counted where it was found.
      case .alias: break
      }
      if options.policy != .keepAll { counts.leftOut += 1 }
    }
    guard options.policy == .keepAll else { return }
    guard options.writesMarks, let record = reading.record(member.item.entry, of: member.item.block)
    else {
      wait(member.item, member.start, member.end, member.number)
      return
    }
    var members: [(key: String, value: JSONValue)] = [("by", .string(reason.rawValue))]
    if let winner { members.append(("winner", Self.reference(winner.json))) }
    if reason == .republished, let original = copies?.original(of: member.series) {
      members.append(("winner", .object([("sourceName", .string(original))])))
    }
    var json = record.json
    RecordMarks.add(RecordMarks.suppressed, .object(members), to: &json)
    wait(edited(member.item, json), member.start, member.end, member.number)
  }

  /// What names a record to people and programs.
  private static func reference(_ json: JSONValue) -> JSONValue {
    .object(
      ["startDate", "endDate", "sourceName", "uuid"].compactMap { name in
        json[name].map { (name, $0) }
      }
    )
  }

  private func cut(
    _ member: Member,
    _ record: MergeRecord,
    _ pieces: [(start: Instant, end: Instant)]
  ) {
    let whole = WholeRecord(record)
    let kept = pieces.reduce(Instant(0)) { $0 + $1.end - $1.start }
    let lost = member.end - member.start - kept
    count(member) { counts in
      counts.trimmed.records += 1
      counts.trimmed.seconds += Double(lost) / 1e9
      if let value = whole.value, whole.duration > 0 {
        let amount = PieceValue.exact(value, piece: lost, of: whole.duration)
        counts.trimmed.amount += amount.doubleValue
      }
      if options.policy != .keepAll { counts.pieces += pieces.count - 1 }
    }
    if options.policy == .keepAll {
      var json = record.json
      let counted = whole.value.flatMap {
        PieceValue.printed(PieceValue.exact($0, piece: kept, of: whole.duration))
      }
      var mark: [(key: String, value: JSONValue)] = [("by", .string(Reason.overlap.rawValue))]
      if let counted { mark.append(("counted", .number(counted.text))) }
      RecordMarks.add(RecordMarks.suppressed, .object(mark), to: &json)
      wait(
        options.writesMarks ? edited(member.item, json) : member.item,
        member.start,
        member.end,
        member.number
      )
      return
    }
    for piece in pieces {
      var item = edited(member.item, whole.piece(piece.start, piece.end))
      item.entry.start = MergeEntry.biased(Self.split(piece.start).seconds)
      item.entry.startNanoseconds = Self.split(piece.start).nanoseconds
      item.entry.end = MergeEntry.biased(Self.split(piece.end).seconds)
      item.entry.endNanoseconds = Self.split(piece.end).nanoseconds
      wait(item, piece.start, piece.end, member.number)
    }
  }

  /// Whole seconds and the nanoseconds beyond them.
  static func split(_ instant: Instant) -> (seconds: Int64, nanoseconds: Int32) {
    var seconds = instant / second
    var rest = instant % second
    if rest < 0 {
      seconds -= 1
      rest += second
    }
    return (Int64(seconds), Int32(rest))
  }

  /// The item with another record in a block of its own.
  private func edited(_ item: MergedItem, _ json: JSONValue) -> MergedItem {
    var line = ByteBuffer(capacity: 512)
    let old = item.block.bytes
    line.append(old.span, item.entry.key)
    let start = line.count
    reading.line(json, to: &line)
    var edited = item
    edited.entry.keyStart = 0
    edited.entry.lineLength = UInt32(line.count - start)
    if json["details"] != nil { edited.entry.flags.insert(.details) }
    edited.block = RecordBlock(entries: [], bytes: line.bytes)
    return edited
  }

  // MARK: - Order

  private func wait(_ item: MergedItem, _ start: Instant, _ end: Instant, _ number: Int) {
    waiting.append(Waiting(start: start, end: end, number: number, item: item))
    var i = waiting.count - 1
    while i > 0, Self.precedes(waiting[i], waiting[(i - 1) / 2]) {
      waiting.swapAt(i, (i - 1) / 2)
      i = (i - 1) / 2
    }
  }

  private static func precedes(_ a: Waiting, _ b: Waiting) -> Bool {
    if a.start != b.start { return a.start < b.start }
    if a.end != b.end { return a.end < b.end }
    let first = a.item.block.bytes
    let second = b.item.block.bytes
    let order = compareBytes(first.span, a.item.entry.key, second.span, b.item.entry.key)
    return order != 0 ? order < 0 : a.number < b.number
  }

  /// Hands on what nothing can come before any more.
  private func release(before start: Instant) throws(MergeInterruption) {
    let limit = clusters.values.reduce(start) { min($0, $1.start) }
    while let first = waiting.first, first.start < limit || limit == .max {
      try next.take(first.item)
      waiting.swapAt(0, waiting.count - 1)
      waiting.removeLast()
      siftDown()
    }
  }

  private func siftDown() {
    var i = 0
    while true {
      var least = i
      for child in [2 * i + 1, 2 * i + 2]
      where child < waiting.count && Self.precedes(waiting[child], waiting[least]) {
        least = child
      }
      if least == i { return }
      waiting.swapAt(i, least)
      i = least
    }
  }
}

extension LineReading {
  /// Whether the start is a calendar day without a time.
  func isDay(_ entry: MergeEntry, of block: RecordBlock) -> Bool {
    startText(entry, of: block)?.utf8.count == 10
  }

  /// The written offset of the start; 0 where there is none.
  func offsetMinutes(_ entry: MergeEntry, of block: RecordBlock) -> Int16 {
    guard let text = startText(entry, of: block).map({ Array($0.utf8) }),
      let stamp = Timestamp.parseRFC3339(text.span, 0..<text.count), stamp.hasOffset
    else { return 0 }
    return stamp.offsetMinutes
  }

  private func startText(_ entry: MergeEntry, of block: RecordBlock) -> String? {
    let bytes = block.bytes
    let span = bytes.span
    let end = entry.line.upperBound
    if form == .csv {
      guard
        let first = span.firstOffset(
          of: UInt8(ascii: ","),
          from: entry.line.lowerBound,
          to: end
        ), let second = span.firstOffset(of: UInt8(ascii: ","), from: first + 1, to: end),
        let third = span.firstOffset(of: UInt8(ascii: ","), from: second + 1, to: end)
      else { return nil }
      return span.text(second + 1..<third)
    }
    var i = entry.line.lowerBound
    while let quote = span.firstOffset(of: UInt8(ascii: "\""), from: i, to: end) {
      let key: StaticString = "\"startDate\":\""
      if span.starts(with: key, at: quote) {
        let start = quote + key.utf8CodeUnitCount
        guard let stop = span.firstOffset(of: UInt8(ascii: "\""), from: start, to: end) else {
          return nil
        }
        return span.text(start..<stop)
      }
      i = quote + 1
    }
    return nil
  }
}
