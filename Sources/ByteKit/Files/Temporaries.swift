import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file just made under a name of its own.
struct NewFile: ~Copyable {
  let path: String
  let descriptor: Descriptor
}

/// The temporary files of this process, so that a signal can remove them.
enum Temporaries {
  private struct State {
    var paths: Set<String> = []
    var isClosed = false
  }

  private static let state = Mutex(State())

  /// Creates a file of its own name in a folder and remembers it until `forget`.
  static func create(
    in folder: String,
    for name: String,
    mode: mode_t,
    flags: Int32,
    reportedAs path: String
  ) throws(FileError) -> NewFile {
    var attempts = 0
    while true {
      let candidate = folder + "/" + temporaryName(for: name)
      do throws(FileError) {
        let file = try register(candidate, mode: mode, flags: flags, reportedAs: path)
        return NewFile(path: candidate, descriptor: file)
      } catch {
        attempts += 1
        guard error.code == EEXIST, attempts < 100 else { throw error }
      }
    }
  }

  /// Created and noted in one step, so that `removeAll` cannot fall between the two.
  private static func register(
    _ candidate: String,
    mode: mode_t,
    flags: Int32,
    reportedAs path: String
  ) throws(FileError) -> Descriptor {
    try state.withLock { (state) throws(FileError) in
      guard !state.isClosed else {
        throw FileError(operation: "create", path: path, code: ECANCELED)
      }
      let descriptor = try Descriptor(
        opening: candidate,
        flags | O_CREAT | O_EXCL,
        mode: mode,
        operation: "create",
        named: path
      )
      state.paths.insert(candidate)
      return descriptor
    }
  }

  /// The file was renamed or removed.
  static func forget(_ path: String) {
    state.withLock { state in _ = state.paths.remove(path) }
  }

  /// Removes one file.
  static func remove(_ path: String) {
    state.withLock { state in
      // Whoever forgot it first has removed it, and the name may be somebody else's by now.
      if state.paths.remove(path) != nil { _ = unlink(path) }
    }
  }

  /// Removes every file and lets no new one be made; `end` runs before anybody else goes on.
  static func removeAll(then end: () -> Void) {
    state.withLock { state in
      state.isClosed = true
      for path in state.paths { _ = unlink(path) }
      state.paths.removeAll()
      end()
    }
  }

  /// `.NAME.healthconv-XXXXXX`: hidden, recognisable, and never longer than a name may be.
  private static func temporaryName(for name: String) -> String {
    var kept = ""
    var length = 0
    for scalar in name.unicodeScalars {
      length += UTF8.width(scalar)
      if length > 200 { break }
      kept.unicodeScalars.append(scalar)
    }
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    var generator = SystemRandomNumberGenerator()
    let suffix = (0..<6).map { _ in letters[Int.random(in: 0..<36, using: &generator)] }
    return "." + kept + ".healthconv-" + String(suffix)
  }
}
