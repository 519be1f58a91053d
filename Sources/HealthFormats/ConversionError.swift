import ByteKit

/// Why a job can't be done: where, what, and what to do about it.
///
/// It ends the job; findings don't.
public struct ConversionError: Error, Sendable, Equatable {
  /// A stable code, such as `zip.no-export`.
  public var code: String
  /// The file, `-` for a standard stream.
  public var path: String
  /// The entry of an archive, empty when there is none.
  public var entry: String
  /// Line and column, 1-based, where they are known.
  public var line: Int?
  /// Column in bytes, 1-based.
  public var column: Int?
  /// Byte offset in the decoded text, or in the compressed file for errors of the container.
  public var byteOffset: Int?
  /// What is wrong.
  public var message: String
  /// What to do about it.
  public var advice: String

  /// An error of a file.
  public init(
    _ code: String,
    path: String = "",
    entry: String = "",
    byteOffset: Int? = nil,
    _ message: String,
    advice: String = ""
  ) {
    self.code = code
    self.path = path
    self.entry = entry
    self.byteOffset = byteOffset
    self.message = message
    self.advice = advice
  }

  /// Whether the reader of the output went away, as `head` does.
  public var isBrokenPipe = false

  /// The error of a system call.
  public init(_ error: FileError) {
    self.init(
      "file.\(error.operation)",
      path: error.path,
      "cannot \(error.operation): \(error.reason)",
      advice: Self.advice(for: error)
    )
    isBrokenPipe = error.isBrokenPipe
  }

  private static func advice(for error: FileError) -> String {
    error.isAlreadyThere ? "give --force to replace it" : error.hint ?? ""
  }

  /// `path: entry: line:column: message [code]`, the parts that are known.
  public var description: String {
    var place = path == "-" ? "standard input" : path
    if !entry.isEmpty { place += ": \(entry)" }
    if let line {
      place += ":\(line):\(column ?? 1)"
    } else if let byteOffset {
      place += ": byte \(byteOffset)"
    }
    let text = place.isEmpty ? message : "\(place): \(message)"
    return advice.isEmpty ? "\(text) [\(code)]" : "\(text) [\(code)]\n  \(advice)"
  }
}
