import HealthModel

/// What columns are called by those who write flat files.
///
/// Names are compared without case, blanks, `_` and `-`: `start_date`, `Start Date` and `startDate`
/// are one.
enum ColumnNames {
  /// The table: each column's other names, folded.
  static let aliases: [(column: Column, names: [String])] = [
    (.record, ["record", "recordtype"]),
    (
      .type,
      ["type", "sampletype", "datatype", "metric", "measure", "activity", "workoutactivitytype"]
    ),
    (
      .startDate,
      [
        "startdate", "start", "starttime", "startdatetime", "from", "begin", "date", "time",
        "timestamp", "datetime", "day",
      ]
    ),
    (.endDate, ["enddate", "end", "endtime", "enddatetime", "to", "until", "finish"]),
    (.value, ["value", "qty", "quantity", "amount"]),
    (.unit, ["unit", "units"]),
    (.duration, ["duration"]),
    (.totalDistance, ["totaldistance"]),
    (.totalEnergyBurned, ["totalenergyburned"]),
    (.sourceName, ["sourcename", "source", "app"]),
    (.sourceVersion, ["sourceversion", "appversion"]),
    (.device, ["device"]),
    (.creationDate, ["creationdate", "created", "createdat", "creationtime"]),
    (.uuid, ["uuid"]),
    (.metadata, ["metadata", "meta"]),
    (.details, ["details"]),
  ]

  private static let byName: [String: Column] = {
    var result: [String: Column] = [:]
    for (column, names) in aliases { for name in names { result[name] = column } }
    return result
  }()

  /// The column that a header or key names.
  static func column(_ name: String) -> Column? { byName[folded(name)] }

  /// A name without case, blanks and joining marks.
  static func folded(_ name: String) -> String {
    String(
      name.lowercased().unicodeScalars.filter {
        $0 != "_" && $0 != "-" && $0 != " " && $0 != "\u{00A0}" && $0 != "."
      }.map(Character.init)
    )
  }
}
