import ByteKit
import HealthFormats
import HealthMerge
import HealthModel

/// Converts into shards: all of them appear, or none.
struct ShardedConversion {
  private let conversion: Conversion
  private let shards: ShardPlan

  init(_ conversion: Conversion, _ shards: ShardPlan) {
    self.conversion = conversion
    self.shards = shards
  }

  func run() throws(ConversionError) -> ConversionResult {
    guard case .file(let path) = conversion.output.target, conversion.output.singleTable == nil,
      conversion.sort == nil
    else {
      throw ConversionError(
        "shards.no-file",
        "shards are whole archives, in the order of the input",
        advice: "name a file as output, and give neither --records nor --sort"
      )
    }
    let plans = (0..<shards.count).map { shard in
      var plan = conversion.output
      plan.target = .file(shards.path(of: shard, path))
      return plan
    }
    for plan in plans {
      try OutputPaths(plan, conversion.rejectsPath).check(against: conversion.inputs)
    }
    let opener = InputOpener(format: conversion.reading.format)
    var opened: [OpenedInput] = []
    for path in conversion.inputs { opened += try opener.open(path) }
    let rejects = RejectFile(
      path: conversion.rejectsPath,
      replacing: conversion.output.replacesExisting
    )
    var writers: [ArchiveWriter] = []
    do throws(ConversionError) {
      for plan in plans { writers.append(try ArchiveWriter(plan)) }
      return try write(opened, writers, rejects)
    } catch {
      rejects.discard()
      for writer in writers { writer.discard() }
      throw error
    }
  }

  private func write(
    _ opened: [OpenedInput],
    _ writers: [ArchiveWriter],
    _ rejects: RejectFile
  ) throws(ConversionError) -> ConversionResult {
    var result = ConversionResult()
    for input in opened { result.companions.add(input.companions) }
    var book = RunBook()
    let archive = try archiveID()
    let router = ShardRouter(writers, shards, format: conversion.output.format)
    do throws(ConversionError) {
      try conversion.read(
        opened,
        rejects,
        &book,
        &result,
        begin: { facts throws(ConversionError) in
          for (index, writer) in writers.enumerated() {
            var own = facts
            own.archiveID = archive
            own.shard = ArchiveFacts.Shard(index: index, count: shards.count)
            try writer.begin(own)
          }
        },
        makeConsumer: { ShardConsumer(router) }
      )
      try conversion.promote(rejects, &book) { ShardConsumer(router) }
      try router.finish()
    } catch {
      router.cancel()
      throw error
    }
    let total = book.report.total
    guard total.isConserved, total.written == writers.reduce(0, { $0 + $1.recordCount }) else {
      throw ConversionError(
        "internal.conservation",
        "records were lost: \(total)",
        advice: "this is a defect of healthconv: please report it; nothing was written"
      )
    }
    try rejects.flush()
    for writer in writers { try writer.finish() }
    try rejects.commit()
    result.report = book.report
    result.rejectsPath = rejects.savedPath
    result.unsavedRejects = rejects.unsaved
    return result
  }

  /// What the shards share: a digest of the inputs, so that the same inputs give the same bytes.
  private func archiveID() throws(ConversionError) -> String {
    var hash = SHA256()
    for path in conversion.inputs {
      let isFile = path != "-" && FileIdentity(path: path) != nil && !path.hasSuffix("/")
      let text = isFile ? (try? FileDigest.sha256(path)) ?? path : path
      hash.update(Array("\(text)\n".utf8).span)
    }
    hash.update(Array("\(shards.count) \(shards.key.rawValue)".utf8).span)
    return String(hash.hexadecimal().prefix(32))
  }
}

/// Sends lines to the shards they belong to, in the order of the input.
final class ShardRouter: @unchecked Sendable {
  // Used by the thread whose turn it is.
  let shards: ShardPlan
  let format: OutputFormat
  private let writers: [LineWriter]
  private var buffers: [LineBuffer] = []
  private var number = 0

  /// Lines of one shard that wait to be written.
  private final class LineBuffer {
    var bytes = ByteBuffer(capacity: 1 << 16)
    var records = 0
  }

  init(_ writers: [ArchiveWriter], _ shards: ShardPlan, format: OutputFormat) {
    self.shards = shards
    self.format = format
    self.writers = writers.map { LineWriter($0, threads: 1) }
    buffers = writers.map { _ in LineBuffer() }
  }

  /// Takes the lines of a chunk with their keys; by record the key is the place in the input.
  func take(
    _ text: borrowing ByteBuffer,
    _ lines: [(key: Int, length: Int)]
  ) throws(ConversionError) {
    var start = 0
    for line in lines {
      let key = shards.key == .record ? number : line.key
      number += 1
      let shard = ((key % shards.count) + shards.count) % shards.count
      let buffer = buffers[shard]
      buffer.bytes.append(text.span, start..<start + line.length)
      buffer.records += 1
      start += line.length
      if buffer.bytes.count >= 1 << 18 { try flush(shard) }
    }
  }

  private func flush(_ shard: Int) throws(ConversionError) {
    try writers[shard].write(buffers[shard].bytes, records: buffers[shard].records)
    buffers[shard].bytes.removeAll()
    buffers[shard].records = 0
  }

  func finish() throws(ConversionError) {
    for shard in writers.indices {
      if buffers[shard].records > 0 { try flush(shard) }
      try writers[shard].finish()
    }
  }

  func cancel() { for writer in writers { writer.cancel() } }
}

/// Encodes the rows of a worker as lines with the keys of their shards.
private final class ShardConsumer: BatchConsumer {
  private let router: ShardRouter
  private var lines: RowLines
  private var text = ByteBuffer(capacity: 1 << 16)
  private var keys: [(key: Int, length: Int)] = []

  init(_ router: ShardRouter) {
    self.router = router
    lines = RowLines(router.format == .csv ? .csv : .json)
  }

  func prepare(_ batch: borrowing RecordBatch) {
    text.removeAll()
    keys.removeAll(keepingCapacity: true)
    for index in 0..<batch.rows.count {
      let before = text.count
      if router.format == .json { text.append(",\n") }
      lines.append(batch.rows[index], of: batch, to: &text)
      if router.format == .ndjson { text.append("\n") }
      keys.append((key(of: batch.rows[index], batch), text.count - before))
    }
  }

  private func key(of row: RecordRow, _ batch: borrowing RecordBatch) -> Int {
    switch router.shards.key {
    case .record: return 0
    case .day: return row.dates.contains(.start) ? Int(row.start.localDate.daysSince1970) : 0
    case .type:
      // A hash of the name, which does not depend on what else is in the archive.
      var hash = UInt64(row.kind.rawValue) &+ 0xCBF2_9CE4_8422_2325
      for byte in batch.symbols.type.text(row.type).utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      }
      return Int(truncatingIfNeeded: hash >> 1)
    }
  }

  func commit() throws(ConversionError) { try router.take(text, keys) }
}
