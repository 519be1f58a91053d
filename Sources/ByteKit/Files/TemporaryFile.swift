import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file without a name for data that does not fit in memory; gone with its owner.
public final class TemporaryFile: Sendable {
  private let descriptor: Descriptor
  private let length = Mutex(0)

  /// Makes a file in TMPDIR (or /tmp), or in the folder of another file.
  ///
  /// Beside the output there is room for what will become the output; /tmp may be memory.
  public init(beside path: String? = nil) throws(FileError) {
    let folder =
      if let path {
        OutputTarget.folder(of: path)
      } else if let value = getenv("TMPDIR"), value.pointee != 0 {
        String(cString: value)
      } else {
        "/tmp"
      }
    let file = try Temporaries.create(
      in: folder,
      for: "spill",
      mode: 0o600,
      flags: O_RDWR,
      reportedAs: folder
    )
    Temporaries.remove(file.path)
    descriptor = file.descriptor
  }

  /// The bytes written so far.
  public var size: Int { length.withLock { $0 } }

  /// Appends bytes and returns where they begin; safe from any thread.
  @discardableResult
  public func append(_ bytes: Span<UInt8>) throws(FileError) -> Int {
    let start = length.withLock { length in
      defer { length += bytes.count }
      return length
    }
    try bytes.withUnsafeBytes { (bytes) throws(FileError) in
      try descriptor.writeAll(bytes, at: start)
    }
    return start
  }

  /// Reads at an offset, at least one byte unless the file ends there; safe from any thread.
  public func read(
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    try descriptor.readSome(at: offset, into: buffer)
  }

  /// The same file for those who read an `InputFile`, under a name for errors.
  public func inputFile(named path: String) throws(FileError) -> InputFile {
    try InputFile(Descriptor(duplicating: descriptor.number, path: path))
  }
}
