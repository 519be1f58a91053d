import ByteKit

/// A run of bytes in a batch's arena.
public struct ArenaSlice: Sendable, Equatable {
  /// Where it begins.
  public var start: Int32
  /// How many bytes it has; 0 means absent.
  public var length: Int32

  /// No bytes.
  @inlinable public static var none: ArenaSlice { ArenaSlice(start: 0, length: 0) }

  /// The run from `start` to `end`.
  @inlinable
  public init(start: Int, end: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    length = Int32(truncatingIfNeeded: end &- start)
  }

  /// The run of `length` bytes from `start` on.
  @inlinable
  public init(start: Int32, length: Int32) {
    self.start = start
    self.length = length
  }

  /// Whether there is nothing.
  @inlinable public var isEmpty: Bool { length == 0 }
  /// The run as a range of the arena.
  @inlinable public var range: Range<Int> { Int(start)..<Int(start) &+ Int(length) }
}

/// How a row's value is held.
public enum ValueKind: UInt8, Sendable {
  /// The record has no value.
  case none
  /// An exact decimal of at most 19 digits, in `RecordRow.value`.
  case decimal
  /// The written digits of a longer number, in `RecordRow.valueText`.
  case longDecimal
  /// Text, as a symbol: the short name of a category's case, or text nobody knows.
  case text
}

/// One record of a batch: numbers, times and symbols, no references.
public struct RecordRow: Sendable {
  /// The kind of record.
  public var kind: RecordKind
  /// How the value is held.
  public var valueKind: ValueKind = .none
  /// Which of the three dates are there.
  public var dates: DateSet = []
  /// Symbol of the type or activity, in `SymbolTables.type`.
  public var type: Symbol = .none
  /// Symbol of the unit.
  public var unit: Symbol = .none
  /// Symbol of the unit as it was written; none when the value was not converted.
  public var writtenUnit: Symbol = .none
  /// Symbol of the source's name.
  public var source: Symbol = .none
  /// Symbol of the source's version.
  public var version: Symbol = .none
  /// Symbol of the device, whose text is a compact JSON object.
  public var device: Symbol = .none
  /// Symbol of a text value.
  public var text: Symbol = .none
  /// The start.
  public var start = Timestamp(seconds: 0, nanoseconds: 0, offsetMinutes: Timestamp.noOffset)
  /// The end.
  public var end = Timestamp(seconds: 0, nanoseconds: 0, offsetMinutes: Timestamp.noOffset)
  /// The date of writing.
  public var creation = Timestamp(seconds: 0, nanoseconds: 0, offsetMinutes: Timestamp.noOffset)
  /// The value, when it is a decimal.
  public var value = ExactDecimal(significand: 0, exponent: 0, isNegative: false)
  /// The digits of a long decimal.
  public var valueText: ArenaSlice = .none
  /// Metadata as a compact JSON object.
  public var metadata: ArenaSlice = .none
  /// Details as a compact JSON object.
  public var details: ArenaSlice = .none
  /// The identifier's text.
  public var uuid: ArenaSlice = .none
  /// Index into the batch's workout totals, or -1.
  public var totals: Int32 = -1
  /// How many bytes of input the record has.
  public var length: Int32 = 0
  /// Where the record begins in the decoded input.
  public var offset: Int = 0

  /// A row of one kind with nothing in it.
  public init(kind: RecordKind) { self.kind = kind }
}

/// Which dates of a row are present.
public struct DateSet: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8
  /// A set of these bits.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The start date.
  @inlinable public static var start: DateSet { DateSet(rawValue: 1) }
  /// The end date.
  @inlinable public static var end: DateSet { DateSet(rawValue: 2) }
  /// The creation date.
  @inlinable public static var creation: DateSet { DateSet(rawValue: 4) }
  /// The start is a calendar day without a time (activity summaries, tables with a row a day).
  @inlinable public static var startIsDay: DateSet { DateSet(rawValue: 8) }
  /// The end is a calendar day without a time.
  @inlinable public static var endIsDay: DateSet { DateSet(rawValue: 16) }
}

/// The numbers only workouts have, in s, m and J.
public struct WorkoutTotals: Sendable, Equatable {
  /// Duration in s.
  public var duration: ExactDecimal?
  /// Distance in m.
  public var distance: ExactDecimal?
  /// Active energy in J.
  public var energy: ExactDecimal?

  /// Totals of which none is known.
  public init() {}
}

/// A key or column that has no meaning here.
public struct UnknownField: Sendable, Equatable {
  /// How many different ones of a chunk are noted.
  static let limit = 64

  /// Its name as written.
  public var name: String
  /// Where the name stands in the decoded input.
  public var offset: Int

  /// A name at an offset.
  public init(name: String, offset: Int) {
    self.name = name
    self.offset = offset
  }
}

/// What the pipeline moves: the records of one chunk as rows, with the text they refer to.
///
/// Rows are trivial values. Repeated text is interned in `symbols`, which outlives the chunk; text
/// that is new each time lies in the arena.
public struct RecordBatch: ~Copyable {
  /// The records in source order.
  public var rows: [RecordRow] = []
  /// Totals of the workouts among them.
  public var totals: [WorkoutTotals] = []
  /// Text that rows refer to by slices.
  public var arena = ByteBuffer(capacity: 1 << 16)
  /// Interned text, kept from chunk to chunk.
  public var symbols: SymbolTables
  /// What was odd in the chunk.
  public var findings = FindingLog()
  /// Records that could not be understood.
  public var rejects: [Rejection] = []
  /// Whether a cell contradicts what was taken for granted of the whole table after a look at its
  /// first rows.
  public var contradictsSurvey = false

  /// Fields that are no column, each at its first place in the chunk; noted only on request.
  public var unknownFields: [UnknownField] = []
  /// Where the records begin that were filtered out; noted only on request.
  public var passedOver: [Int] = []
  /// Whether such fields and places are noted.
  public var keepsPlaces = false

  /// An empty batch over one catalogue.
  public init(catalogue: Catalogue) { symbols = SymbolTables(catalogue: catalogue) }

  /// One of a row's totals; nil when it has none, as all but workouts.
  public func total(
    _ field: KeyPath<WorkoutTotals, ExactDecimal?>,
    of row: RecordRow
  )
    -> ExactDecimal?
  {
    row.totals >= 0 ? totals[Int(row.totals)][keyPath: field] : nil
  }

  /// Forgets the records and keeps the symbols, unless they have grown past all reason.
  public mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    totals.removeAll(keepingCapacity: true)
    arena.removeAll()
    findings.removeAll()
    rejects.removeAll(keepingCapacity: true)
    unknownFields.removeAll(keepingCapacity: true)
    passedOver.removeAll(keepingCapacity: true)
    contradictsSurvey = false
    symbols.trim()
  }

  /// Notes a field that is no column, once in a chunk.
  public mutating func note(unknownField name: @autoclosure () -> String, at offset: Int) {
    guard keepsPlaces, unknownFields.count < UnknownField.limit else { return }
    let name = name()
    guard !unknownFields.contains(where: { $0.name == name }) else { return }
    unknownFields.append(UnknownField(name: name, offset: offset))
  }
}
