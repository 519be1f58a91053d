import ByteKit
import Foundation
import Synchronization
import TestSupport
import Testing

/// Work on a thread of its own: a blocked reader must not occupy a thread that tests share.
private final class Background<Value: Sendable>: Sendable {
  private let value = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread {
      let result = Result { try body() }
      self.value.withLock { $0 = result }
      self.done.signal()
    }
  }

  func result() throws -> Value? {
    done.wait()
    return try value.withLock { $0 }?.get()
  }
}

@Suite struct FilesStreamTests {
  @Test func aFullDiskIsReported() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let file = try OutputFile(path: "/dev/full", replacing: false)
    try file.write("small enough to wait")
    let error = #expect(throws: FileError.self) { try file.commit() }
    #expect(error?.code == ENOSPC && error?.operation == "write" && error?.hint != nil)

    let large = try OutputFile(path: "/dev/full", replacing: false)
    let bytes = [UInt8](repeating: 0, count: 100_000)
    #expect(throws: FileError.self) { try large.write(bytes.span) }
    #expect(throws: FileError.self) { try large.write(bytes.span) }
    #expect(throws: FileError.self) { try large.commit() }
  }

  @Test func devicesAreWrittenDirectly() throws {
    for path in ["/dev/null", "/dev/stdout", "/dev/stderr", "-"] {
      let file = try OutputFile(path: path, replacing: false)
      try file.commit()
    }
    #expect(throws: FileError.self) { try OutputFile(path: "/dev/fd/987654", replacing: false) }
    #expect(throws: FileError.self) { try OutputFile(path: "/dev/fd/x", replacing: false) }
  }

  @Test func aFIFOIsWrittenDirectly() throws {
    let scratch = try Scratch()
    let path = scratch.path("fifo")
    try #require(mkfifo(path, 0o600) == 0)
    let reader = Background { try InputFile(path: path).readAll(limit: 1 << 20) }
    let file = try OutputFile(path: path, replacing: false)
    let bytes = [UInt8](repeating: 7, count: 300_000)
    try file.write(bytes.span)
    try file.commit()
    #expect(try reader.result() == bytes)
    #expect(scratch.names == ["fifo"])
  }

  @Test func aPipeNobodyReadsIsAnError() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let file = try OutputFile(path: "/dev/fd/\(ends[1])", replacing: false)
    close(ends[0])
    close(ends[1])
    try file.write("nobody")
    let error = #expect(throws: FileError.self) { try file.commit() }
    #expect(error?.isBrokenPipe == true)
  }

  @Test func aNonBlockingPipeIsWaitedFor() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    // Duplicates share the mode; opening /dev/fd/N on Linux would not.
    let file = try OutputFile(path: "/dev/fd/\(ends[1])", replacing: false)
    close(ends[1])
    let reader = ends[0]
    let received = Background {
      var total = 0
      var buffer = [UInt8](repeating: 0, count: 10_000)
      while true {
        let count = read(reader, &buffer, buffer.count)
        if count == 0 { break }
        if count > 0 { total += count } else { usleep(1000) }
      }
      return total
    }
    let bytes = [UInt8](repeating: 7, count: 1_000_000)
    try file.write(bytes.span)
    try file.commit()
    #expect(try received.result() == 1_000_000)
    close(reader)
  }

  @Test func theNameStdoutDoesNotReplaceTheShellsFile() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      let number = open(scratch.path("log"), O_CREAT | O_WRONLY, 0o600)
      let saved = dup(1)
      dup2(number, 1)
      let first = Array("first ".utf8)
      try StandardOutput.write(first.span)
      let file = try OutputFile(path: "/dev/stdout", replacing: true)
      try file.write("second ")
      try file.commit()
      let third = Array("third".utf8)
      try StandardOutput.write(third.span)
      dup2(saved, 1)
      #expect(try scratch.text(of: "log") == "first second third")
    }
  }

  @Test func aFileThatMayNotGrowLeavesNothing() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      try scratch.put("old", in: "out")
      _ = signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 500_000, rlim_max: 500_000)
      #if os(Linux)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #else
        setrlimit(RLIMIT_FSIZE, &limit)
      #endif
      let file = try OutputFile(path: scratch.path("out"), replacing: true)
      let bytes = [UInt8](repeating: 7, count: 1_000_000)
      let error = #expect(throws: FileError.self) { try file.write(bytes.span) }
      #expect(error?.code == EFBIG)
      #expect(throws: FileError.self) { try file.commit() }
      #expect(scratch.names == ["out"])
      #expect(try scratch.text(of: "out") == "old")
    }
  }

  @Test func aSignalRemovesEveryTemporary() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      try scratch.put("old", in: "a")
      let files = try ["a", "b"].map {
        try OutputFile(path: scratch.path($0), replacing: true)
      }
      #expect(scratch.names.count == 3)
      OutputFile.removeTemporaries()
      #expect(scratch.names == ["a"])
      #expect(throws: FileError.self) { try files[0].commit() }
      let error = #expect(throws: FileError.self) {
        try OutputFile(path: scratch.path("c"), replacing: false)
      }
      #expect(error?.code == ECANCELED)
      #expect(scratch.names == ["a"])
      #expect(try scratch.text(of: "a") == "old")
    }
  }
}
