import ByteKit
import CSVCodec
import HealthModel
import JSONCodec
import XMLCodec

/// Finds where in a record's own bytes a field stands.
///
/// Rows keep no offsets of their fields: only a record that something is wrong with is looked at
/// again.
package struct FieldLocator: Sendable {
  private let format: InputFormat
  private let layout: CSVLayout?
  private let dialect: CSVDialect

  init(format: InputFormat, layout: CSVLayout? = nil, dialect: CSVDialect = .rfc4180) {
    self.format = format
    self.layout = layout
    self.dialect = dialect
  }

  /// The field of a record that holds a column, nil when the record has none.
  ///
  /// - Parameter key: of metadata, the key whose value is meant.
  package func locate(
    _ column: Column,
    key: String? = nil,
    in bytes: Span<UInt8>,
    record: Range<Int>
  ) -> LocatedField? {
    var found: LocatedField?
    visit(bytes, record) { field in
      if field.column == column, field.key == nil || field.key == key { found = found ?? field }
      // The pair itself is nearer than all the metadata.
      if field.column == column, key != nil, field.key == key { found = field }
      return true
    }
    return found
  }

  /// The field of a record at an offset, nil when there is none.
  package func locate(
    at offset: Int,
    in bytes: Span<UInt8>,
    record: Range<Int>
  ) -> LocatedField? {
    var found: LocatedField?
    visit(bytes, record) { field in
      // A quote stands outside its text.
      if field.range.lowerBound - 1...field.range.upperBound ~= offset, field.key == nil {
        found = found ?? field
        if field.range.contains(offset) { found = field }
      }
      return true
    }
    return found
  }

  /// Calls for the fields of a record in order until the answer is false.
  private func visit(
    _ bytes: Span<UInt8>,
    _ record: Range<Int>,
    _ body: (LocatedField) -> Bool
  ) {
    guard record.lowerBound >= 0, record.upperBound <= bytes.count else { return }
    switch format {
    case .xml: visitAttributes(bytes, record, body)
    case .json, .ndjson: visitMembers(bytes, record, body)
    case .csv: visitCells(bytes, record, body)
    }
  }

  private func visitMembers(
    _ bytes: Span<UInt8>,
    _ record: Range<Int>,
    _ body: (LocatedField) -> Bool
  ) {
    var tape = JSONTape()
    do { try tape.parse(bytes, record) } catch { return }
    guard tape.tokens.first?.kind == .objectStart else { return }
    var key = 1
    while key + 1 < tape.tokens.count {
      let name = tape.text(at: key, in: bytes)
      let column = ColumnNames.column(name)
      let field = LocatedField(
        range: tape.tokens[key + 1].range,
        kind: .pointer,
        name: Self.pointer([name]),
        column: column
      )
      guard body(field) else { return }
      if column == .metadata, tape.tokens[key + 1].kind == .objectStart {
        var inner = key + 2
        while inner < Int(tape.tokens[key + 1].next) {
          let innerName = tape.text(at: inner, in: bytes)
          let field = LocatedField(
            range: tape.tokens[inner + 1].range,
            kind: .pointer,
            name: Self.pointer([name, innerName]),
            column: column,
            key: innerName
          )
          guard body(field) else { return }
          inner = Int(tape.tokens[inner + 1].next)
        }
      }
      key = Int(tape.tokens[key + 1].next)
    }
  }

  private static func pointer(_ names: [String]) -> String {
    names.map { "/" + jsonPointerToken($0) }.joined()
  }

  private func visitAttributes(
    _ bytes: Span<UInt8>,
    _ record: Range<Int>,
    _ body: (LocatedField) -> Bool
  ) {
    var tag = XMLTag()
    guard case .startTag(var next) = XMLScanner.startTag(bytes, at: record.lowerBound, into: &tag)
    else { return }
    let element = bytes.text(tag.name)
    for index in 0..<tag.attributeCount {
      let attribute = tag.attribute(index)
      let name = bytes.text(attribute.name)
      let field = LocatedField(
        range: attribute.value,
        kind: .element,
        name: element + "/@" + name,
        column: Self.column(ofAttribute: name)
      )
      guard body(field) else { return }
    }
    // The children that are fields of the record: its metadata.
    while next < record.upperBound, let child = bytes.firstOffset(of: 0x3C, from: next) {
      guard child < record.upperBound else { return }
      guard case .startTag(let end) = XMLScanner.startTag(bytes, at: child, into: &tag) else {
        next = child + 1
        continue
      }
      next = end
      guard bytes.equals("MetadataEntry", at: tag.name) else { continue }
      var key: String?
      var value: Range<Int>?
      for index in 0..<tag.attributeCount {
        let attribute = tag.attribute(index)
        if bytes.equals("key", at: attribute.name) { key = bytes.text(attribute.value) }
        if bytes.equals("value", at: attribute.name) { value = attribute.value }
      }
      guard let key, let value else { continue }
      let field = LocatedField(
        range: value,
        kind: .element,
        name: element + "/MetadataEntry/@value",
        column: .metadata,
        key: key
      )
      guard body(field) else { return }
    }
  }

  private static func column(ofAttribute name: String) -> Column? {
    switch name {
    case "workoutActivityType": .type
    case "source": .sourceName
    default: Column.allCases.first { "\($0.name)" == name }
    }
  }

  private func visitCells(
    _ bytes: Span<UInt8>,
    _ record: Range<Int>,
    _ body: (LocatedField) -> Bool
  ) {
    guard let layout else { return }
    var row = CSVRecord()
    guard
      case .record = CSVTokenizer.next(
        bytes.extracting(0..<record.upperBound),
        from: record.lowerBound,
        isFinal: true,
        dialect: dialect,
        into: &row
      )
    else { return }
    for (place, name) in layout.names.enumerated() where place < row.fields.count {
      let column = Column.allCases.first { layout.place($0) == place }
      // A column of measurements holds values.
      let isMeasure = layout.measures.contains { $0.column == place }
      let field = LocatedField(
        range: row.fields[place].range,
        kind: .column,
        name: name,
        column: isMeasure ? .value : column
      )
      guard body(field) else { return }
    }
  }
}

/// A field of a record: its bytes and its name.
package struct LocatedField {
  /// How a format names its fields.
  package enum Kind: Sendable {
    /// A JSON pointer.
    case pointer
    /// A column of a table.
    case column
    /// An element and its attribute.
    case element
  }

  /// Its bytes, counted as the record's are.
  package let range: Range<Int>
  package let kind: Kind
  package let name: String
  /// The column it holds, if any.
  let column: Column?
  /// Of a pair of metadata, its key.
  var key: String?
}
