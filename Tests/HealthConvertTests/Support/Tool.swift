import Foundation
import TestSupport

/// The program itself, beside the tests.
enum Tool {
  static let path = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("healthconv").path

  static let isThere = FileManager.default.isExecutableFile(atPath: path)

  /// A run of a shell command in which `$T` is the program; its standard error and status.
  static func shell(_ command: String, in scratch: Scratch) throws -> (status: Int32, error: String)
  {
    let process = process("/bin/sh", ["-c", command], in: scratch)
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let error = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: error, as: UTF8.self))
  }

  /// A process that is not running yet, with nothing to read and nowhere to write.
  static func process(_ path: String, _ arguments: [String], in scratch: Scratch) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: scratch.folder)
    var environment = ProcessInfo.processInfo.environment
    environment["T"] = Tool.path
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }
}

/// A large export, made once and removed when the process ends.
enum LargeExport {
  static let path: String? = {
    let block = (1...500).map { steps("\($0)", at: "2024-04-\(10 + $0 % 20) 08:00:00 +0200") }
      .joined(separator: "\n")
    // 500 records of about 190 bytes, 210 times.
    let text = export(Array(repeating: block, count: 210).joined(separator: "\n"))
    guard (try? Data(text.utf8).write(to: URL(fileURLWithPath: place))) != nil else { return nil }
    atexit { unlink(LargeExport.place) }
    return place
  }()

  private static let place = Scratch.root + "/healthconv-large-\(getpid()).xml"
}
