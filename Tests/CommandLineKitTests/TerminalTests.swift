import CommandLineKit
import Synchronization
import Testing

@Suite struct TerminalTests {
  private func terminal(
    _ environment: [String: String] = [:],
    _ terminals: Set<Terminal.Stream> = [.output, .error],
    columns: Int? = nil
  ) -> Terminal {
    Terminal(terminals: terminals, environment: { environment[$0] }, columns: columns)
  }

  @Test func colorIsForTerminalsOnly() {
    #expect(terminal().usesColor(on: .output))
    #expect(terminal(["NO_COLOR": ""]).usesColor(on: .output))
    #expect(terminal(["TERM": "xterm"]).usesColor(on: .error))
    #expect(!terminal(["NO_COLOR": "1"]).usesColor(on: .output))
    #expect(!terminal(["TERM": "dumb"]).usesColor(on: .output))
    #expect(!terminal().usesColor(on: .output, disabled: true))
    #expect(!terminal([:], [.error]).usesColor(on: .output))
    #expect(terminal([:], [.error]).usesColor(on: .error))
    #expect(!terminal([:], [.error]).isTerminal(.input))
  }

  @Test func widthIsAskedThenMeasuredThenEighty() {
    #expect(terminal().width == 80)
    #expect(terminal(columns: 132).width == 132)
    #expect(terminal(["COLUMNS": "60"], columns: 132).width == 60)
    #expect(terminal(["COLUMNS": "0"], columns: 132).width == 132)
    #expect(terminal(["COLUMNS": "wide"], columns: 132).width == 132)
    #expect(terminal(["COLUMNS": "-5"]).width == 80)
    #expect(Terminal.current().width > 0)
  }
}

@Suite struct ProgressLineTests {
  /// A clock that is set by hand and a page that keeps what is written.
  private final class Stage: Sendable {
    let time = Mutex(Duration.zero)
    let written = Mutex<[String]>([])
    func line(
      _ unit: ProgressLine.Unit = .bytes,
      _ terminal: Terminal,
      disabled: Bool = false
    )
      -> ProgressLine
    {
      ProgressLine(
        unit,
        terminal: terminal,
        disabled: disabled,
        now: { self.time.withLock { $0 } },
        write: { text in self.written.withLock { $0.append(text) } }
      )
    }
    func at(_ milliseconds: Int) { time.withLock { $0 = .milliseconds(milliseconds) } }
    var texts: [String] { written.withLock { $0 } }
  }

  private func terminal(_ streams: Set<Terminal.Stream> = [.error], width: Int = 80) -> Terminal {
    Terminal(terminals: streams, environment: { _ in nil }, columns: width)
  }

  @Test func itAppearsAfterHalfASecondAndIsErased() {
    let stage = Stage()
    let line = stage.line(.bytes, terminal())
    line.update(done: 0, total: 1_000_000_000, label: "reading a.zip")
    stage.at(499)
    line.update(done: 90_000_000, total: 1_000_000_000, label: "reading a.zip")
    #expect(stage.texts == [])
    stage.at(500)
    line.update(done: 106_250_000, total: 1_000_000_000, label: "reading a.zip")
    #expect(stage.texts == ["\rreading a.zip  10%  106.3 MB  212.5 MB/s  0:05 left\u{1B}[K"])
    stage.at(599)
    line.update(done: 110_000_000, total: 1_000_000_000, label: "reading a.zip")
    #expect(stage.texts.count == 1)
    stage.at(600)
    line.update(done: 120_000_000, total: 1_000_000_000, label: "reading a.zip")
    #expect(stage.texts.count == 2)
    line.finish()
    line.finish()
    #expect(stage.texts.dropFirst(2) == ["\r\u{1B}[K"])
    stage.at(900)
    line.update(done: 1, label: "late")
    #expect(stage.texts.count == 3)
  }

  @Test func shortJobsShowNothing() {
    let stage = Stage()
    do {
      let line = stage.line(.bytes, terminal())
      line.update(done: 1, total: 2, label: "x")
    }
    #expect(stage.texts == [])
  }

  @Test func onlyATerminalGetsIt() {
    let stage = Stage()
    stage.at(1000)
    let dumb = Terminal(terminals: [.error], environment: { _ in "dumb" }, columns: nil)
    let lines = [
      stage.line(.bytes, terminal([.output])), stage.line(.bytes, terminal(), disabled: true),
      stage.line(.bytes, dumb),
    ]
    for line in lines {
      line.update(done: 1, total: 2, label: "x")
      line.finish()
    }
    #expect(stage.texts == [])
  }

  @Test func itCountsThingsAndMakesWayForMessages() {
    let stage = Stage()
    let line = stage.line(.items("records"), terminal())
    stage.at(1000)
    line.update(done: 0, label: "merging")
    stage.at(2000)
    line.update(done: 12_345, label: "merging")
    line.paused { stage.written.withLock { $0.append("message\n") } }
    line.paused {}
    stage.at(2100)
    line.update(done: 12_346, total: 12_346, label: "writing")
    line.finish()
    #expect(
      stage.texts == [
        "\rmerging  0 records\u{1B}[K", "\rmerging  12,345 records  12,345/s\u{1B}[K",
        "\r\u{1B}[K", "message\n", "\rwriting  100%  12,346 records\u{1B}[K", "\r\u{1B}[K",
      ]
    )
  }

  @Test func oddNumbersAreHarmless() {
    let stage = Stage()
    let line = stage.line(.bytes, terminal(width: 10))
    for (step, numbers) in [(0, 0), (5, 0), (-5, 3), (9, 3), (.max, .max), (0, .max)].enumerated() {
      stage.at(1000 + step * 200)
      line.update(done: numbers.0, total: numbers.1, label: "a long label for ten columns")
    }
    #expect(stage.texts.count == 6)
    #expect(stage.texts.allSatisfy { $0 == "\ra long la\u{1B}[K" })
  }

  @Test func threadsMayUpdateAtOnce() async {
    let stage = Stage()
    stage.at(1000)
    let line = stage.line(.bytes, terminal())
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for step in 0..<1000 { line.update(done: step, label: "worker \(worker % 2)") }
        }
      }
    }
    #expect(stage.texts.count == 1)
  }
}

@Suite struct ReadableTests {
  @Test(
    arguments: [
      (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"),
      (-1000, "-1,000"), (-999, "-999"), (.max, "9,223,372,036,854,775,807"),
      (.min, "-9,223,372,036,854,775,808"),
    ] as [(Int, String)]
  )
  func count(number: Int, text: String) { #expect(Readable.count(number) == text) }

  @Test(
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1049, "1.0 kB"), (1050, "1.1 kB"),
      (999_949, "999.9 kB"), (999_950, "1.0 MB"), (212_500_000, "212.5 MB"),
      (999_950_000, "1.0 GB"), (4_000_000_000, "4.0 GB"), (.max, "9,223.4 PB"),
    ] as [(Int, String)]
  )
  func bytes(number: Int, text: String) { #expect(Readable.bytes(number) == text) }

  @Test func pluralAndClock() {
    #expect(Readable.plural(0, "record") == "0 records")
    #expect(Readable.plural(1, "record") == "1 record")
    #expect(Readable.plural(1234, "entry", "entries") == "1,234 entries")
    #expect(Readable.clock(seconds: -1) == "0:00")
    #expect(Readable.clock(seconds: 7) == "0:07")
    #expect(Readable.clock(seconds: 754) == "12:34")
    #expect(Readable.clock(seconds: 3723) == "1:02:03")
  }
}
