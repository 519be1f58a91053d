import JSONCodec

/// What makes two descriptions of a device the same device.
package enum DeviceIdentity {
  /// A device's compact JSON object without the date of its entry, which newer exports write and
  /// older ones don't.
  package static func text(_ json: String) -> String {
    guard json.contains("\"creationDate\""), let value = try? JSONValue.parse(Array(json.utf8)),
      let members = value.members
    else { return json }
    return JSONValue.object(members.filter { $0.key != "creationDate" }).compact()
  }
}
