import Foundation

/// A fresh folder for one test, removed with it.
public final class Scratch: Sendable {
  /// Its path.
  public let folder: String

  /// Makes the folder.
  public init() throws {
    folder = Self.root + "/healthconv-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Memory where there is such a disk: every output is synchronised, which a real disk takes its
  /// time for.
  public static let root =
    FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()

  /// The path of a file in it.
  public func path(_ name: String) -> String { folder + "/" + name }

  /// Everything in the folder, hidden files too.
  public var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// Writes a file and returns its path.
  @discardableResult
  public func put(_ bytes: [UInt8], in name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Writes a file and returns its path.
  @discardableResult
  public func put(_ text: String, in name: String) throws -> String {
    try put(Array(text.utf8), in: name)
  }

  /// The bytes of a file.
  public func bytes(of name: String) throws -> [UInt8] { try readBytes(path(name)) }

  /// The text of a file.
  public func text(of name: String) throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }
}
