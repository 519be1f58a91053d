import Foundation
import TestSupport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A run of the built command in a process of its own, in a fixed environment.
struct CommandRun {
  /// The exit status, or minus the signal that ended it.
  let status: Int
  let output: [UInt8]
  let errors: [UInt8]
  /// The most memory it held, in bytes.
  let peakMemory: Int

  /// Runs the command, with `scratch` as its folder for temporary files, and waits for its end.
  init(_ arguments: [String], scratch: String, input: String = "/dev/null") throws {
    let streams = try Scratch()
    let outputPath = streams.path("stdout")
    let errorPath = streams.path("stderr")
    var actions = SpawnActions()
    defer { actions.destroy() }
    actions.open(0, input, O_RDONLY)
    actions.open(1, outputPath, O_WRONLY | O_CREAT | O_TRUNC)
    actions.open(2, errorPath, O_WRONLY | O_CREAT | O_TRUNC)
    let process = try actions.spawn(
      [try Self.executable.get()] + arguments,
      environment: Self.environment(scratch: scratch)
    )
    let (state, peak) = try Self.wait(for: process)
    peakMemory = peak
    let signal = Int(state & 0x7F)
    status = signal == 0 ? Int(state >> 8 & 0xFF) : -signal
    output = try readBytes(outputPath)
    errors = try readBytes(errorPath)
  }

  var text: String { String(decoding: output, as: UTF8.self) }
  var messages: String { String(decoding: errors, as: UTF8.self) }

  /// Waits for a process; how it ended, and its peak memory in bytes.
  private static func wait(for process: pid_t) throws -> (state: Int32, peak: Int) {
    var state: Int32 = 0
    #if canImport(Darwin)
      var usage = rusage()
      while wait4(process, &state, 0, &usage) < 0 {
        guard errno == EINTR else { throw POSIXError(.ECHILD) }
      }
      return (state, Int(usage.ru_maxrss))
    #else
      // The peak that wait4 reports begins with the size of the process that spawned; the one that
      // the kernel shows begins with the command, but is gone when the command is.
      var peak = 0
      while true {
        let ended = waitpid(process, &state, WNOHANG)
        if ended == process { return (state, peak) }
        guard ended == 0 || errno == EINTR else { throw POSIXError(.ECHILD) }
        peak = max(peak, residentPeak(of: process))
        usleep(2_000)
      }
    #endif
  }

  #if !canImport(Darwin)
    private static func residentPeak(of process: pid_t) -> Int {
      let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Int($0) }
        .map { $0 * 1_024 } ?? 0
    }
  #endif

  /// Where the command is: beside the test bundle.
  static let executable = Result<String, any Error> {
    let bundles = Bundle.allBundles.map(\.bundlePath).filter { $0.hasSuffix(".xctest") }
    let folders = (bundles + CommandLine.arguments.prefix(1)).map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().path
    }
    let candidates = (folders + [Fixtures.root + "/../.build/debug"]).map { $0 + "/healthconv" }
    guard let found = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw CocoaError(.fileNoSuchFile)
    }
    return found
  }

  /// An odd zone, so that a use of the machine's own zone shows; what instrumented builds need is
  /// kept.
  private static func environment(scratch: String) -> [String] {
    let kept = ProcessInfo.processInfo.environment.filter { name, _ in
      ["LLVM_PROFILE_FILE", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"].contains(name)
        || name.hasPrefix("DYLD_")
    }
    return [
      "TZ=Asia/Kathmandu", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "NO_COLOR=1", "COLUMNS=100",
      "HOME=\(scratch)", "TMPDIR=\(scratch)",
    ] + kept.map { "\($0.key)=\($0.value)" }
  }
}

/// A fresh folder that goes away with its owner.
final class Scratch {
  let root: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("healthconv-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    root = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func path(_ name: String) -> String { root + "/" + name }

  /// The files in it, by their paths inside it, sorted.
  func files() -> [String] { Folders.files(in: root) }
}

/// Folders of files.
enum Folders {
  /// The paths of all files below a folder, sorted.
  static func files(in folder: String) -> [String] {
    (FileManager.default.subpaths(atPath: folder) ?? []).filter { !isFolder(folder + "/" + $0) }
      .sorted()
  }

  private static func isFolder(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType)
      == .typeDirectory
  }
}

/// What a new process does before it runs the command.
private struct SpawnActions {
  #if canImport(Darwin)
    private var actions: posix_spawn_file_actions_t?
  #else
    private var actions = posix_spawn_file_actions_t()
  #endif

  init() { posix_spawn_file_actions_init(&actions) }

  mutating func destroy() { posix_spawn_file_actions_destroy(&actions) }

  mutating func open(_ descriptor: Int32, _ path: String, _ flags: Int32) {
    posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o644)
  }

  mutating func spawn(_ arguments: [String], environment: [String]) throws -> pid_t {
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = environment.map { strdup($0) } + [nil]
    defer { for text in argv + envp { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, arguments[0], &actions, nil, &argv, &envp)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
    return process
  }
}
