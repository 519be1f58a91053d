import JSONCodec

/// The records of an answer as data.
struct AnswerRows {
  /// The names of the table's columns, in order.
  let columns: [String]
  /// The members of each record; what is absent is an empty cell.
  let records: [[(key: String, value: JSONValue)]]

  var csv: [UInt8] {
    var out = AnswerTable(columns)
    for record in records {
      out.add(columns.map { name in record.first { $0.key == name }?.value })
    }
    return out.bytes
  }

  var ndjson: [UInt8] {
    var out: [UInt8] = []
    for record in records {
      JSONValue.object(record).write(to: &out)
      out.append(0x0A)
    }
    return out
  }

  /// The records as a JSON array.
  var array: JSONValue { .array(records.map { .object($0) }) }
}
