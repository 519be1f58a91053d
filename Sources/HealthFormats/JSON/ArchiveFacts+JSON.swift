import ByteKit
import HealthModel
import JSONCodec

extension ArchiveFacts {
  /// The facts in an archive's first line, or in the head of its document.
  init(_ value: JSONValue) {
    self.init()
    if let text = value["exportDate"]?.stringValue {
      let bytes = Array(text.utf8)
      exportDate = Timestamp.parseRFC3339(bytes.span, 0..<bytes.count)
    }
    locale = value["locale"]?.stringValue
    exportVersion = value["exportVersion"]?.intValue
    version = value["version"]?.intValue
  }

  /// What to say of a version that is newer than this program.
  var versionFinding: [Finding] {
    guard let version, version > 1 else { return [] }
    return [Finding(.futureVersion, at: 0, "version \(version)")]
  }
}
