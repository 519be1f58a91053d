import ByteKit

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The folder that tidy tables go into.
enum OutputFolder {
  /// Takes the folder away again, if nothing is in it.
  static func removeIfEmpty(_ path: String) { rmdir(path) }

  /// Makes the folder unless it is there; tells whether it was made.
  static func create(_ path: String) throws(FileError) -> Bool {
    if mkdir(path, 0o777) == 0 { return true }
    if errno == EEXIST { return false }
    throw FileError(operation: "create folder", path: path, code: errno)
  }
}
