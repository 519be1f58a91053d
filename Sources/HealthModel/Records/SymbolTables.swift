import ByteKit

/// What the catalogue says of an interned type.
public struct TypeFacts: Sendable {
  /// How values of the type are read.
  public enum ValueForm: UInt8, Sendable {
    /// A number with a unit.
    case quantity
    /// One of an enumeration's cases.
    case category
    /// Not in the catalogue: a number when it has a unit, text otherwise.
    case unknown
  }

  /// How values are read.
  public var form: ValueForm
  /// Whether such samples also stand inside correlations.
  public var isCorrelationMember: Bool
  /// The canonical unit, empty when there is none.
  public var canonicalUnit: String
}

/// The interned text of a batch, one table a role, since the same bytes mean different things in
/// each.
public struct SymbolTables: ~Copyable {
  /// Types and activities, by their canonical short names.
  public var type = SymbolTable()
  /// Units as written in the output.
  public var unit = SymbolTable()
  /// Names of sources.
  public var source = SymbolTable()
  /// Versions of sources.
  public var version = SymbolTable()
  /// Devices as compact JSON objects.
  public var device = SymbolTable()
  /// Text values, by themselves.
  public var value = SymbolTable()
  /// Metadata keys as JSON strings with a colon.
  public var key = SymbolTable()
  /// Text values as written, each with the value it was last read as.
  private var writtenValue = SymbolTable()
  private var readings: [(type: Symbol, value: Symbol, flags: UInt8)] = []
  /// How values are read, by type symbol.
  @usableFromInline private(set) var forms: [TypeFacts.ValueForm] = []
  /// Whether samples also stand inside correlations, by type symbol.
  @usableFromInline private(set) var memberships: [Bool] = []
  /// Facts by type symbol.
  public private(set) var typeFacts: [TypeFacts] = []
  /// Grows by one each time the tables are emptied, so that caches by symbol know.
  public private(set) var generation = 0
  /// The catalogue that types are looked up in.
  public let catalogue: Catalogue

  /// Beyond this many bytes of distinct text the tables start anew: memory stays bounded whatever
  /// comes.
  static let limit = 8 << 20

  /// Empty tables over a catalogue.
  public init(catalogue: Catalogue) { self.catalogue = catalogue }

  /// Starts anew when the tables have grown past their limit; call only between chunks.
  public mutating func trim() {
    let total =
      type.byteCount + unit.byteCount + source.byteCount + version.byteCount + device.byteCount
      + value.byteCount + writtenValue.byteCount + key.byteCount
    guard total > Self.limit else { return }
    type.removeAll()
    unit.removeAll()
    source.removeAll()
    version.removeAll()
    device.removeAll()
    value.removeAll()
    writtenValue.removeAll()
    readings.removeAll()
    key.removeAll()
    forms.removeAll()
    memberships.removeAll()
    typeFacts.removeAll()
    generation += 1
  }

  /// The symbol of a type in a record that is no sample: what a name means depends on the kind.
  public mutating func internType(_ text: String, kind: RecordKind) -> Symbol {
    // No text begins with this byte, so that the kinds don't share their symbols.
    let key = [0xFF, kind.rawValue] + Array(text.utf8)
    return type.find(key.span, 0..<key.count)
      ?? addType(key.span, 0..<key.count, text: text, kind: kind)
  }

  /// Adds a type by its written name; `text` is the decoded text of the raw bytes.
  public mutating func addType(
    _ source: Span<UInt8>,
    _ range: Range<Int>,
    text: String,
    kind: RecordKind,
    flags: UInt8 = 0
  ) -> Symbol {
    let name = catalogue.canonicalName(of: text, kind: kind)
    let bytes = [UInt8](name.utf8)
    let symbol = type.add(source, range, text: bytes.span, flags: flags)
    let facts = catalogue.facts(of: name)
    forms.append(facts.form)
    memberships.append(facts.isCorrelationMember)
    typeFacts.append(facts)
    return symbol
  }

  /// How values of a type symbol are read.
  @inlinable
  public func form(of symbol: Symbol) -> TypeFacts.ValueForm { forms[Int(symbol.index)] }

  /// Whether samples of a type symbol also stand inside correlations.
  @inlinable
  public func isCorrelationMember(_ symbol: Symbol) -> Bool { memberships[Int(symbol.index)] }

  /// The facts of a type symbol.
  public func facts(of symbol: Symbol) -> TypeFacts { typeFacts[Int(symbol.index)] }

  /// The value that written bytes mean for a type, when they were read for it a moment ago.
  @inline(__always)
  public mutating func knownValue(
    _ source: Span<UInt8>,
    _ range: Range<Int>,
    type: Symbol
  ) -> (value: Symbol, flags: UInt8)? {
    guard let raw = writtenValue.find(source, range) else { return nil }
    let reading = readings[Int(raw.index)]
    return reading.type == type ? (reading.value, reading.flags) : nil
  }

  /// Reads written bytes, whose decoded text is `text`, as a value of a type: the short name of a
  /// case when the type has such a case, else the text itself, which is flagged.
  public mutating func addValue(
    _ source: Span<UInt8>,
    _ range: Range<Int>,
    text: String,
    type: Symbol,
    flags: UInt8
  ) -> (value: Symbol, flags: UInt8) {
    var flags = flags
    var meaning = text
    if form(of: type) == .category {
      if let known = catalogue.category(self.type.text(type))?.value(text)?.name {
        meaning = known
      } else {
        flags |= Self.unknownValueFlag
      }
    }
    let reading = (type: type, value: value.intern(meaning), flags: flags)
    if let raw = writtenValue.find(source, range) {
      readings[Int(raw.index)] = reading
    } else {
      let nothing: [UInt8] = []
      _ = writtenValue.add(source, range, text: nothing.span)
      readings.append(reading)
    }
    return (reading.value, flags)
  }

  /// Marks a value that its type's enumeration does not have.
  public static let unknownValueFlag: UInt8 = 0x80
}
