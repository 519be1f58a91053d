import ByteKit

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The folder that tidy tables go into.
enum OutputFolder {
  /// Makes the folder unless it is there.
  static func create(_ path: String) throws(FileError) {
    if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    throw FileError(operation: "create folder", path: path, code: errno)
  }
}
