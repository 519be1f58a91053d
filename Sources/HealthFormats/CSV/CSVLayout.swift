import ByteKit
import CSVCodec
import HealthModel

/// What the columns of a table mean.
struct CSVLayout: Sendable {
  /// A column of measurements of one type, as in `date,steps` or `date;weight (kg)`.
  struct Measure: Sendable {
    var column: Int
    var type: String
    var unit: String
  }

  /// Which field holds each canonical column, -1 for none.
  private(set) var places = [Int](repeating: -1, count: Column.allCases.count)
  /// The same by kind of record, without the columns a kind doesn't have.
  private var placesOfKinds: [Int] = []
  /// By kind, the fields of columns it doesn't have, which are kept as metadata.
  private var foreign: [[Int]] = []
  /// Columns of measurements.
  private(set) var measures: [Measure] = []
  /// Columns that are kept as metadata, by their names.
  private(set) var others: [(column: Int, name: String)] = []
  /// The zone a header names, as in `local time (Europe/Berlin)`.
  private(set) var zone: ZoneRules?
  /// All names as written.
  let names: [String]

  /// The field of a column, nil when the table has none.
  @inline(__always)
  func place(_ column: Column) -> Int? {
    let place = places[Int(column.rawValue)]
    return place < 0 ? nil : place
  }

  /// The field of a column of one kind of record, nil when the table or the kind has none.
  @inline(__always)
  func place(_ column: Column, of kind: RecordKind) -> Int? {
    let place = placesOfKinds[Int(kind.rawValue) &* Column.allCases.count &+ Int(column.rawValue)]
    return place < 0 ? nil : place
  }

  /// The fields of columns that a kind of record doesn't have.
  @inline(__always)
  func foreignPlaces(of kind: RecordKind) -> [Int] { foreign[Int(kind.rawValue)] }

  /// Whether the table is one of ours: with a `record` column, or with the columns of one kind.
  var isCanonical: Bool { place(.record) != nil || Self.tables.contains(names) }

  private static let tables = Set(
    RecordKind.data.map { Column.columns(of: $0).map { "\($0.name)" } }
  )

  /// Works out the meaning of the columns.
  init(
    _ names: [String],
    catalogue: Catalogue,
    path: String,
    entry: String
  ) throws(ConversionError) {
    self.names = names
    var unknown: [(column: Int, name: String)] = []
    for (index, name) in names.enumerated() {
      let (base, bracket) = Self.split(name)
      if let column = ColumnNames.column(name) ?? Self.dated(base, bracket), place(column) == nil {
        places[Int(column.rawValue)] = index
        if let bracket, column == .startDate { zone = ZoneRules(identifier: bracket) }
      } else {
        unknown.append((index, name))
      }
    }
    // With a column of values, other columns describe them; without one they are the values.
    for (index, name) in unknown {
      if place(.value) == nil, !isCanonical, let measure = Self.measure(name, catalogue) {
        measures.append(Measure(column: index, type: measure.type, unit: measure.unit))
      } else {
        others.append((index, name))
      }
    }
    for kind in RecordKind.allCases {
      var others: [Int] = []
      for (column, place) in places.enumerated() {
        let isOwn = Column.bits(of: kind) >> column & 1 == 1
        placesOfKinds.append(isOwn ? place : -1)
        if !isOwn, place >= 0 { others.append(place) }
      }
      foreign.append(others)
    }
    try check(path: path, entry: entry)
  }

  private func check(path: String, entry: String) throws(ConversionError) {
    func fail(_ code: String, _ what: String) -> ConversionError {
      var error = ConversionError(
        code,
        path: path,
        entry: entry,
        byteOffset: 0,
        "\(what): the columns are \(shownNames)",
        advice: "name them type, start, end, value, unit, source (see `healthconv schema csv`)"
      )
      error.line = 1
      error.column = 1
      return error
    }
    if isCanonical || place(.details) != nil { return }
    guard place(.startDate) != nil else { throw fail("csv.no-date-column", "no column of dates") }
    if place(.value) != nil || place(.duration) != nil || place(.type) != nil {
      guard place(.type) != nil else { throw fail("csv.no-type-column", "no column of types") }
    } else if measures.isEmpty {
      throw fail("csv.no-values", "no column of values")
    }
  }

  /// The names for a message: a text that is no table can have long ones, and many.
  private var shownNames: String {
    let shown = names.prefix(12).map { "\"\($0.prefix(40))\($0.count > 40 ? "…" : "")\"" }
    return shown.joined(separator: ", ") + (names.count > 12 ? ", …" : "")
  }

  /// A name and what stands in brackets after it: `weight (kg)`, `Steps [count]`.
  static func split(_ name: String) -> (base: String, bracket: String?) {
    guard let last = name.last, last == ")" || last == "]",
      let open = name.lastIndex(of: last == ")" ? "(" : "[")
    else { return (name, nil) }
    let inner = name[name.index(after: open)...].dropLast()
    return (String(name[..<open]), inner.trimmingBlanks())
  }

  private static func dated(_ base: String, _ bracket: String?) -> Column? {
    guard let bracket, ZoneRules(identifier: bracket) != nil else { return nil }
    let folded = ColumnNames.folded(base)
    return folded == "localtime" ? .startDate : ColumnNames.column(base)
  }

  /// The type and unit that a header such as `steps`, `bpm` or `Heart Rate (count/min)` names.
  static func measure(_ name: String, _ catalogue: Catalogue) -> (type: String, unit: String)? {
    let (base, bracket) = split(name)
    let folded = ColumnNames.folded(base)
    for row in plainNames where row.name == folded {
      return (row.type, bracket ?? row.unit)
    }
    guard let type = catalogue.quantity(base.trimmingBlanks()) else { return nil }
    return (type.name, bracket ?? "")
  }

  /// What people call measurements in headers, with the unit where the name says it.
  static let plainNames: [(name: String, type: String, unit: String)] = [
    ("steps", "StepCount", "count"), ("stepcount", "StepCount", "count"),
    ("bpm", "HeartRate", "count/min"), ("heartrate", "HeartRate", "count/min"),
    ("pulse", "HeartRate", "count/min"), ("kg", "BodyMass", "kg"), ("lb", "BodyMass", "lb"),
    ("lbs", "BodyMass", "lb"), ("weight", "BodyMass", ""), ("bodyweight", "BodyMass", ""),
    ("kcal", "ActiveEnergyBurned", "kcal"), ("glucose", "BloodGlucose", ""),
    ("systolic", "BloodPressureSystolic", "mmHg"),
    ("diastolic", "BloodPressureDiastolic", "mmHg"), ("spo2", "OxygenSaturation", ""),
  ]
}

extension StringProtocol {
  /// The text without blanks at its ends.
  func trimmingBlanks() -> String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
