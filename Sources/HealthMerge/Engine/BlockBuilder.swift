import ByteKit
import HealthFormats
import HealthModel
import JSONCodec

/// Takes the blocks of an input, in order.
protocol BlockTaker: AnyObject {
  func take(_ block: RecordBlock, isSorted: Bool) throws(ConversionError)
  func cancel()
}

/// What is the same for all blocks of one input.
struct BlockContext: Sendable {
  var form: RowLines.Form
  var series: SeriesTable
  var origins: OriginTable
  /// The number of the set that holds this input alone.
  var ownOrigin: UInt32
  /// For an archive that was merged itself: what its own numbers of inputs mean here.
  var originMap: [Int]
}

/// Turns the rows of a worker into blocks of lines with their keys.
final class BlockBuilder: BatchConsumer {
  private let taker: any BlockTaker
  // One struct, so that the work on a batch is one access to it.
  private var lines: BlockLines
  private var block = RecordBlock()
  private var isSorted = true
  private var isMisread = false

  init(_ context: BlockContext, _ taker: any BlockTaker) {
    self.taker = taker
    lines = BlockLines(context)
  }

  func prepare(_ batch: borrowing RecordBatch) {
    (block, isSorted) = lines.block(of: batch)
    isMisread = batch.contradictsSurvey
  }

  func commit() throws(ConversionError) {
    if isMisread { throw MergeInput.needsSurvey }
    try taker.take(block, isSorted: isSorted)
    block = RecordBlock()
  }

  func cancel() { taker.cancel() }
}

/// Writes rows as lines with their keys, and remembers what it worked out for each type and source.
private struct BlockLines: ~Copyable {
  private struct SeriesKey: Hashable {
    var kind: UInt8
    var type: Int32
    var source: Int32

    /// The slot of the recent ones.
    var slot: Int { Int(truncatingIfNeeded: type &* 31 &+ source &* 7 &+ Int32(kind)) & 255 }
  }

  private struct KnownSeries {
    var number: UInt32
    var key: Range<Int>
  }

  private let context: BlockContext
  private var lines: RowLines
  private var jsonLines = RowLines(.json)
  private var known: [SeriesKey: KnownSeries] = [:]
  /// Those met lately, so that most records need no look into the dictionary.
  private var recent = [(key: SeriesKey, value: KnownSeries)](
    repeating: (SeriesKey(kind: .max, type: 0, source: 0), KnownSeries(number: 0, key: 0..<0)),
    count: 256
  )
  private var keys: [UInt8] = []
  private var generation = -1
  private var text = ByteBuffer(capacity: 1 << 20)
  private var line = ByteBuffer(capacity: 1 << 10)

  init(_ context: BlockContext) {
    self.context = context
    lines = RowLines(context.form)
  }

  /// The rows of a batch as a sorted block, and whether they came in the order of their starts.
  mutating func block(of batch: borrowing RecordBatch) -> (RecordBlock, isSorted: Bool) {
    if generation != batch.symbols.generation {
      generation = batch.symbols.generation
      known.removeAll()
      keys.removeAll()
      for slot in recent.indices { recent[slot].key.kind = .max }
    }
    text.removeAll()
    var entries: [MergeEntry] = []
    entries.reserveCapacity(batch.rows.count)
    var isSorted = true
    var previous: UInt64 = 0
    for index in 0..<batch.rows.count {
      let entry = add(batch.rows[index], of: batch)
      if entry.start < previous { isSorted = false }
      previous = entry.start
      entries.append(entry)
    }
    let block = RecordBlock(entries: entries, bytes: text.bytes)
    block.sort()
    return (block, isSorted)
  }

  @inline(__always)
  private mutating func add(_ row: RecordRow, of batch: borrowing RecordBatch) -> MergeEntry {
    let series = series(of: row, batch)
    let hasStart = row.dates.contains(.start)
    let start = hasStart ? row.start : Timestamp(seconds: .min)
    let end = row.dates.contains(.end) ? row.end : start
    let keyStart = text.count
    let keyBytes = keys
    text.append(keyBytes.span, series.key)
    let lineStart = text.count
    var flags: MergeEntry.Flags = row.valueKind == .text ? .textValue : []
    var origin = context.ownOrigin
    if row.details.isEmpty {
      lines.append(row, of: batch, to: &text)
    } else {
      addWithDetails(row, of: batch, &flags, &origin)
    }
    return MergeEntry(
      start: MergeEntry.biased(start.seconds),
      end: MergeEntry.biased(end.seconds),
      startNanoseconds: start.nanoseconds,
      endNanoseconds: end.nanoseconds,
      keyStart: UInt32(keyStart),
      keyLength: UInt32(lineStart - keyStart),
      lineLength: UInt32(text.count - lineStart),
      series: series.number,
      origin: origin,
      flags: flags,
      idHash: row.uuid.isEmpty && row.metadata.isEmpty ? 0 : IdentifierScan.hash(row, of: batch),
      position: Int64(row.offset)
    )
  }

  // MARK: - Marks of an earlier merge

  private mutating func addWithDetails(
    _ row: RecordRow,
    of batch: borrowing RecordBatch,
    _ flags: inout MergeEntry.Flags,
    _ origin: inout UInt32
  ) {
    let bytes = batch.arena.span
    guard DetailMarks.mayHold(bytes, row.details.range) else {
      flags.insert(.details)
      lines.append(row, of: batch, to: &text)
      return
    }
    if let inputs = DetailMarks.onlyOrigin(bytes, row.details.range) {
      var plain = row
      plain.details = .none
      lines.append(plain, of: batch, to: &text)
      origin = number(of: inputs)
      return
    }
    line.removeAll()
    jsonLines.append(row, of: batch, to: &line)
    guard var record = try? JSONValue.parse(line.span) else {
      flags.insert(.details)
      lines.append(row, of: batch, to: &text)
      return
    }
    if let inputs = record["details"]?[RecordMarks.origin]?.elements {
      origin = number(of: inputs.compactMap(\.intValue))
    }
    RecordMarks.remove(from: &record)
    if record["details"] != nil { flags.insert(.details) }
    switch context.form {
    case .csv: CanonicalLine.csv(from: record, to: &text)
    case .json:
      var plain: [UInt8] = []
      record.write(to: &plain)
      text.append(contentsOf: plain)
    }
  }

  /// The set of inputs that an archive's own numbers mean.
  private mutating func number(of inputs: [Int]) -> UInt32 {
    let map = context.originMap
    let meant = Set(inputs.compactMap { map.indices.contains($0) ? map[$0] : nil })
    return meant.isEmpty ? context.ownOrigin : context.origins.number(of: meant.sorted())
  }

  // MARK: - Type and source

  @inline(__always)
  private mutating func series(of row: RecordRow, _ batch: borrowing RecordBatch) -> KnownSeries {
    let key = SeriesKey(
      kind: row.kind.rawValue,
      type: row.type.index,
      source: row.source.index
    )
    let slot = key.slot
    if recent[slot].key == key { return recent[slot].value }
    let found = known[key] ?? addSeries(key, row, batch)
    recent[slot] = (key, found)
    return found
  }

  @inline(never)
  private mutating func addSeries(
    _ key: SeriesKey,
    _ row: RecordRow,
    _ batch: borrowing RecordBatch
  ) -> KnownSeries {
    let name = batch.symbols.source.text(row.source)
    let series = SeriesTable.Series(
      kind: row.kind,
      type: batch.symbols.type.text(row.type),
      source: SourceIdentity.folded(name)
    )
    let start = keys.count
    // A byte of 0 ends each text, so that no text is the beginning of another.
    keys.append(contentsOf: series.type.utf8)
    keys.append(0)
    keys.append(contentsOf: series.source.utf8)
    keys.append(0)
    keys.append(row.kind.rawValue)
    let result = KnownSeries(
      number: context.series.number(of: series, name: name),
      key: start..<keys.count
    )
    known[key] = result
    return result
  }
}

/// Finds marks in details without parsing them.
enum DetailMarks {
  /// Whether a mark's name occurs.
  static func mayHold(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var i = range.lowerBound
    while let quote = bytes.firstOffset(of: UInt8(ascii: "\""), from: i, to: range.upperBound) {
      if bytes.starts(with: "\"origin\":", at: quote)
        || bytes.starts(with: "\"suppressed\":", at: quote)
      {
        return true
      }
      i = quote + 1
    }
    return false
  }

  /// The inputs when the details are nothing but `{"origin":[...]}`.
  static func onlyOrigin(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [Int]? {
    let head: StaticString = "{\"origin\":["
    guard bytes.starts(with: head, at: range.lowerBound) else { return nil }
    var inputs: [Int] = []
    var number: Int?
    var i = range.lowerBound + head.utf8CodeUnitCount
    while i < range.upperBound {
      switch bytes[i] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = Int(bytes[i] - UInt8(ascii: "0"))
        guard (number ?? 0) < 1 << 40 else { return nil }
        number = (number ?? 0) * 10 + digit
      case UInt8(ascii: ","):
        guard let done = number else { return nil }
        inputs.append(done)
        number = nil
      case UInt8(ascii: "]"):
        if let number { inputs.append(number) }
        return i + 2 == range.upperBound && bytes[i + 1] == UInt8(ascii: "}") ? inputs : nil
      default: return nil
      }
      i += 1
    }
    return nil
  }
}
