import Foundation

/// A fresh folder for one test, removed with it.
final class Scratch: Sendable {
  let folder: String

  init() throws {
    folder = Self.root + "/healthconv-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static let root =
    FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()

  func path(_ name: String) -> String { folder + "/" + name }

  /// Writes a file and returns its path.
  @discardableResult
  func put(_ bytes: [UInt8], in name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  @discardableResult
  func put(_ text: String, in name: String) throws -> String { try put(Array(text.utf8), in: name) }
}
