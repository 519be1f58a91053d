import ByteKit
import Foundation
import HealthFormats
import HealthModel

/// Writes the records of the result, with the inputs that hold them when that is asked for.
final class LineOutput: MergedTaker {
  /// Where whole lines go.
  enum Target {
    /// Straight to the file, since the lines have its form.
    case lines(LineWriter, OutputFormat)
    /// Through the decoder to tables.
    case pipe(LinePipe)
    /// Nowhere: only the report is wanted.
    case nothing
  }

  private let target: Target
  // One struct, so that writing a record is one access to it.
  private var lines: OutputLines

  /// An output; `origins` is nil when the inputs of records are not written.
  init(_ target: Target, form: RowLines.Form, origins: OriginTable?, places: [Int]) {
    self.target = target
    lines = OutputLines(target, form: form, origins: origins, places: places)
  }

  /// How many records were written.
  var written: Int { lines.written }

  func take(_ item: MergedItem) throws(MergeInterruption) { try lines.take(item) }
  func finish() throws(MergeInterruption) { try lines.finish() }

  /// Ends early.
  func cancel() {
    switch target {
    case .lines(let writer, _): writer.cancel()
    case .pipe(let pipe): pipe.cancel()
    case .nothing: break
    }
  }
}

/// The lines that wait to be written.
private struct OutputLines: ~Copyable {
  private static let blockSize = 1 << 20
  private let target: LineOutput.Target
  private let form: RowLines.Form
  private let origins: OriginTable?
  /// The place in the header's list, by the number of the input.
  private let places: [Int]
  private var marks: [UInt32: [UInt8]] = [:]
  private var out = ByteBuffer(capacity: OutputLines.blockSize + (1 << 16))
  private var records = 0
  private(set) var written = 0

  init(_ target: LineOutput.Target, form: RowLines.Form, origins: OriginTable?, places: [Int]) {
    self.target = target
    self.form = form
    self.origins = origins
    self.places = places
  }

  mutating func take(_ item: MergedItem) throws(MergeInterruption) {
    written += 1
    if case .nothing = target { return }
    if case .lines(_, .json) = target { out.append(",\n") }
    let bytes = item.block.bytes
    let line = item.entry.line
    if origins == nil {
      out.append(bytes.span, line)
      if form == .json { endLine() }
    } else {
      append(bytes.span, line, origin: item.origin, hasDetails: item.entry.flags.contains(.details))
    }
    records += 1
    if out.count >= Self.blockSize { try flush() }
  }

  private mutating func endLine() {
    if case .lines(_, .json) = target { return }
    out.append("\n")
  }

  /// Writes a line with its origin as the last member of its details.
  private mutating func append(
    _ bytes: Span<UInt8>,
    _ line: Range<Int>,
    origin: UInt32,
    hasDetails: Bool
  ) {
    let mark = mark(origin)
    switch form {
    case .json:
      if hasDetails {
        out.append(bytes, line.lowerBound..<line.upperBound - 2)
        out.append(",")
      } else {
        out.append(bytes, line.lowerBound..<line.upperBound - 1)
        out.append(",\"details\":{")
      }
      out.append(contentsOf: mark)
      out.append("}}")
      endLine()
    case .csv:
      if hasDetails {
        out.append(bytes, line.lowerBound..<line.upperBound - 3)
        out.append(",")
      } else {
        out.append(bytes, line.lowerBound..<line.upperBound - 1)
        out.append("\"{")
      }
      out.append(contentsOf: mark)
      out.append("}\"\n")
    }
  }

  /// `"origin":[0,2]`, its quotes doubled in a table.
  private mutating func mark(_ origin: UInt32) -> [UInt8] {
    if let known = marks[origin] { return known }
    let inputs = (origins?.inputs(origin) ?? []).map { places[$0] }.sorted()
    let list = inputs.map(String.init).joined(separator: ",")
    let text = form == .json ? "\"origin\":[\(list)]" : "\"\"origin\"\":[\(list)]"
    marks[origin] = Array(text.utf8)
    return Array(text.utf8)
  }

  private mutating func flush() throws(MergeInterruption) {
    if records == 0 { return }
    do throws(ConversionError) {
      switch target {
      case .lines(let writer, _): try writer.write(out, records: records)
      case .pipe(let pipe): try pipe.write(out.bytes)
      case .nothing: break
      }
    } catch {
      throw .failed(error)
    }
    out.removeAll()
    records = 0
  }

  mutating func finish() throws(MergeInterruption) {
    try flush()
    do throws(ConversionError) {
      switch target {
      case .lines(let writer, _): try writer.finish()
      case .pipe(let pipe): try pipe.finish()
      case .nothing: break
      }
    } catch {
      throw .failed(error)
    }
  }
}

/// Hands lines to a pipeline on another thread that writes them in another shape: a folder of
/// tables, or the table of one kind.
final class LinePipe: ByteSource, @unchecked Sendable {
  // All state is guarded by the condition's lock.
  private let condition = NSCondition()
  private var blocks: [[UInt8]] = []
  private var used = 0
  private var isOver = false
  private var isDone = false
  private var failure: ConversionError?

  /// Starts the pipeline.
  init(_ writer: ArchiveWriter, options: ReadingOptions) {
    let thread = Thread { [self] in
      var book = RunBook()
      var result: ConversionError?
      do throws(ConversionError) {
        var plain = ReadingOptions()
        plain.units.system = .original
        plain.threads = options.threads
        plain.chunkSize = options.chunkSize
        let run = InputRun.lines(self, path: "merged records", options: plain)
        try run.run(try run.start(), book: &book, rejects: nil) { writer.makeConsumer() }
      } catch {
        result = error
      }
      condition.lock()
      failure = result
      isDone = true
      blocks = []
      condition.broadcast()
      condition.unlock()
    }
    thread.stackSize = 4 << 20
    thread.start()
  }

  var containerNotes: [ContainerNote] { [] }

  func write(_ bytes: [UInt8]) throws(ConversionError) {
    condition.lock()
    defer { condition.unlock() }
    while blocks.count >= 4 && !isDone { condition.wait() }
    if let failure { throw failure }
    blocks.append(bytes)
    condition.broadcast()
  }

  func finish() throws(ConversionError) {
    condition.lock()
    defer { condition.unlock() }
    isOver = true
    condition.broadcast()
    while !isDone { condition.wait() }
    if let failure { throw failure }
  }

  func cancel() { try? finish() }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ConversionError) -> Int {
    condition.lock()
    defer { condition.unlock() }
    while blocks.isEmpty && !isOver { condition.wait() }
    guard let first = blocks.first else { return 0 }
    let count = min(buffer.count, first.count - used)
    first.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[used..<used + count]))
    }
    used += count
    if used == first.count {
      blocks.removeFirst()
      used = 0
      condition.broadcast()
    }
    return count
  }
}
