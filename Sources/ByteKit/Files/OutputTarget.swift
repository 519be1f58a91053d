#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where an output goes, decided before anything is created.
enum OutputTarget {
  /// A pipe, a device or an open descriptor: written at once, nothing to replace.
  case stream(descriptor: Int32?)

  /// A regular file at this path, links followed; `existing` is what stands there now.
  case file(path: String, existing: stat?)

  init(path: String) throws(FileError) {
    if let number = Self.openDescriptor(named: path) {
      self = .stream(descriptor: number)
      return
    }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FileError(operation: "create", path: path, code: path.isEmpty ? ENOENT : EINVAL)
    }
    guard path.utf8.last != UInt8(ascii: "/") else {
      throw FileError(operation: "create", path: path, code: EISDIR)
    }
    let target = try Self.followLinks(path)
    var status = stat()
    guard stat(target, &status) == 0 else {
      guard errno == ENOENT else {
        throw FileError(operation: "create", path: path, code: errno)
      }
      self = .file(path: target, existing: nil)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file(path: target, existing: status)
    case S_IFDIR: throw FileError(operation: "create", path: path, code: EISDIR)
    default: self = .stream(descriptor: nil)
    }
  }

  /// The descriptor behind "-", /dev/stdout, /dev/stderr or /dev/fd/N.
  ///
  /// These are links to whatever is open, which may be a regular file. Replacing that file
  /// would take it away from the shell that opened it, so its descriptor is used instead.
  private static func openDescriptor(named path: String) -> Int32? {
    switch path {
    case "-", "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default: break
    }
    for prefix in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(prefix) {
      return Int32(path.dropFirst(prefix.count))
    }
    return nil
  }

  /// The path at the end of a chain of symbolic links, whether or not it exists.
  private static func followLinks(_ path: String) throws(FileError) -> String {
    var current = path
    // Linux itself gives up after 40.
    for _ in 0..<40 {
      guard let link = linkDestination(current) else { return current }
      current = link.hasPrefix("/") ? link : folder(of: current) + "/" + link
    }
    throw FileError(operation: "create", path: path, code: ELOOP)
  }

  private static func linkDestination(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path, start, Int(PATH_MAX))
      guard count > 0 else { return nil }
      start[count] = 0
      return String(cString: start)
    }
  }

  /// The folder in which a path lies.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
  }
}
