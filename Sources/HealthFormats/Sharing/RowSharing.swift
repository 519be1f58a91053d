import ByteKit
import HealthModel
import JSONCodec

/// Takes out of a worker's rows what is not to be shared.
struct RowSharing {
  /// What becomes of a row.
  enum Outcome {
    case keep
    case leaveOut
    /// A date would come to lie outside the years 1 to 9999.
    case beyondDates
  }

  private let fields: FieldSharing
  private let options: SharingOptions
  private var known = KnownSymbols()

  /// Nil when everything is shared.
  init?(_ options: SharingOptions) {
    guard options.isActive else { return nil }
    self.options = options
    fields = FieldSharing(options)
  }

  /// What was found out about the symbols of a worker.
  private struct KnownSymbols {
    struct Pair: Hashable {
      var device: Symbol
      var source: Symbol
    }

    var generation = 0
    var shared: [Symbol: Bool] = [:]
    var sources: [Symbol: Symbol] = [:]
    /// By device and the source that must not be told.
    var devices: [Pair: Symbol] = [:]
    var names: [Symbol: [String]] = [:]
  }

  /// Brings a row into the form in which it is shared.
  mutating func apply(
    to index: Int,
    of batch: inout RecordBatch,
    _ counts: inout SharingCounts
  ) -> Outcome {
    if known.generation != batch.symbols.generation {
      known = KnownSymbols()
      known.generation = batch.symbols.generation
    }
    var row = batch.rows[index]
    guard leaves(row, batch) else {
      counts.leaveOut(row.kind)
      return .leaveOut
    }
    guard move(&row, &counts) else { return .beyondDates }
    let names = names(of: row, batch)
    let source = row.source
    shareSource(&row, &batch, &counts)
    shareDevice(&row, &batch, hiding: fields.removes(.source) ? source : .none, &counts)
    shareIdentifier(&row, &batch, &counts)
    shareValue(&row, &batch)
    shareMetadata(&row, &batch, names, &counts)
    shareDetails(&row, &batch, names, &counts)
    batch.rows[index] = row
    return .keep
  }

  private mutating func leaves(_ row: RecordRow, _ batch: borrowing RecordBatch) -> Bool {
    // What is not modelled can't be searched.
    if row.kind == .other { return false }
    if row.kind == .characteristics, options.redactions.contains(.characteristics) { return false }
    guard let share = options.share else { return true }
    if row.type.isNone { return share.includes(row.kind, "") }
    if row.kind == .sample, let answer = known.shared[row.type] { return answer }
    let answer = share.includes(row.kind, batch.symbols.type.text(row.type))
    if row.kind == .sample { known.shared[row.type] = answer }
    return answer
  }

  /// The names that metadata must not tell any more.
  private mutating func names(of row: RecordRow, _ batch: borrowing RecordBatch) -> [String] {
    if row.metadata.isEmpty && row.details.isEmpty { return [] }
    let isHidden = options.pseudonyms != nil
    var names: [String] = []
    if isHidden || fields.removes(.source), !row.source.isNone {
      names.append(batch.symbols.source.text(row.source))
    }
    if isHidden || fields.removes(.device), !row.device.isNone {
      if known.names[row.device] == nil {
        let device = try? JSONValue.parse(Array(batch.symbols.device.text(row.device).utf8))
        known.names[row.device] = device.map(FieldSharing.names) ?? []
      }
      names += known.names[row.device] ?? []
    }
    if isHidden || fields.removes(.uuid), !row.uuid.isEmpty {
      names.append(batch.arena.span.text(row.uuid.range))
    }
    return names
  }
}

// MARK: - Dates

extension RowSharing {
  /// Moves or cuts the dates of a row; false when one can't be written any more.
  private func move(_ row: inout RecordRow, _ counts: inout SharingCounts) -> Bool {
    if fields.removes(.creationDate), row.dates.contains(.creation) {
      row.dates.remove(.creation)
      counts.remove(.creationDate)
    }
    guard options.changesDates else { return true }
    if row.dates.contains(.start) {
      guard move(&row.start, &row.dates, .startIsDay, &counts) else { return false }
    }
    if row.dates.contains(.end) {
      guard move(&row.end, &row.dates, .endIsDay, &counts) else { return false }
    }
    guard row.dates.contains(.creation) else { return true }
    // No creation date is a day.
    return move(&row.creation, &row.dates, [], &counts)
  }

  private func move(
    _ stamp: inout Timestamp,
    _ dates: inout DateSet,
    _ isDay: DateSet,
    _ counts: inout SharingCounts
  ) -> Bool {
    guard let moved = fields.dates.applied(to: stamp) else { return false }
    stamp = moved
    counts.change(dates: 1)
    if options.coarsensToDays, !isDay.isEmpty {
      stamp = Timestamp(seconds: moved.localSeconds)
      dates.insert(isDay)
    }
    return true
  }
}

// MARK: - Who wrote it

extension RowSharing {
  private mutating func shareSource(
    _ row: inout RecordRow,
    _ batch: inout RecordBatch,
    _ counts: inout SharingCounts
  ) {
    if row.source.isNone && row.version.isNone { return }
    if fields.removes(.source) {
      row.source = .none
      row.version = .none
      counts.remove(.source)
    } else if options.pseudonyms != nil || options.changesDates, !row.source.isNone {
      let name = row.source
      if known.sources[name] == nil {
        let text = batch.symbols.source.text(name)
        let shown = options.pseudonyms?.name(text, .source) ?? fields.movingDates(in: text)
        known.sources[name] = shown.map { batch.symbols.source.intern($0) } ?? Symbol.none
      }
      row.source = known.sources[name] ?? .none
      if options.pseudonyms != nil { counts.replace(.source) }
      if row.source.isNone { counts.remove(.source) }
    }
  }

  private mutating func shareDevice(
    _ row: inout RecordRow,
    _ batch: inout RecordBatch,
    hiding source: Symbol,
    _ counts: inout SharingCounts
  ) {
    if row.device.isNone { return }
    if fields.removes(.device) {
      row.device = .none
      counts.remove(.device)
    } else if options.pseudonyms != nil || options.changesDates || fields.removes(.source) {
      let pair = KnownSymbols.Pair(device: row.device, source: source)
      if known.devices[pair] == nil {
        let text = batch.symbols.device.text(row.device)
        let device = (try? JSONValue.parse(Array(text.utf8))) ?? .object([])
        let name = source.isNone ? nil : batch.symbols.source.text(source)
        let left = fields.device(device, hiding: name)?.compact()
        known.devices[pair] = left.map { batch.symbols.device.intern($0) } ?? Symbol.none
      }
      row.device = known.devices[pair] ?? .none
      if options.pseudonyms != nil { counts.replace(.device) }
    }
  }

  private func shareIdentifier(
    _ row: inout RecordRow,
    _ batch: inout RecordBatch,
    _ counts: inout SharingCounts
  ) {
    if row.uuid.isEmpty { return }
    let text = batch.arena.span.text(row.uuid.range)
    guard !fields.removes(.uuid), let shown = fields.identifier(text) else {
      row.uuid = .none
      counts.remove(.uuid)
      return
    }
    if shown == text { return }
    row.uuid = batch.append(Array(shown.utf8))
    counts.replace(.uuid)
  }

  /// Moves or takes out a value that is a text of its own and tells a date.
  private func shareValue(_ row: inout RecordRow, _ batch: inout RecordBatch) {
    guard options.changesDates, row.valueKind == .text, !row.type.isNone,
      batch.symbols.form(of: row.type) != .category
    else { return }
    let text = batch.symbols.value.text(row.text)
    let moved = fields.movingDates(in: text)
    if moved == text { return }
    row.valueKind = moved == nil ? .none : .text
    row.text = moved.map { batch.symbols.value.intern($0) } ?? Symbol.none
  }

  private func shareMetadata(
    _ row: inout RecordRow,
    _ batch: inout RecordBatch,
    _ names: [String],
    _ counts: inout SharingCounts
  ) {
    if row.metadata.isEmpty { return }
    if fields.removes(.metadata) {
      row.metadata = .none
      counts.remove(.metadata)
      return
    }
    if fields.keepsMetadata { return }
    let parsed = try? JSONValue.parse(batch.arena.span, row.metadata.range)
    let kept = parsed.flatMap { fields.metadata($0, names: names, &counts) }
    row.metadata = batch.append(kept)
  }

  private func shareDetails(
    _ row: inout RecordRow,
    _ batch: inout RecordBatch,
    _ names: [String],
    _ counts: inout SharingCounts
  ) {
    if row.details.isEmpty { return }
    if options.share != nil, row.kind == .sample || row.kind == .workout {
      row.details = .none
      counts.remove(.details)
      return
    }
    let parsed = try? JSONValue.parse(batch.arena.span, row.details.range)
    let kept = parsed.flatMap { fields.details($0, of: row.kind, names: names, &counts) }
    row.details = batch.append(kept)
  }
}

extension RecordBatch {
  /// Puts bytes into the arena.
  fileprivate mutating func append(_ bytes: [UInt8]) -> ArenaSlice {
    let start = arena.count
    arena.append(contentsOf: bytes)
    return ArenaSlice(start: start, end: arena.count)
  }

  /// Puts a compact value into the arena; none for nil.
  fileprivate mutating func append(_ value: JSONValue?) -> ArenaSlice {
    guard let value else { return .none }
    var bytes: [UInt8] = []
    value.write(to: &bytes)
    return append(bytes)
  }
}
