import ByteKit
import HealthModel
import JSONCodec

extension ArchiveFacts {
  /// The facts in an archive's first line, or in the head of its document.
  init(_ value: JSONValue) {
    self.init()
    exportDate = Self.time(value["exportDate"])
    locale = value["locale"]?.stringValue
    exportVersion = value["exportVersion"]?.intValue
    version = value["version"]?.intValue
    archiveID = value["archiveId"]?.stringValue
    if let index = value["shard"]?.intValue, let count = value["shards"]?.intValue,
      (0..<count).contains(index)
    {
      shard = Shard(index: index, count: count)
    }
    resolved = value["resolved"]?.stringValue
    inputs = (value["inputs"]?.elements ?? []).compactMap { input in
      guard let digest = input["sha256"]?.stringValue else { return nil }
      return Input(
        sha256: digest,
        format: input["format"]?.stringValue ?? "",
        exportDate: Self.time(input["exportDate"])
      )
    }
  }

  private static func time(_ value: JSONValue?) -> Timestamp? {
    guard let text = value?.stringValue else { return nil }
    let bytes = Array(text.utf8)
    return Timestamp.parseRFC3339(bytes.span, 0..<bytes.count)
  }

  /// What to say of a version that is newer than this program.
  var versionFinding: [Finding] {
    guard let version, version > 1 else { return [] }
    return [Finding(.futureVersion, at: 0, "version \(version)")]
  }
}
