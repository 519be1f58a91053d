import ByteKit
import HealthFormats
import HealthModel
import JSONCodec

/// Reads inputs of any readable format record by record, in their order and in bounded memory.
///
///     let reader = ArchiveReader(inputs: ["export.zip"])
///     var heaviest = 0.0
///     try reader.forEach { record in
///       if case .sample(let sample) = record, sample.type == "BodyMass" {
///         heaviest = max(heaviest, sample.doubleValue ?? 0)
///       }
///     }
public struct ArchiveReader: Sendable {
  /// Paths of the inputs, `-` for standard input.
  public var inputs: [String]
  /// How the inputs are read.
  public var reading = ReadingOptions()

  /// A reader with the default options.
  public init(inputs: [String]) { self.inputs = inputs }

  /// Calls `body` with each record in order; returns what was read, rejected and found.
  ///
  /// Throws when an input can't be read, or what `body` throws first.
  @discardableResult
  public func forEach(_ body: (HealthRecord) throws -> Void) throws -> RunReport {
    try withoutActuallyEscaping(body) { body in
      let visitor = Visitor(body)
      // A thread that has just done its work may still hold the visitor, but never the body.
      defer { visitor.finish() }
      var book = RunBook()
      do {
        for path in inputs {
          for input in try InputOpener(format: reading.format).open(path) {
            let run = InputRun(input, reading)
            try run.run(try run.start(), book: &book, rejects: nil) { VisitingConsumer(visitor) }
          }
        }
      } catch {
        throw visitor.failure ?? error
      }
      return book.report
    }
  }
}

/// Calls the body for the thread whose turn it is.
private final class Visitor: @unchecked Sendable {
  // Only used by one thread at a time: `commit` is in turn.
  private var body: ((HealthRecord) throws -> Void)?
  private(set) var failure: (any Error)?

  init(_ body: @escaping (HealthRecord) throws -> Void) { self.body = body }

  /// Lets go of the body; no thread works any more.
  func finish() { body = nil }

  func visit(_ records: [HealthRecord]) throws(ConversionError) {
    for record in records {
      do {
        try body?(record)
      } catch {
        failure = error
        throw ConversionError("reader.body", "the body threw: \(error)")
      }
    }
  }
}

/// Turns rows into plain values in parallel and visits them in order.
private final class VisitingConsumer: BatchConsumer {
  private let visitor: Visitor
  private var encoder = RecordLines()
  private var records: [HealthRecord] = []

  init(_ visitor: Visitor) { self.visitor = visitor }

  func prepare(_ batch: borrowing RecordBatch) { records = encoder.records(of: batch) }

  func commit() throws(ConversionError) { try visitor.visit(records) }
}
