import ByteKit
import HealthFormats
import HealthModel

/// Reads all of several inputs once, for what is made of their records.
struct RecordPass {
  /// Paths, `-` for standard input.
  var inputs: [String]
  /// How they are read.
  var reading: ReadingOptions
  /// Called now and then with the number of decoded bytes.
  var progress: (@Sendable (Int) -> Void)?

  /// Reads the inputs one after the other; a member of a correlation that has no sample of its own
  /// comes at the end, as one.
  func run(
    makeConsumer: @escaping @Sendable () -> any BatchConsumer
  ) throws(ConversionError) -> RunReport {
    let opener = InputOpener(format: reading.format)
    var book = RunBook()
    for path in inputs {
      for input in try opener.open(path) {
        let run = InputRun(input, reading)
        try run.run(
          try run.start(),
          book: &book,
          rejects: nil,
          progress: progress,
          makeConsumer: makeConsumer
        )
      }
    }
    let (lines, count) = book.orphans()
    if count > 0 {
      var options = reading
      options.isStrict = false
      let run = InputRun.lines(
        MemorySource(lines),
        path: "members of correlations",
        options: options
      )
      try run.run(try run.start(), book: &book, rejects: nil, makeConsumer: makeConsumer)
    }
    return book.report
  }
}
