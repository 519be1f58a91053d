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
  package func locate(
    _ column: Column,
    in bytes: Span<UInt8>,
    record: Range<Int>
  ) -> LocatedField? {
    guard record.lowerBound >= 0, record.upperBound <= bytes.count else { return nil }
    return switch format {
    case .xml: attribute(column, in: bytes, record)
    case .json, .ndjson: member(column, in: bytes, record)
    case .csv: cell(column, in: bytes, record)
    }
  }

  private func member(
    _ column: Column,
    in bytes: Span<UInt8>,
    _ record: Range<Int>
  ) -> LocatedField? {
    var tape = JSONTape()
    do { try tape.parse(bytes, record) } catch { return nil }
    var key = 1
    while key + 1 < tape.tokens.count {
      let name = tape.text(at: key, in: bytes)
      if ColumnNames.column(name) == column {
        let value = tape.tokens[key + 1]
        let escaped = name.replacing("~", with: "~0").replacing("/", with: "~1")
        return LocatedField(
          range: value.range,
          kind: .pointer,
          name: "/" + escaped
        )
      }
      key = Int(tape.tokens[key + 1].next)
    }
    return nil
  }

  private func attribute(
    _ column: Column,
    in bytes: Span<UInt8>,
    _ record: Range<Int>
  ) -> LocatedField? {
    var tag = XMLTag()
    guard case .startTag = XMLScanner.startTag(bytes, at: record.lowerBound, into: &tag) else {
      return nil
    }
    let names =
      column == .type
      ? ["type", "workoutActivityType"]
      : column == .sourceName ? ["sourceName", "source"] : ["\(column.name)"]
    for index in 0..<tag.attributeCount {
      let attribute = tag.attribute(index)
      let name = bytes.text(attribute.name)
      if names.contains(name) {
        return LocatedField(
          range: attribute.value,
          kind: .element,
          name: bytes.text(tag.name) + "/@" + name
        )
      }
    }
    return nil
  }

  private func cell(
    _ column: Column,
    in bytes: Span<UInt8>,
    _ record: Range<Int>
  ) -> LocatedField? {
    guard let layout, let place = layout.place(column) else { return nil }
    var row = CSVRecord()
    guard
      case .record = CSVTokenizer.next(
        bytes.extracting(0..<record.upperBound),
        from: record.lowerBound,
        isFinal: true,
        dialect: dialect,
        into: &row
      ), place < row.fields.count
    else { return nil }
    let field = row.fields[place]
    return LocatedField(
      range: field.range,
      kind: .column,
      name: layout.names[place]
    )
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
}
