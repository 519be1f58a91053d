import ByteKit
import HealthFormats
import HealthModel

/// Reads all of several inputs once, for what is made of their records: values in canonical units,
/// times as they are written.
struct RecordPass {
  /// Paths, `-` for standard input.
  private let inputs: [String]
  private var reading: ReadingOptions
  private let progress: (@Sendable (Int) -> Void)?

  /// A pass over inputs for records of some types, all when there are none.
  ///
  /// - Parameter progress: called now and then with the number of decoded bytes.
  init(
    inputs: [String],
    reading: ReadingOptions,
    types: Set<String>,
    progress: (@Sendable (Int) -> Void)?
  ) {
    self.inputs = inputs
    self.reading = reading
    self.progress = progress
    self.reading.units = UnitPolicy()
    self.reading.zone = .original
    // What else is not wanted is not counted: no filter is needed for it.
    self.reading.filter.kinds = []
    self.reading.filter.types = types
    self.reading.filter.activities = []
    // Most of a chunk is left out: smaller ones take less room and no more time.
    self.reading.chunkSize = min(reading.chunkSize, 1 << 18)
  }

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
    if let (run, _) = InputRun.orphans(of: &book, options: reading) {
      try run.run(try run.start(), book: &book, rejects: nil, makeConsumer: makeConsumer)
    }
    return book.report
  }
}
