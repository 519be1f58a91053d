import Foundation
import TestSupport
import Testing

/// The command: what it leaves behind and what it says, whatever happens.
@Suite struct CommandTests {
  static let tool = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("healthconv").path

  static func run(
    _ arguments: [String],
    in merging: Merging,
    environment: [String: String] = [:]
  ) throws -> (status: Int32, error: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", arguments.joined(separator: " ")]
    process.currentDirectoryURL = URL(fileURLWithPath: merging.folder)
    process.environment = ProcessInfo.processInfo.environment
      .merging(["T": tool]) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let error = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: error, as: UTF8.self))
  }

  private func line(_ minute: Int, value: Int = 70) -> String {
    "{\"record\":\"sample\",\"type\":\"BodyMass\",\"startDate\":\"2026-03-01T12:\(minute):00Z\","
      + "\"endDate\":\"2026-03-01T12:\(minute):00Z\",\"value\":\(value),\"unit\":\"kg\","
      + "\"sourceName\":\"Scale\"}"
  }

  @Test func damagedInputs() throws {
    let merging = try Merging()
    _ = try merging.put([line(10), line(20)])
    _ = try merging.put([line(30)])
    try Data([0x1F, 0x8B, 8, 0, 1, 2, 3]).write(
      to: URL(fileURLWithPath: merging.folder + "/bad.csv.gz")
    )
    try Data("old".utf8).write(to: URL(fileURLWithPath: merging.folder + "/out.csv"))
    let before = merging.names
    let all = "$T merge 1.ndjson bad.csv.gz 2.ndjson missing.csv -o out.csv --force"
    let failed = try Self.run([all], in: merging)
    #expect(failed.status == 2)
    #expect(failed.error.contains("bad.csv.gz") || failed.error.contains("missing.csv"))
    #expect(merging.names == before)
    #expect(try readBytes(merging.folder + "/out.csv") == Array("old".utf8))
    let kept = try Self.run([all, "--keep-going"], in: merging)
    #expect(kept.status == 1, "\(kept.error)")
    #expect(kept.error.contains("left out: bad.csv.gz"))
    #expect(kept.error.contains("left out: missing.csv"))
    let text = String(decoding: try readBytes(merging.folder + "/out.csv"), as: UTF8.self)
    #expect(text.split(separator: "\n").count == 5)
    #expect(merging.names == before)
  }

  @Test func inputsThatBreakInTheMiddle() throws {
    let merging = try Merging()
    let many = (10...59).map { line($0) }
    let whole = try merging.merge([try merging.put(many)], to: "csv.gz").path
    let bytes = try readBytes(whole)
    try Data(bytes.prefix(bytes.count - 60)).write(
      to: URL(fileURLWithPath: merging.folder + "/cut.csv.gz")
    )
    _ = try merging.put([line(30)])
    let before = merging.names
    let failed = try Self.run(["$T merge 3.ndjson cut.csv.gz -o out.csv.gz"], in: merging)
    #expect(failed.status == 2)
    #expect(failed.error.contains("cut.csv.gz"))
    #expect(merging.names == before)
    let kept = try Self.run(
      ["$T merge 3.ndjson cut.csv.gz -o out.csv.gz --keep-going"],
      in: merging
    )
    #expect(kept.status == 1, "\(kept.error)")
    #expect(merging.names == (before + ["out.csv.gz"]).sorted())
  }

  @Test func fullDisks() throws {
    let merging = try Merging()
    _ = try merging.put((10...59).map { line($0) })
    let before = merging.names
    // A limit on the size of files is a disk that is full, for the output and for spills.
    let full = try Self.run(["ulimit -f 1; $T merge 1.ndjson -o out.csv"], in: merging)
    #expect(full.status == 2)
    #expect(merging.names == before)
  }

  @Test func killedMerges() throws {
    let merging = try Merging()
    _ = try merging.put((10...59).map { line($0) })
    try Data("old".utf8).write(to: URL(fileURLWithPath: merging.folder + "/out.csv"))
    let before = merging.names
    // The second input never ends, so the merge is in its middle when the signal comes.
    let killed = try Self.run(
      [
        "mkfifo pipe; exec 9<>pipe; (cat 1.ndjson; sleep 5) >&9 &",
        "$T merge 1.ndjson pipe -o out.csv --force & P=$!; sleep 0.7; kill -TERM $P; wait $P;",
        "S=$?; kill %1 2>/dev/null; rm pipe; exit $S",
      ],
      in: merging
    )
    #expect(killed.status == 128 + 15, "\(killed.error)")
    #expect(merging.names == before)
    #expect(try readBytes(merging.folder + "/out.csv") == Array("old".utf8))
  }

  @Test func localesZonesAndThreads() throws {
    var random = RandomArchives(seed: testSeed())
    let merging = try Merging()
    random.size = 80
    for _ in 1...3 { _ = try merging.put(random.archive()) }
    var first: [UInt8]?
    for (place, zone) in ["UTC", "Asia/Kolkata", "America/St_Johns"].enumerated() {
      let result = try Self.run(
        [
          "$T merge \(["1 2 3", "3 1 2", "2 3 1"][place].split(separator: " ").map { "\($0).ndjson" }.joined(separator: " "))",
          "-o out.ndjson.gz --force --threads \([1, 2, 7][place]) --summary report.json",
        ],
        in: merging,
        environment: ["TZ": zone, "LC_ALL": ["C", "de_DE.UTF-8", "tr_TR.UTF-8"][place]]
      )
      #expect(result.status == 0, "\(result.error)")
      let bytes = try readBytes(merging.folder + "/out.ndjson.gz")
      if first == nil { first = bytes }
      #expect(bytes == first)
    }
  }

  @Test func conflictsCanFail() throws {
    let merging = try Merging()
    _ = try merging.put([line(10, value: 70)])
    _ = try merging.put([line(10, value: 80)])
    let failed = try Self.run(
      ["$T merge 1.ndjson 2.ndjson -o out.csv --on-conflict fail"],
      in: merging
    )
    #expect(failed.status == 2)
    #expect(failed.error.contains("merge.conflict"))
    #expect(!merging.names.contains("out.csv"))
    let both = try Self.run(
      ["$T merge 1.ndjson 2.ndjson -o out.csv --on-conflict keep-both --dry-run"],
      in: merging
    )
    #expect(both.status == 0)
    #expect(both.error.contains("2 would be written"), "\(both.error)")
    #expect(!merging.names.contains("out.csv"))
  }
}
