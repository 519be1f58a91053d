import ByteKit
import Foundation
import TestSupport

/// A fresh folder for one test, removed with it.
final class Scratch: Sendable {
  let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "healthconv-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { folder + "/" + name }

  /// Everything in the folder, hidden files too.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  func put(_ text: String, in name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
  }

  func text(of name: String) throws -> String {
    String(decoding: try readBytes(path(name)), as: UTF8.self)
  }

  func mode(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }
}

extension OutputFile {
  func write(_ text: String) throws(FileError) {
    let bytes = Array(text.utf8)
    try write(bytes.span)
  }
}

extension InputFile {
  /// One sequential read of at most `count` bytes.
  func readText(_ count: Int) throws -> String {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { buffer.deallocate() }
    return String(decoding: buffer[..<(try read(into: buffer))], as: UTF8.self)
  }

  /// One positional read of at most `count` bytes.
  func readText(_ count: Int, at offset: Int) throws -> String {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { buffer.deallocate() }
    return String(decoding: buffer[..<(try read(at: offset, into: buffer))], as: UTF8.self)
  }
}
