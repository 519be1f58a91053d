/// What a metadata value tells of who wrote a record, by its key.
public enum MetadataRole: Sendable {
  /// It identifies the record.
  case identifier
  /// It names a device.
  case device
  /// It names an app or a maker.
  case source
  /// It is about the measurement: the SDK names the key, or this program wrote it.
  case known
  /// A third party's own key: it can be anything.
  case foreign
}

extension Catalogue {
  /// The role of a key; of keys that nobody declared it is guessed by their words, rather too
  /// often than not often enough.
  public func metadataRole(of key: String) -> MetadataRole {
    if let role = Self.declaredRoles[key] { return role }
    if metadataKey(key) != nil || key.hasPrefix("healthconv.") { return .known }
    let folded = Spelling.folded(key)
    func says(_ words: [String]) -> Bool { words.contains { folded.contains($0) } }
    if says(["uuid", "guid", "identifier", "clientrecord"]) || folded.hasSuffix("id") {
      return .identifier
    }
    if says(["device", "serial", "hardware", "model", "imei"]) { return .device }
    if says(["source", "bundle", "package", "author", "brand", "user", "account", "mail"])
      || folded.hasPrefix("app")
    {
      return .source
    }
    return .foreign
  }

  private static let declaredRoles: [String: MetadataRole] = [
    "HKExternalUUID": .identifier, "HKMetadataKeyExternalUUID": .identifier,
    "HKMetadataKeySyncIdentifier": .identifier, "HKSyncIdentifier": .identifier,
    "healthconv.workout": .identifier, "HKDigitalSignature": .identifier,
    "HKMetadataKeyDigitalSignature": .identifier,
    "HKDeviceName": .device, "HKDeviceManufacturerName": .device, "HKDeviceSerialNumber": .device,
    "HKUDIDeviceIdentifier": .device, "HKUDIProductionIdentifier": .device,
    "HKMetadataKeyDeviceName": .device, "HKMetadataKeyDeviceManufacturerName": .device,
    "HKMetadataKeyDeviceSerialNumber": .device, "HKMetadataKeyUDIDeviceIdentifier": .device,
    "HKMetadataKeyUDIProductionIdentifier": .device,
    "HKWorkoutBrandName": .source, "HKMetadataKeyWorkoutBrandName": .source,
  ]
}
