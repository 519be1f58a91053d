#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A system call on a file that did not succeed.
public struct FileError: Error, Sendable, Equatable {
  /// What was tried, as a verb: "open", "read", "write", "create", "replace", ...
  public var operation: String

  /// The path as the user gave it; "-" is standard input or output.
  public var path: String

  /// The value of `errno`.
  public var code: Int32

  /// An error of an operation on a path.
  public init(operation: String, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The reason in the system's words.
  public var reason: String { String(cString: strerror(code)) }

  /// What the user can do about it, where that is known.
  public var hint: String? {
    switch code {
    case ENOENT where operation == "create": "the folder does not exist; make it first"
    case ENOENT: "check the spelling of the path"
    case EEXIST: "the existing file was kept"
    case EISDIR: "name a file, not a folder"
    case ENOTDIR: "a part of the path is a file, not a folder"
    case EACCES, EPERM: "check the permissions of the file and its folder"
    case EROFS: "the file system is read-only; write elsewhere"
    case ENOSPC, EDQUOT: "free some space or write to another disk"
    case EFBIG: "the file is larger than what is allowed here"
    case EMFILE, ENFILE: "too many files are open at once; see ulimit -n"
    case ENAMETOOLONG: "use a shorter name"
    case ESPIPE: "save the input to a file first"
    default: nil
    }
  }

  /// Whether the reader of a pipe went away, which ends a program quietly.
  public var isBrokenPipe: Bool { code == EPIPE }

  /// Whether a file that must not be replaced was in the way.
  public var isAlreadyThere: Bool { code == EEXIST }
}
