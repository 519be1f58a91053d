import JSONCodec

/// What a merge writes into the details of a record, and takes out again before it compares.
public enum RecordMarks {
  /// The inputs that held the record: indexes into the header's `inputs`.
  public static let origin = "origin"
  /// Why the record does not count, and which one counts in its place.
  public static let suppressed = "suppressed"
  /// What a piece of a record was before it was cut.
  public static let original = "original"

  /// The marks that say something about other records and are worked out anew each time.
  static let recomputed = [origin, suppressed]

  /// Removes `origin` and `suppressed`; what a piece was before is part of it.
  public static func remove(from record: inout JSONValue) {
    guard case .object(var members) = record,
      let index = members.firstIndex(where: { $0.key == "details" }),
      case .object(let details) = members[index].value,
      details.contains(where: { recomputed.contains($0.key) })
    else { return }
    let rest = details.filter { !recomputed.contains($0.key) }
    if rest.isEmpty {
      members.remove(at: index)
    } else {
      members[index].value = .object(rest)
    }
    record = .object(members)
  }

  /// Removes one member of the details.
  static func remove(_ key: String, from record: inout JSONValue) {
    guard case .object(var members) = record,
      let index = members.firstIndex(where: { $0.key == "details" }),
      case .object(let details) = members[index].value
    else { return }
    let rest = details.filter { $0.key != key }
    if rest.isEmpty {
      members.remove(at: index)
    } else {
      members[index].value = .object(rest)
    }
    record = .object(members)
  }

  /// Adds a member to the details.
  public static func add(_ key: String, _ value: JSONValue, to record: inout JSONValue) {
    guard case .object(var members) = record else { return }
    if let index = members.firstIndex(where: { $0.key == "details" }) {
      var details = members[index].value.members ?? []
      details.removeAll { $0.key == key }
      details.append((key, value))
      members[index].value = .object(details)
    } else {
      members.append(("details", .object([(key, value)])))
    }
    record = .object(members)
  }
}
