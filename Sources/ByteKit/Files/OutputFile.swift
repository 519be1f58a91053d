import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that appears under its name only when it is complete.
///
/// Bytes go to a temporary file beside the target; `commit` gives it the target's name. Without
/// `commit`, nothing is left and an existing target stays as it was. Pipes, devices, "-" (standard
/// output) and /dev/fd/N are written directly, as there is nothing to keep whole.
public final class OutputFile {
  /// The path as it was given.
  public let path: String

  /// The bytes written so far.
  public private(set) var byteCount = 0

  private let replaces: Bool
  private let target: OutputTarget
  private var descriptor: Descriptor?
  private var temporary: String?
  private var pending: [UInt8] = []
  private var failure: FileError?
  private var writeback = Writeback()

  private static var pendingLimit: Int { 1 << 16 }

  /// Prepares a file; one that exists and may not be replaced is an error (`EEXIST`).
  public init(path: String, replacing: Bool) throws(FileError) {
    self.path = path
    replaces = replacing
    target = try OutputTarget(path: path)
    switch target {
    case .stream(let number?):
      BrokenPipes.areErrors()
      descriptor = try Descriptor(duplicating: number, path: path)
    case .stream(nil):
      BrokenPipes.areErrors()
      descriptor = try Descriptor(opening: path, O_WRONLY)
    case .file(let place, let existing):
      if existing != nil {
        guard replacing else { throw FileError(operation: "create", path: path, code: EEXIST) }
        // A rename would succeed; but write protection says that the file is to be kept.
        guard access(place, W_OK) == 0 else {
          throw FileError(operation: "replace", path: path, code: errno)
        }
      }
      let file = try Temporaries.create(
        in: OutputTarget.folder(of: place),
        for: OutputTarget.name(of: place),
        // Private until it has the permissions of the file it replaces.
        mode: existing == nil ? 0o666 : 0o600,
        flags: O_WRONLY,
        reportedAs: path
      )
      if let existing { Self.copyPermissions(of: existing, to: file.descriptor) }
      temporary = file.path
      descriptor = .some(file.descriptor)
    }
  }

  deinit { discard() }

  /// Lets the pages of the file that is going to be replaced leave the cache, on another thread.
  ///
  /// Otherwise the rename drops them, when nothing else is left to do. (Measured: replacing 100 MB
  /// took 24 ms, and 15 ms of them without pages in the cache.) Content is not touched.
  public func releaseReplaced() {
    #if os(Linux)
      guard case .file(let place, let existing?) = target, existing.st_size >= 1 << 23 else {
        return
      }
      DispatchQueue.global().async {
        guard let old = try? Descriptor(opening: place, O_RDONLY) else { return }
        _ = posix_fadvise(old.number, 0, 0, POSIX_FADV_DONTNEED)
      }
    #endif
  }

  /// Appends bytes; after an error the file can only be discarded.
  public func write(_ bytes: Span<UInt8>) throws(FileError) {
    if let failure { throw failure }
    guard descriptor != nil else { throw FileError(operation: "write", path: path, code: EBADF) }
    byteCount += bytes.count
    if pending.count + bytes.count > Self.pendingLimit { try flush() }
    try bytes.withUnsafeBytes { (bytes) throws(FileError) in
      if bytes.count > Self.pendingLimit {
        try send(bytes)
      } else {
        pending.append(contentsOf: bytes)
      }
    }
  }

  /// Hands what is buffered to the system.
  public func flush() throws(FileError) {
    guard !pending.isEmpty else { return }
    var bytes: [UInt8] = []
    swap(&bytes, &pending)
    try bytes.span.withUnsafeBytes { (bytes) throws(FileError) in try send(bytes) }
    bytes.removeAll(keepingCapacity: true)
    pending = bytes
  }

  /// Brings what was written so far to the disk.
  public func synchronize() throws(FileError) {
    try flush()
    // Pipes and devices have nothing to bring to a disk.
    guard temporary != nil, let code = descriptor?.synchronize(), code != 0 else { return }
    throw FileError(operation: "write", path: path, code: code)
  }

  /// Completes the file, brings it to the disk and gives it its name.
  ///
  /// A file that appeared under that name meanwhile is an error (`EEXIST`) unless it may be
  /// replaced; it is never overwritten by accident.
  public func commit() throws(FileError) {
    do throws(FileError) {
      if let failure { throw failure }
      guard descriptor != nil else { throw FileError(operation: "write", path: path, code: EBADF) }
      try flush()
      if case .file(let place, _) = target, let temporary {
        if let code = descriptor?.synchronize(), code != 0 {
          throw FileError(operation: "write", path: path, code: code)
        }
        try descriptor?.finish()
        try give(temporary, the: place)
        self.temporary = nil
        Self.synchronizeFolder(of: place)
      } else {
        try descriptor?.finish()
      }
      descriptor = nil
    } catch {
      discard()
      throw error
    }
  }

  /// Drops the file; the target stays as it was.
  public func discard() {
    descriptor = nil
    pending = []
    if let temporary { Temporaries.remove(temporary) }
    temporary = nil
  }

  /// Removes every temporary file of this process and lets no new one be made.
  ///
  /// For the end of the process after a signal; to be called from an ordinary thread.
  /// Whoever else needs a temporary file waits while `end` runs, and for ever if that does not
  /// return: no other thread takes the loss of its file for a failure and reports it.
  public static func removeTemporaries(then end: () -> Void = {}) {
    Temporaries.removeAll(then: end)
  }

  private func send(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    do throws(FileError) {
      try descriptor?.writeAll(bytes)
    } catch {
      failure = error
      throw error
    }
    if temporary != nil { descriptor?.startWriteback(&writeback, written: bytes.count) }
  }
}

// MARK: - Names and permissions

extension OutputFile {
  private func give(_ temporary: String, the place: String) throws(FileError) {
    if replaces {
      guard rename(temporary, place) == 0 else { throw lastFailure("replace") }
      Temporaries.forget(temporary)
      return
    }
    // link(2), unlike rename(2), fails if the name is taken.
    if link(temporary, place) == 0 {
      Temporaries.remove(temporary)
      return
    }
    guard errno != EEXIST, errno != ENOENT else { throw lastFailure("create") }
    // No hard links here (FAT, some network disks): take the name first, then replace our own.
    _ = try Descriptor(
      opening: place,
      O_WRONLY | O_CREAT | O_EXCL,
      mode: 0o600,
      operation: "create",
      named: path
    )
    guard rename(temporary, place) == 0 else {
      let error = lastFailure("create")
      _ = unlink(place)
      throw error
    }
    Temporaries.forget(temporary)
  }

  private func lastFailure(_ operation: String) -> FileError {
    FileError(operation: operation, path: path, code: errno)
  }

  private static func copyPermissions(of existing: stat, to file: borrowing Descriptor) {
    // Another owner only stays if we are allowed to give files away; the mode always does.
    let keepsOwner =
      (existing.st_uid == geteuid() && existing.st_gid == getegid())
      || fchown(file.number, existing.st_uid, existing.st_gid) == 0
    _ = fchmod(file.number, existing.st_mode & (keepsOwner ? 0o7777 : 0o777))
  }

  /// Makes the new name durable; the file is already there, so a refusal is no error.
  private static func synchronizeFolder(of place: String) {
    let folder = OutputTarget.folder(of: place)
    guard let descriptor = try? Descriptor(opening: folder, O_RDONLY | O_DIRECTORY) else { return }
    _ = fsync(descriptor.number)
  }
}
