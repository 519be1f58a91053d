#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What tells two files apart, whatever their paths.
public struct FileIdentity: Sendable, Hashable {
  /// The number of the file system.
  public let device: UInt64

  /// The number of the file on it.
  public let inode: UInt64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// The file at a path, links followed; nil when there is none.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// A file opened for reading, in order or at any offset.
public final class InputFile: Sendable {
  /// The path as it was given; "-" is standard input.
  public let path: String

  /// The bytes from the first that is read to the end; regular files only.
  public let size: Int?

  /// Whether `read(at:into:)` works.
  public let isSeekable: Bool

  /// Tells whether two paths name one file.
  public let identity: FileIdentity

  private let descriptor: Descriptor

  /// Where offset 0 lies: a shell may hand over standard input that is already partly read.
  private let base: Int

  /// Opens a file; "-" is standard input.
  ///
  /// A folder is an error (`EISDIR`). Opening a FIFO waits for its writer.
  public convenience init(path: String) throws(FileError) {
    if path == "-" {
      try self.init(Descriptor(borrowing: STDIN_FILENO, path: path))
    } else {
      try self.init(Descriptor(opening: path, O_RDONLY))
    }
  }

  init(_ descriptor: consuming Descriptor) throws(FileError) {
    let status = try descriptor.status()
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFDIR else {
      throw FileError(operation: "open", path: descriptor.path, code: EISDIR)
    }
    let position = Int(lseek(descriptor.number, 0, SEEK_CUR))
    path = descriptor.path
    isSeekable = kind == S_IFREG && position >= 0
    base = isSeekable ? position : 0
    size = isSeekable ? max(0, Int(status.st_size) - position) : nil
    identity = FileIdentity(status)
    self.descriptor = descriptor
  }

  /// Reads the next bytes, at least one unless the file ends; 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    try descriptor.readSome(into: buffer)
  }

  /// Reads at an offset, at least one byte unless the file ends; 0 at the end.
  ///
  /// Independent of `read(into:)`, and safe from any thread.
  public func read(
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    guard isSeekable else { throw FileError(operation: "read", path: path, code: ESPIPE) }
    precondition(offset >= 0, "an offset in a file is not negative")
    return try descriptor.readSome(at: base + offset, into: buffer)
  }

  /// Reads at an offset until the buffer is full or the file ends.
  public func readFully(
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = try read(at: offset + done, into: rest)
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Reads what is left, in order; more than `limit` bytes are an error (`EFBIG`).
  public func readAll(limit: Int) throws(FileError) -> [UInt8] {
    var result: [UInt8] = []
    // The size is only a hint: files in /proc say 0, and a file may grow meanwhile.
    var room = min(limit, max(size ?? 0, 1 << 16)) &+ 1
    while true {
      let count = try appendSome(to: &result, room: room)
      if count == 0 { return result }
      guard result.count <= limit else {
        throw FileError(operation: "read", path: path, code: EFBIG)
      }
      room = min(max(result.count, 1 << 16), limit - result.count) &+ 1
    }
  }

  private func appendSome(to bytes: inout [UInt8], room: Int) throws(FileError) -> Int {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, room), alignment: 16)
    defer { block.deallocate() }
    let count = try descriptor.readSome(into: block)
    bytes.append(contentsOf: block[..<count])
    return count
  }
}
