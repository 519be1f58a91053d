import Foundation
import TestSupport

/// A fresh folder for one test, removed with it.
final class Scratch: Sendable {
  let folder: String

  init() throws {
    folder = Self.root + "/healthconv-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Memory where there is such a disk: every output is synchronised, which a real disk takes its time for.
  static let root =
    FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()

  func path(_ name: String) -> String { folder + "/" + name }

  /// Everything in the folder, hidden files too.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  @discardableResult
  func put(_ bytes: [UInt8], in name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  @discardableResult
  func put(_ text: String, in name: String) throws -> String { try put(Array(text.utf8), in: name) }

  func bytes(of name: String) throws -> [UInt8] { try readBytes(path(name)) }

  func text(of name: String) throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }
}
