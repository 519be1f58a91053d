import Foundation
import TestSupport
import Testing

/// What only a process of its own can show: signals, pipes, limits.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ProcessTests {
  let scratch: Scratch
  let large: String

  init() throws {
    scratch = try Scratch()
    large = try #require(LargeExport.path)
  }

  @Test func theProgramIsThere() { #expect(Tool.isThere, "\(Tool.path)") }

  @Test func aReaderThatGoesAwayEndsTheRunQuietly() throws {
    for format in ["csv", "ndjson", "json", "csv --gzip"] {
      let command =
        "{ \"$T\" convert '\(large)' --to \(format); echo $? > status; } | head -c 100 > /dev/null"
      let run = try Tool.shell(command, in: scratch)
      #expect(run.error.isEmpty, "\(format)")
      #expect(try scratch.text(of: "status") == "0\n", "\(format)")
    }
  }

  @Test func anExportOnStandardInputIsRead() throws {
    let run = try Tool.shell(
      "\"$T\" convert - --to csv -o out.csv < '\(Exports.path("export.zip"))'",
      in: scratch
    )
    #expect(run.status == 0 && run.error.contains("records read"))
    #expect(scratch.names == ["out.csv"])
  }

  /// A limit on the size of files is a disk that is full, as far as a program can tell.
  @Test(arguments: ["", "--sort start --memory 64k", "--gzip"])
  func aFullDiskKeepsTheOldOutput(options: String) throws {
    try scratch.put("old", in: "out.csv")
    let run = try Tool.shell(
      """
      ulimit -f 64
      # Whoever runs the tests may ignore the signal that a write beyond the limit brings.
      RESET="env --default-signal=XFSZ"; $RESET true 2> /dev/null || RESET=
      exec $RESET "$T" convert '\(large)' --force -o out.csv --threads 2 \(options)
      """,
      in: scratch
    )
    #expect(run.status == 2)
    #expect(run.error.contains("too large") && run.error.contains("[file.write]"), "\(run.error)")
    #expect(scratch.names == ["out.csv"])
    #expect(try scratch.text(of: "out.csv") == "old")
  }

  @Test func aFullDiskIsNamedWhereOneCanBeMounted() throws {
    let run = try Tool.shell(
      """
      mkdir disk; mount -t tmpfs -o size=200k tmpfs disk 2> /dev/null || exit 77
      echo old > disk/out.csv
      "$T" convert '\(large)' --force -o disk/out.csv; echo status $? >&2
      ls -A disk >&2; cat disk/out.csv >&2; umount disk
      """,
      in: scratch
    )
    if run.status == 77 { return }
    #expect(run.error.contains("[file.write]") && run.error.contains("free some space"))
    #expect(run.error.hasSuffix("status 2\nout.csv\nold\n"), "\(run.error)")
  }

  @Test func anUnwritableFolderIsNamed() throws {
    let command = "mkdir locked; chmod 500 locked; \"$T\" convert '\(large)' -o locked/out.csv"
    let other = getuid() == 0 ? "exec setpriv --reuid 65534 --clear-groups " : "exec "
    guard getuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") else {
      return
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: scratch.folder)
    let run = try Tool.shell("\(other) sh -c '\(command.replacing("'", with: "\""))'", in: scratch)
    #expect(run.status == 2 && run.error.contains("permissions"), "\(run.error)")
  }

  enum Signal: String, CaseIterable, Sendable {
    case terminate, interrupt, kill

    var number: Int32 {
      switch self {
      case .terminate: SIGTERM
      case .interrupt: SIGINT
      case .kill: SIGKILL
      }
    }
  }

  @Test(arguments: Signal.allCases, ["", "--sort start --memory 64k"])
  func aSignalLeavesTheOldOutput(signal: Signal, options: String) throws {
    let seed = testSeed("\(signal) \(options)")
    var generator = SplitMix64(seed: seed)
    for round in 0..<3 {
      let scratch = try Scratch()
      try scratch.put("old", in: "out.csv")
      let arguments = ["convert", large, "--force", "-o", "out.csv", "--threads", "2"]
      let process = Tool.process(
        Tool.path,
        arguments + options.split(separator: " ").map(String.init),
        in: scratch
      )
      try process.run()
      Thread.sleep(forTimeInterval: Double.random(in: 0...0.7, using: &generator))
      kill(process.processIdentifier, signal.number)
      process.waitUntilExit()
      let comment: Comment = "seed \(seed), round \(round)"
      if process.terminationReason == .exit {
        // It was done before.
        #expect(process.terminationStatus == 0, comment)
        #expect(scratch.names == ["out.csv"], comment)
        continue
      }
      #expect(process.terminationStatus == signal.number, comment)
      #expect(try scratch.text(of: "out.csv") == "old", comment)
      let left = scratch.names.filter { $0 != "out.csv" }
      if signal == .kill {
        #expect(left.allSatisfy { $0.hasPrefix(".out.csv.healthconv-") || $0.hasPrefix(".spill") })
        #expect(left.count <= 1, comment)
      } else {
        #expect(left == [], comment)
      }
    }
  }
}
