#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Keeps other writers of a file out while it is replaced.
///
/// The lock is on a hidden file beside it, `.NAME.lock`, which outlives no writer: replacing the
/// file itself would leave the others waiting for one that is gone. It is advisory (flock(2)): it
/// only keeps out those who ask for it, and it goes with the process, however that ends.
public final class FileLock {
  private let descriptor: Descriptor
  private let place: String

  /// Waits for the lock of a file, which need not exist; `waiting` is called before it waits.
  public init(of path: String, waiting: () -> Void = {}) throws(FileError) {
    guard case .file(let target, _) = try OutputTarget(path: path) else {
      throw FileError(operation: "lock", path: path, code: EINVAL)
    }
    let place = OutputTarget.folder(of: target) + "/." + OutputTarget.name(of: target) + ".lock"
    var hasWaited = false
    while true {
      let candidate = try Descriptor(
        opening: place,
        O_RDWR | O_CREAT,
        mode: 0o666,
        operation: "create",
        named: path
      )
      if flock(candidate.number, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EWOULDBLOCK || errno == EINTR else { throw candidate.failure("lock") }
        if !hasWaited { waiting() }
        hasWaited = true
        while flock(candidate.number, LOCK_EX) != 0 {
          guard errno == EINTR else { throw candidate.failure("lock") }
        }
      }
      // Whoever had the lock has taken the file away with it: then this is nobody's lock any more.
      if let current = FileIdentity(path: place), try current == FileIdentity(candidate.status()) {
        descriptor = candidate
        self.place = place
        return
      }
    }
  }

  deinit { _ = unlink(place) }
}
