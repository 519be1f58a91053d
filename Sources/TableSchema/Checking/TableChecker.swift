import ByteKit
import CSVCodec
import JSONCodec
import JSONSchema

/// Checks one table against a schema: first its header, then its rows in their order.
///
/// Memory grows only with unique values and keys: 16 bytes and a row number for each.
public struct TableChecker: Sendable {
  let schema: TableSchema
  /// The violations of the last header or row.
  public internal(set) var violations: [TableViolation] = []
  /// The number of rows checked so far.
  public private(set) var rowCount = 0

  /// For each column the schema's field, -1 for none.
  private var fieldOf: [Int] = []
  private var columnOf: [Int?] = []
  private var columnCount = 0
  private var matchers: [PatternMatcher?]
  private var validators: [SchemaValidator?]
  private var uniqueValues: [UniqueKeys?]
  private var primaryKeys: UniqueKeys?
  private var uniqueKeys: [UniqueKeys]

  init(_ schema: TableSchema) {
    self.schema = schema
    matchers = schema.fields.map { $0.constraints.pattern.map { PatternMatcher($0) } }
    validators = schema.fields.map { $0.constraints.schema?.validator() }
    uniqueValues = schema.fields.map { $0.constraints.isUnique ? UniqueKeys() : nil }
    primaryKeys = schema.primaryKey.isEmpty ? nil : UniqueKeys()
    uniqueKeys = schema.uniqueKeys.map { _ in UniqueKeys() }
  }

  /// Checks the names of the columns and remembers which is which; true when all is well.
  @discardableResult
  public mutating func checkHeader(_ header: CSVHeader, _ bytes: Span<UInt8>) -> Bool {
    violations.removeAll(keepingCapacity: true)
    columnCount = header.count
    fieldOf = []
    columnOf = [Int?](repeating: nil, count: schema.fields.count)
    for (column, name) in header.names.enumerated() {
      let field = schema.fields.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
      let range = nameRange(column, header, bytes)
      if let field, columnOf[field] != nil {
        note(.duplicateField, 0, column, range, field)
        fieldOf.append(-1)
      } else if let field {
        columnOf[field] = column
        fieldOf.append(field)
        if schema.fieldsMatch == .exact, field != column {
          note(.fieldOrder, 0, column, range, field)
        }
      } else {
        fieldOf.append(-1)
        if schema.fieldsMatch != .subset, schema.fieldsMatch != .partial {
          note(.extraField, 0, column, range, nil)
        }
      }
    }
    let whole = (header.offsets.first ?? header.start)..<lineEnd(header, bytes)
    for field in schema.fields.indices where columnOf[field] == nil {
      let mayLack = schema.fieldsMatch == .superset || schema.fieldsMatch == .partial
      if !mayLack || schema.fields[field].constraints.isRequired {
        note(.missingField, 0, nil, whole, field)
      }
    }
    if schema.fieldsMatch == .partial, columnOf.allSatisfy({ $0 == nil }) {
      note(.noField, 0, nil, whole, nil)
    }
    return violations.isEmpty
  }

  private func nameRange(_ column: Int, _ header: CSVHeader, _ bytes: Span<UInt8>) -> Range<Int> {
    let start = header.offsets[column]
    let end = column + 1 < header.count ? header.offsets[column + 1] - 1 : lineEnd(header, bytes)
    return start..<max(start, end)
  }

  /// The end of the header without its line end.
  private func lineEnd(_ header: CSVHeader, _ bytes: Span<UInt8>) -> Int {
    var end = header.end
    while end > header.start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// Checks one row, which was read from these bytes; true when all is well.
  ///
  /// A row whose number of cells is wrong is checked no further. Blank lines are the caller's: they
  /// are rows only in tables with one column.
  public mutating func checkRow(_ record: CSVRecord, _ bytes: Span<UInt8>) -> Bool {
    violations.removeAll(keepingCapacity: true)
    rowCount &+= 1
    guard record.fields.count == columnCount else {
      let end = record.fields.last.map(outerEnd) ?? record.start
      note(.fieldCount, rowCount, nil, record.start..<end, nil, detail: record.fields.count)
      return false
    }
    for column in 0..<columnCount {
      let field = fieldOf[column]
      if field < 0 { continue }
      let cell = record.fields[column]
      if cell.hasEscapes {
        var plain: [UInt8] = []
        record.unescape(cell, bytes, into: &plain)
        check(field, column, cell, plain.span, 0..<plain.count)
      } else {
        check(field, column, cell, bytes, cell.range)
      }
    }
    checkKeys(record, bytes)
    return violations.isEmpty
  }

  @inline(__always)
  private mutating func check(
    _ index: Int,
    _ column: Int,
    _ cell: CSVField,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) {
    if isMissing(index, bytes, range) {
      if schema.fields[index].constraints.isRequired { note(.required, column, cell, index) }
      return
    }
    guard let value = schema.fields[index].type.read(bytes, range) else {
      note(.type, column, cell, index)
      return
    }
    if !schema.fields[index].isFree { checkConstraints(index, column, cell, value, bytes, range) }
  }

  private func isMissing(_ index: Int, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let texts = schema.fields[index].missingValues ?? schema.missingValues
    for text in texts where text.count == range.count && text.isEqual(bytes, range) { return true }
    return false
  }

  private mutating func checkConstraints(
    _ index: Int,
    _ column: Int,
    _ cell: CSVField,
    _ value: CellValue,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) {
    let constraints = schema.fields[index].constraints
    if constraints.minLength > 0 || constraints.maxLength < Int.max {
      let length = schema.fields[index].type.length(bytes, range)
      if length < constraints.minLength { note(.minLength, column, cell, index) }
      if length > constraints.maxLength { note(.maxLength, column, cell, index) }
    }
    for (rule, limit) in constraints.limits where !rule.allows(value.orders(to: limit)) {
      note(rule, column, cell, index)
    }
    if let answer = matchers[index]?.answer(bytes, range), answer != .matches {
      note(.pattern, column, cell, index)
    }
    if constraints.hasEnum, !constraints.allows(value, bytes, range) {
      note(.enum, column, cell, index)
    }
    if constraints.schema != nil {
      let isValid = try? validators[index]?.isValid(bytes, range)
      if isValid != true { note(.jsonSchema, column, cell, index) }
    }
    if constraints.isUnique {
      var key = KeyHash()
      key.add(value, bytes, range)
      if let first = uniqueValues[index]?.insert(key, row: rowCount) {
        note(.unique, rowCount, column, outerRange(cell), index, detail: first)
      }
    }
  }

  // MARK: Keys

  private mutating func checkKeys(_ record: CSVRecord, _ bytes: Span<UInt8>) {
    let whole = record.start..<(record.fields.last.map(outerEnd) ?? record.start)
    if !schema.primaryKey.isEmpty {
      if let key = key(schema.primaryKey, record, bytes) {
        if let first = primaryKeys?.insert(key, row: rowCount) {
          note(.primaryKey, rowCount, column(schema.primaryKey), whole, nil, detail: first)
        }
      } else {
        note(.primaryKey, rowCount, column(schema.primaryKey), whole, nil)
      }
    }
    for (index, fields) in schema.uniqueKeys.enumerated() {
      if let key = key(fields, record, bytes),
        let first = uniqueKeys[index].insert(key, row: rowCount)
      {
        note(.uniqueKeys, rowCount, column(fields), whole, nil, detail: first)
      }
    }
  }

  /// The column of a key that has one field.
  private func column(_ fields: [Int]) -> Int? { fields.count == 1 ? columnOf[fields[0]] : nil }

  /// The values of some fields of a row together; nil when one has no value.
  private func key(_ fields: [Int], _ record: CSVRecord, _ bytes: Span<UInt8>) -> KeyHash? {
    var key = KeyHash()
    for field in fields {
      guard let column = columnOf[field] else { return nil }
      var plain: [UInt8] = []
      record.unescape(record.fields[column], bytes, into: &plain)
      let range = 0..<plain.count
      if isMissing(field, plain.span, range) { return nil }
      key.add(schema.fields[field].type.read(plain.span, range) ?? .unordered, plain.span, range)
    }
    return key
  }

  // MARK: Notes

  private mutating func note(_ rule: TableRule, _ column: Int, _ cell: CSVField, _ field: Int) {
    note(rule, rowCount, column, outerRange(cell), field)
  }

  private mutating func note(
    _ rule: TableRule,
    _ row: Int,
    _ column: Int?,
    _ range: Range<Int>,
    _ field: Int?,
    detail: Int = 0
  ) {
    violations.append(
      TableViolation(
        rule: rule,
        row: row,
        column: column,
        range: range,
        field: field,
        detail: detail
      )
    )
  }

  private func outerEnd(_ cell: CSVField) -> Int { cell.isQuoted ? cell.end + 1 : cell.end }

  private func outerRange(_ cell: CSVField) -> Range<Int> { cell.outerStart..<outerEnd(cell) }
}

extension TableRule {
  /// Whether a value may stand in these orders to the limit; without an order it may not.
  fileprivate func allows(_ orders: [Int]) -> Bool {
    switch self {
    case .minimum: !orders.isEmpty && orders.allSatisfy { $0 >= 0 }
    case .exclusiveMinimum: !orders.isEmpty && orders.allSatisfy { $0 > 0 }
    case .maximum: !orders.isEmpty && orders.allSatisfy { $0 <= 0 }
    default: !orders.isEmpty && orders.allSatisfy { $0 < 0 }
    }
  }
}

extension FieldConstraints {
  func allows(_ value: CellValue, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    if allowedTexts.contains(bytes.extracting(range).withUnsafeBufferPointer { [UInt8]($0) }) {
      return true
    }
    return allowedValues.contains {
      let orders = $0.orders(to: value)
      return !orders.isEmpty && orders.allSatisfy { $0 == 0 }
    }
  }
}

extension FieldType {
  /// Characters of a text, elements of a list or array, members of an object.
  func length(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    switch self {
    case .list(let delimiter, _): return listItems(delimiter, bytes, range).count
    case .array, .object:
      var tape = JSONTape()
      guard (try? tape.parse(bytes, range)) != nil, let root = tape.tokens.first else { return 0 }
      let step = root.kind == .objectStart ? 1 : 0
      var count = 0
      var child = 1
      while child < root.next {
        count += 1
        child = Int(tape.tokens[child + step].next)
      }
      return count
    default: return countScalars(bytes, range)
    }
  }
}
