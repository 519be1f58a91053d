import ByteKit
import Foundation
import GzipCodec
import HealthConvert
import HealthFormats
import HealthModel
import JSONCodec
import TestSupport
import Testing

/// No entry of a log is lost or torn, whatever happens to who writes it.
@Suite(.serialized, .timeLimit(.minutes(3))) struct LogSafetyTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func arguments(_ archive: String, _ number: Int) -> [String] {
    [
      "log", "sample", archive, "--type", "BodyMass", "--value", "\(50 + number % 100)",
      "--unit", "kg", "--start", "2024-03-01T08:00:00+01:00", "--metadata", "n=\(number)", "-q",
    ]
  }

  /// The numbers of the entries of an archive, in order; every entry must be whole.
  private func entries(of archive: String) throws -> [Int] {
    guard FileManager.default.fileExists(atPath: scratch.path(archive)) else { return [] }
    var numbers: [Int] = []
    let report = try ArchiveReader(inputs: [scratch.path(archive)]).forEach { record in
      guard case .sample(let sample) = record else { return }
      let number = try #require(sample.origin.metadata["n"].flatMap { Int($0[0]) })
      #expect(sample.doubleValue == Double(50 + number % 100))
      #expect(sample.origin.uuid?.count == 36 && sample.origin.creationDate != nil)
      numbers.append(number)
    }
    #expect(report.rejected == 0)
    #expect(report.findingCounts.isEmpty, "\(report.findingCounts)")
    return numbers
  }

  /// Two hundred times the writer is killed at a random moment of its run.
  @Test func `kills lose no entry and tear none`() throws {
    let seed = testSeed()
    var generator = SplitMix64(seed: seed)
    let archives = ["a.ndjson", "b.csv.gz", "c.ndjson.gz", "d.csv"]
    var known = [[Int]](repeating: [], count: archives.count)
    // Up to when to kill, in s: so that one run in four comes through, on any machine.
    var longest = 0.05
    var kills = 0
    var number = 0
    while kills < 200, number < 1_000 {
      let archive = number % archives.count
      let process = Tool.process(Tool.path, arguments(archives[archive], number), in: scratch)
      try process.run()
      Thread.sleep(forTimeInterval: Double.random(in: 0...longest, using: &generator))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let comment: Comment = "seed \(seed), entry \(number)"
      let found = try entries(of: archives[archive])
      if process.terminationReason == .exit {
        #expect(process.terminationStatus == 0, comment)
        known[archive].append(number)
        #expect(found == known[archive], comment)
        longest *= 0.7
      } else {
        kills += 1
        longest *= 1.1
        // It was written or it was not; all others are there.
        if found == known[archive] + [number] { known[archive].append(number) }
        #expect(found == known[archive], comment)
      }
      number += 1
    }
    #expect(kills == 200)
    // Some must have come through, or nothing was tested.
    #expect(known.allSatisfy { $0.count > 2 }, "\(known.map(\.count))")
  }

  @Test(arguments: ["a.ndjson", "a.csv.gz"])
  func `ten writers at once lose none`(archive: String) throws {
    let rounds = 3
    let processes = (0..<10).map { writer in
      let runs = (0..<rounds).map { round in
        "\"$T\" " + arguments(archive, writer * rounds + round).joined(separator: " ")
          + " || exit 1"
      }
      return Tool.process("/bin/sh", ["-c", runs.joined(separator: "; ")], in: scratch)
    }
    for process in processes { try process.run() }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    #expect(try entries(of: archive).sorted() == Array(0..<10 * rounds))
    // The lock goes with the last writer.
    #expect(scratch.names == [archive])
  }

  @Test func `a writer waits for another and says so`() throws {
    let path = scratch.path("a.ndjson")
    var lock: FileLock? = try FileLock(of: path)
    let command = "\"$T\" " + arguments("a.ndjson", 1).joined(separator: " ") + " 2> messages"
    let process = Tool.process("/bin/sh", ["-c", command], in: scratch)
    try process.run()
    for _ in 0..<400 where (try? scratch.text(of: "messages"))?.isEmpty ?? true { usleep(10_000) }
    #expect(try scratch.text(of: "messages").contains("waiting for another writer of a.ndjson"))
    #expect(!FileManager.default.fileExists(atPath: path))
    withExtendedLifetime(lock) {}
    lock = nil
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try entries(of: "a.ndjson") == [1])
  }

  @Test func `a link stays a link`() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path("real"),
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("a.ndjson"),
      withDestinationPath: "real/b.ndjson"
    )
    for number in 0..<2 {
      let log = ArchiveLog(path: scratch.path("a.ndjson"))
      try log.append([sample(number)])
    }
    #expect(scratch.names == ["a.ndjson", "real"])
    #expect(try entries(of: "real/b.ndjson") == [0, 1])
  }

  private func sample(_ number: Int) -> HealthRecord {
    var sample = Sample(
      type: "BodyMass",
      startDate: Timestamp(seconds: 1_709_276_400, offsetMinutes: 60),
      value: .quantity(ExactDecimal(50 + number % 100)),
      unit: "kg"
    )
    sample.origin.metadata["n"] = ["\(number)"]
    return .sample(sample)
  }

  // MARK: - What can be added to

  private func refusal(of text: [UInt8], _ name: String = "a.ndjson") throws -> ConversionError? {
    try scratch.put(text, in: name)
    var failure: ConversionError?
    do throws(ArchiveLog.Failure) {
      try ArchiveLog(path: scratch.path(name)).append([sample(1)])
    } catch {
      if case .failed(let error) = error { failure = error }
      #expect(try scratch.bytes(of: name) == text, "untouched")
    }
    Leftovers.check(scratch, allowed: [name])
    return failure
  }

  private static let header =
    #"{"record":"archive","format":"healthconv","version":1}"# + "\n"

  @Test func `other files are refused and left alone`() throws {
    let texts: [(String, String)] = [
      (
        #"{"type":"BodyMass","startDate":"2026-03-01T08:00:00Z","value":70,"unit":"kg"}"# + "\n",
        "l"
      ),
      ("date,steps\n2026-03-01,5\n", "t"),
      (#"{"format":"healthconv","version":1,"records":[]}"#, "d"),
      (export(steps("1")), "x"),
      (Self.header + #"{"record":"sample","type":"BodyMa"#, "cut"),
      (#"{"record":"archive","format":"healthconv","version":1,"shard":0,"shards":2}"# + "\n", "s"),
      (#"{"record":"archive","format":"healthconv","version":1,"recordCount":2}"# + "\n", "c"),
      (#"{"record":"archive","format":"healthconv","version":2}"# + "\n", "v"),
    ]
    for (text, name) in texts {
      let failure = try refusal(of: Array(text.utf8))
      #expect(failure?.code == "log.not-appendable" && failure?.advice.isEmpty == false, "\(name)")
    }
    #expect(try refusal(of: utf16(Array(Self.header.utf8), isBigEndian: false)) != nil)
    var packed: [UInt8] = []
    var encoder = BGZFEncoder()
    encoder.encode(Array(Self.header.utf8).span, to: &packed)
    // Without its end marker a file may be cut between two blocks.
    #expect(try refusal(of: packed)?.code == "log.not-appendable")
    #expect(
      try refusal(of: Array((packed + BGZF.endMarker).dropLast(40)))?.code.hasPrefix("gzip") == true
    )
  }

  @Test func `a new archive needs a name that tells its form`() throws {
    for name in ["a", "a.txt", "a.json", "a.json.gz"] {
      #expect(throws: ArchiveLog.Failure.self) {
        try ArchiveLog(path: scratch.path(name)).append([sample(1)])
      }
    }
    #expect(scratch.names.isEmpty)
  }

  @Test func `a last line without an end is ended`() throws {
    try ArchiveLog(path: scratch.path("a.ndjson")).append([sample(6)])
    let whole = try scratch.bytes(of: "a.ndjson")
    try scratch.put(Array(whole.dropLast()), in: "a.ndjson")
    try ArchiveLog(path: scratch.path("a.ndjson")).append([sample(7)])
    #expect(try entries(of: "a.ndjson") == [6, 7])
    #expect(try scratch.bytes(of: "a.ndjson").starts(with: whole))
  }

  @Test func `an empty file becomes an archive, and gzip of others goes on`() throws {
    try scratch.put([], in: "a.csv")
    try ArchiveLog(path: scratch.path("a.csv")).append([sample(7)])
    #expect(try entries(of: "a.csv") == [7])
    try scratch.put(gzipped(Array(Self.header.utf8)), in: "b.ndjson")
    try ArchiveLog(path: scratch.path("b.ndjson")).append([sample(8)])
    try ArchiveLog(path: scratch.path("b.ndjson")).append([sample(9)])
    #expect(try entries(of: "b.ndjson") == [8, 9])
  }

  @Test func `all forms hold the same records`() throws {
    var texts: [[UInt8]] = []
    for name in ["a.ndjson", "a.ndjson.gz", "a.csv", "a.csv.gz"] {
      var log = ArchiveLog(path: scratch.path(name))
      log.now = Timestamp(seconds: 1_709_300_000, offsetMinutes: 60)
      for number in 0..<3 {
        guard case .sample(var sample) = sample(number) else { continue }
        sample.origin.uuid = "00000000-0000-4000-8000-00000000000\(number)"
        try log.append([.sample(sample)])
      }
      let ending = try Trial(scratch.path(name)).run()
      texts.append(try #require(ending.outcome).output)
    }
    #expect(Set(texts).count == 1)
    #expect(texts[0] == (try scratch.bytes(of: "a.ndjson")))
  }
}
