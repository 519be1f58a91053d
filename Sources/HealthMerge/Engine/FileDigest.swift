import ByteKit
import HealthFormats

/// Digests of files.
package enum FileDigest {
  /// The SHA-256 of a file's bytes as it lies on the disk.
  package static func sha256(_ path: String) throws(ConversionError) -> String {
    do throws(FileError) {
      let file = try InputFile(path: path)
      var hash = SHA256()
      var buffer = ByteBuffer(capacity: 1 << 20)
      while true {
        buffer.removeAll()
        try buffer.append(upTo: 1 << 20) { room throws(FileError) in try file.read(into: room) }
        if buffer.count == 0 { return hash.hexadecimal() }
        hash.update(buffer.span)
      }
    } catch {
      throw ConversionError(error)
    }
  }
}
