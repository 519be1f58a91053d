import ByteKit
import GzipCodec
import HealthModel

/// Writes the records of a run: one archive, one table, or a folder of tables.
///
/// Output appears under its name only when all of it is complete.
package final class ArchiveWriter: @unchecked Sendable {
  // Sinks are only touched by the thread whose turn it is; compressed blocks have a turnstile of
  // their own.
  let sinks: [TableSink]
  let blockTurns = Turnstile()
  var nextBlockNumber = 0
  /// How many records were handed to the outputs.
  package internal(set) var recordCount = 0
  private let plan: OutputPlan
  /// The folder that was made for this output, so that a failure can take it away again.
  private var createdFolder: String?

  package init(_ plan: OutputPlan) throws(ConversionError) {
    self.plan = plan
    switch plan.target {
    case .standardOutput:
      sinks = [Self.sink(plan, file: nil)]
    case .file(let path):
      do throws(FileError) {
        let file = try OutputFile(path: path, replacing: plan.replacesExisting)
        file.releaseReplaced()
        sinks = [Self.sink(plan, file: file)]
      } catch {
        throw ConversionError(error)
      }
    case .folder(let path):
      do throws(FileError) {
        createdFolder = try OutputFolder.create(path) ? path : nil
      } catch {
        throw ConversionError(error)
      }
      do throws(ConversionError) {
        sinks = try Self.tables(plan, in: path)
      } catch {
        createdFolder.map(OutputFolder.removeIfEmpty)
        throw error
      }
    }
  }

  /// Drops everything that was written; existing files stay as they were.
  package func discard() {
    for sink in sinks { sink.discard() }
    createdFolder.map(OutputFolder.removeIfEmpty)
  }

  private static func sink(_ plan: OutputPlan, file: OutputFile?) -> TableSink {
    TableSink(
      format: plan.format,
      shape: plan.singleTable.map { shape(of: $0, plan.format) } ?? .records(Column.allCases),
      kinds: plan.singleTable.map { [$0] } ?? RecordKind.data,
      isCompressed: plan.isCompressed,
      file: file
    )
  }

  /// What the rows of a kind's own table are.
  private static func shape(of kind: RecordKind, _ format: OutputFormat) -> TableSink.Shape {
    // Lines of JSON name their kind wherever they stand.
    if format != .csv { return .records(Column.allCases) }
    let nested = DetailTable.all.first { $0.kind == kind && $0.list == nil }
    return nested.map { .details($0) } ?? .records(Column.columns(of: kind))
  }

  /// The tables of a folder: one a kind, and in CSV those of what lies nested in records.
  private static func tables(
    _ plan: OutputPlan,
    in folder: String
  ) throws(ConversionError) -> [TableSink] {
    do {
      var sinks: [TableSink] = []
      for (path, kind, shape) in shapes(plan, in: folder) {
        sinks.append(
          TableSink(
            format: plan.format,
            shape: shape,
            kinds: [kind],
            isCompressed: plan.isCompressed,
            file: try OutputFile(path: path, replacing: plan.replacesExisting)
          )
        )
      }
      return sinks
    } catch {
      throw ConversionError(error)
    }
  }

  private static func shapes(
    _ plan: OutputPlan,
    in folder: String
  ) -> [(path: String, kind: RecordKind, shape: TableSink.Shape)] {
    func path(_ name: String) -> String {
      "\(folder)/\(name).\(plan.format.rawValue)\(plan.isCompressed ? ".gz" : "")"
    }
    let kinds = RecordKind.allCases.filter { plan.kinds.isEmpty || plan.kinds.contains($0) }
    let nested = plan.format == .csv ? DetailTable.all.filter { $0.list != nil } : []
    return kinds.map { (path($0.tableName), $0, shape(of: $0, plan.format)) }
      + nested.filter { kinds.contains($0.kind) }.map { (path($0.name), $0.kind, .details($0)) }
  }

  /// The files that a plan writes.
  package static func paths(_ plan: OutputPlan) -> [String] {
    switch plan.target {
    case .standardOutput: []
    case .file(let path): [path]
    case .folder(let path): shapes(plan, in: path).map(\.path)
    }
  }

  /// Whether one output holds records of every kind, so that it must say which.
  private var isArchive: Bool {
    if case .folder = plan.target { return false }
    return plan.singleTable == nil
  }

  /// Writes the headers and the archive's own facts.
  package func begin(_ facts: ArchiveFacts) throws(ConversionError) {
    for sink in sinks {
      var out = ByteBuffer(capacity: 512)
      let hasFacts = isArchive || sink.takes(.archive)
      switch sink.format {
      case .csv:
        switch sink.shape {
        case .records(let columns): CSVRowEncoder(columns: columns).writeHeader(to: &out)
        case .details(let table): DetailEncoder(table).writeHeader(to: &out)
        }
        if hasFacts { facts.writeRow(isArchive: isArchive, to: &out) }
      case .ndjson:
        if hasFacts { facts.writeLine(to: &out) }
      case .json:
        facts.write(to: &out, asRecord: false)
        out.append(",\"records\":[")
      }
      try sink.writeSerially(out.span)
    }
  }

  /// Writes the ends, then makes all files appear.
  package func finish() throws(ConversionError) {
    // All bytes reach the disk before the first name appears.
    for sink in sinks {
      try sink.finish()
      try sink.flush()
    }
    for sink in sinks { try sink.commit() }
  }

  /// What a worker encodes with.
  package func makeConsumer() -> any BatchConsumer { EncodingConsumer(self) }
}

extension ArchiveFacts {
  /// Writes the row of the facts, with the columns of an archive or with those of their own table.
  func writeRow(isArchive: Bool, to out: inout ByteBuffer) {
    var details = ByteBuffer(capacity: 256)
    write(to: &details, asRecord: false)
    details.append("}")
    if isArchive { out.append("archive,,,,,,,,,,,,,,,") }
    out.appendQuotedCSVField(details.span, 0..<details.count)
    out.append("\n")
  }

  /// Writes the line of the facts.
  func writeLine(to out: inout ByteBuffer) {
    write(to: &out, asRecord: true)
    out.append("}\n")
  }

  /// Writes the facts as a JSON object that is left open.
  func write(to out: inout ByteBuffer, asRecord: Bool) {
    out.append(
      asRecord ? "{\"record\":\"archive\",\"format\":\"healthconv\"" : "{\"format\":\"healthconv\""
    )
    out.append(",\"version\":1")
    if let exportDate {
      out.append(",\"exportDate\":\"")
      out.append(exportDate)
      out.append("\"")
    }
    if let locale {
      out.append(",\"locale\":")
      out.appendJSON(locale)
    }
    if let exportVersion { out.append(",\"exportVersion\":\(exportVersion)") }
    if let archiveID {
      out.append(",\"archiveId\":")
      out.appendJSON(archiveID)
    }
    if let shard { out.append(",\"shard\":\(shard.index),\"shards\":\(shard.count)") }
    if let resolved {
      out.append(",\"resolved\":")
      out.appendJSON(resolved)
    }
    if !inputs.isEmpty { writeInputs(to: &out) }
  }

  private func writeInputs(to out: inout ByteBuffer) {
    out.append(",\"inputs\":[")
    for (place, input) in inputs.enumerated() {
      out.append(place == 0 ? "{\"sha256\":" : ",{\"sha256\":")
      out.appendJSON(input.sha256)
      out.append(",\"format\":")
      out.appendJSON(input.format)
      if let date = input.exportDate {
        out.append(",\"exportDate\":\"")
        out.append(date)
        out.append("\"")
      }
      out.append("}")
    }
    out.append("]")
  }
}

/// Encodes the rows of a worker for every sink, compresses whole blocks out of turn.
private final class EncodingConsumer: BatchConsumer {
  private final class Output {
    var bytes = ByteBuffer(capacity: 1 << 16)
    var blocks: [UInt8] = []
    var compressed: [UInt8] = []
    var encoder = BGZFEncoder()
  }

  private let writer: ArchiveWriter
  private let outputs: [Output]
  private var csv: [CSVRowEncoder] = []
  private var json: [JSONRowEncoder] = []
  private var details: [DetailEncoder?] = []
  private var blockNumber: Int?
  private var recordCount = 0

  init(_ writer: ArchiveWriter) {
    self.writer = writer
    outputs = writer.sinks.map { _ in Output() }
    for sink in writer.sinks {
      var columns: [Column] = []
      var table: DetailTable?
      switch sink.shape {
      case .records(let all): columns = all
      case .details(let nested): table = nested
      }
      csv.append(CSVRowEncoder(columns: columns))
      json.append(JSONRowEncoder(columns: columns))
      details.append(table.map(DetailEncoder.init))
    }
  }

  func prepare(_ batch: borrowing RecordBatch) {
    recordCount = 0
    for (index, sink) in writer.sinks.enumerated() {
      encode(batch, sink, index, to: &outputs[index].bytes)
    }
  }

  private func encode(
    _ batch: borrowing RecordBatch,
    _ sink: TableSink,
    _ index: Int,
    to out: inout ByteBuffer
  ) {
    out.removeAll()
    let count = batch.rows.count
    if sink.holdsRecords {
      for row in 0..<count where sink.takes(batch.rows[row].kind) { recordCount += 1 }
    }
    if var encoder = details[index] {
      for row in 0..<count where sink.takes(batch.rows[row].kind) {
        encoder.write(batch.rows[row], of: batch, to: &out)
      }
      details[index] = encoder
      return
    }
    switch sink.format {
    case .csv:
      var encoder = csv[index]
      for row in 0..<count where sink.takes(batch.rows[row].kind) {
        encoder.write(batch.rows[row], of: batch, to: &out)
      }
      csv[index] = encoder
    case .ndjson:
      var encoder = json[index]
      for row in 0..<count where sink.takes(batch.rows[row].kind) {
        encoder.write(batch.rows[row], of: batch, to: &out)
        out.append("\n")
      }
      json[index] = encoder
    case .json:
      var encoder = json[index]
      for row in 0..<count where sink.takes(batch.rows[row].kind) {
        out.append(",\n")
        encoder.write(batch.rows[row], of: batch, to: &out)
      }
      json[index] = encoder
    }
  }

  func commit() throws(ConversionError) {
    blockNumber = nil
    writer.recordCount += recordCount
    for (index, sink) in writer.sinks.enumerated() {
      let blocks = try sink.take(outputs[index].bytes)
      outputs[index].blocks = blocks
      if !blocks.isEmpty, blockNumber == nil {
        blockNumber = writer.nextBlockNumber
        writer.nextBlockNumber += 1
      }
    }
  }

  func complete() throws(ConversionError) {
    guard let blockNumber else { return }
    for output in outputs {
      output.compressed.removeAll(keepingCapacity: true)
      let blocks = output.blocks
      var start = 0
      while start < blocks.count {
        let end = start + BGZF.maximumDataSize
        output.encoder.encode(blocks.span.extracting(start..<end), to: &output.compressed)
        start = end
      }
    }
    guard writer.blockTurns.wait(for: blockNumber) else { return }
    for (index, sink) in writer.sinks.enumerated() where !outputs[index].compressed.isEmpty {
      let compressed = outputs[index].compressed
      try sink.write(compressed.span)
    }
    writer.blockTurns.advance()
  }

  func cancel() { writer.blockTurns.close() }
}
