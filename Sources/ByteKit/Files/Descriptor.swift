#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open file descriptor, closed with its owner.
struct Descriptor: ~Copyable {
  let number: Int32

  /// The name used in errors.
  let path: String

  private var closes: Bool

  /// Opens a path; the descriptor does not leak into child processes.
  init(
    opening systemPath: String,
    _ flags: Int32,
    mode: mode_t = 0,
    operation: String = "open",
    named path: String? = nil
  ) throws(FileError) {
    let name = path ?? systemPath
    // A NUL would silently cut the path that the system sees.
    guard !systemPath.utf8.contains(0) else {
      throw FileError(operation: operation, path: name, code: EINVAL)
    }
    var result: Int32
    repeat {
      result = open(systemPath, flags | O_CLOEXEC | O_NOCTTY, mode)
    } while result < 0 && errno == EINTR
    guard result >= 0 else { throw FileError(operation: operation, path: name, code: errno) }
    number = result
    self.path = name
    closes = true
  }

  /// Uses a descriptor that belongs to the process, such as standard input.
  init(borrowing number: Int32, path: String) {
    self.number = number
    self.path = path
    closes = false
  }

  /// A second descriptor of the same open file.
  init(duplicating other: Int32, path: String) throws(FileError) {
    let result = fcntl(other, F_DUPFD_CLOEXEC, 3)
    guard result >= 0 else { throw FileError(operation: "open", path: path, code: errno) }
    number = result
    self.path = path
    closes = true
  }

  deinit {
    if closes { _ = close(number) }
  }

  /// Closes now and reports what the file system put off until then (NFS, quotas).
  mutating func finish() throws(FileError) {
    guard closes else { return }
    closes = false
    // After EINTR the descriptor is gone on Linux; closing twice could hit a stranger.
    if close(number) != 0 && errno != EINTR { throw failure("close") }
  }

  /// The error of the last system call.
  func failure(_ operation: String) -> FileError {
    FileError(operation: operation, path: path, code: errno)
  }

  /// What the system knows about the open file.
  func status() throws(FileError) -> stat {
    var result = stat()
    guard fstat(number, &result) == 0 else { throw failure("examine") }
    return result
  }
}

// MARK: - Reading and writing

extension Descriptor {
  /// Some systems refuse a transfer of 2 GiB or more in one call.
  private static var transferLimit: Int { 1 << 30 }

  /// Reads at the file's own position; 0 at the end.
  func readSome(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while true {
      let count = read(number, buffer.baseAddress, min(buffer.count, Self.transferLimit))
      if count >= 0 { return count }
      try resume("read", waitingFor: Int16(POLLIN))
    }
  }

  /// Reads at an offset and leaves the file's own position alone; 0 at the end.
  func readSome(
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    while true {
      let wanted = min(buffer.count, Self.transferLimit)
      let count = pread(number, buffer.baseAddress, wanted, off_t(offset))
      if count >= 0 { return count }
      try resume("read", waitingFor: Int16(POLLIN))
    }
  }

  /// Writes every byte, at the file's own position or at an offset.
  func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: Int? = nil) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let wanted = min(rest.count, Self.transferLimit)
      let count =
        if let offset {
          pwrite(number, rest.baseAddress, wanted, off_t(offset + done))
        } else {
          write(number, rest.baseAddress, wanted)
        }
      if count >= 0 {
        done += count
      } else {
        try resume("write", waitingFor: Int16(POLLOUT))
      }
    }
  }

  /// Returns when the call is worth repeating; throws when it is not.
  private func resume(_ operation: String, waitingFor events: Int16) throws(FileError) {
    switch errno {
    case EINTR:
      return
    case EAGAIN:
      // Another program made this pipe or terminal non-blocking.
      var entry = pollfd(fd: number, events: events, revents: 0)
      _ = poll(&entry, 1, -1)
    default:
      throw failure(operation)
    }
  }
}
