import ByteKit
import Foundation
import HealthConvert
import HealthFormats
import HealthModel
import Synchronization
import TestSupport
import Testing

/// Inputs that come slowly, end early, or change while they are read.
@Suite(.timeLimit(.minutes(1))) struct ChangingInputTests {
  static let line =
    #"{"type":"StepCount","startDate":"2024-01-01T00:00:00Z","value":1,"unit":"count"}"# + "\n"
  static let lines = String(repeating: line, count: 4000)

  /// Runs a conversion of a large file in which something happens to it after the first chunk.
  private func run(
    _ bytes: [UInt8],
    in scratch: Scratch,
    change: @escaping @Sendable (String) -> Void
  ) throws -> (ending: Ending, result: ConversionResult?) {
    let path = try scratch.put(bytes, in: "input")
    let isDone = Mutex(false)
    var trial = Trial(path)
    trial.chunkSize = 4096
    trial.configure = { conversion in
      conversion.progress = { _ in
        isDone.withLock { isDone in
          if !isDone { change(path) }
          isDone = true
        }
      }
    }
    return try trial.run(in: scratch)
  }

  @Test func aFileThatShrinksIsAnError() throws {
    let (ending, _) = try run(Array(Self.lines.utf8), in: try Scratch()) { truncate($0, 150_000) }
    let error = try #require(ending.error)
    #expect(error.code == "file.shrank" && error.byteOffset == 150_000 && !error.advice.isEmpty)
  }

  @Test func anArchiveThatShrinksIsAnError() throws {
    // Text that deflate can't make small, so that not all of it is in a buffer before.
    var generator = SplitMix64(seed: 1)
    let lines = (0..<5000).map { _ in
      let text = (0..<8).map { _ in String(generator.next(), radix: 36) }.joined()
      return Self.line.replacing("}", with: ",\"uuid\":\"\(text)\"}")
    }
    let entry = ZipBytes.Entry(name: "data.ndjson", data: Array(lines.joined().utf8))
    let zip = ZipBytes(entry).bytes().bytes
    let (ending, _) = try run(zip, in: try Scratch()) { truncate($0, zip.count / 2) }
    let error = try #require(ending.error)
    #expect(error.code == "zip.truncated" && error.entry == "data.ndjson")
  }

  @Test func aFileThatGrowsIsReadToItsEnd() throws {
    let more = Self.line + "{\"type\":\"StepCount\",\"sta"
    let (ending, result) = try run(Array(Self.lines.utf8), in: try Scratch()) { path in
      guard let file = FileHandle(forWritingAtPath: path) else { return }
      file.seekToEndOfFile()
      file.write(Data(more.utf8))
      file.closeFile()
    }
    let report = try #require(result?.report, "\(ending)")
    #expect(report.total.written == 4001 && report.rejectCounts == [.malformed: 1])
  }

  @Test func aFileThatVanishesIsReadToItsEnd() throws {
    let scratch = try Scratch()
    let (ending, result) = try run(Array(Self.lines.utf8), in: scratch) { unlink($0) }
    #expect(result?.report.total.written == 4000, "\(ending)")
  }

  @Test(arguments: ["xml", "ndjson", "json", "csv", "zip", "flat"])
  func aPipeIsReadAsAFile(kind: String) throws {
    let bytes: [UInt8] =
      switch kind {
      case "xml": try readBytes(Exports.path("valid/quoting-source-names.xml"))
      case "zip": try readBytes(Exports.path("export.zip"))
      case "flat":
        Array("date;kg\n".utf8)
          + Array(String(repeating: "2024-01-31T00:00:00Z;70,5\n", count: 6000).utf8)
      default: try Exports.archive(try #require(OutputFormat(rawValue: kind)))
      }
    let scratch = try Scratch()
    let plain = try Trial(try scratch.put(bytes, in: "input")).run()
    unlink(scratch.path("input"))
    let fifo = scratch.path("input")
    #expect(mkfifo(fifo, 0o600) == 0)
    let writer = Thread {
      guard let file = FileHandle(forWritingAtPath: fifo) else { return }
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + 1 + start % 40_000)
        file.write(Data(bytes[start..<end]))
        start = end
      }
      file.closeFile()
    }
    writer.start()
    let piped = try Trial(fifo).run()
    #expect(piped.difference(from: plain) == nil)
  }
}
