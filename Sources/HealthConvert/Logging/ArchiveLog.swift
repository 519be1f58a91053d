import ByteKit
import Foundation
import GzipCodec
import HealthFormats
import HealthModel
import HealthUnits
import JSONCodec

/// Adds records to an archive of this program, one after the other, over years.
///
///     let path = "weight.ndjson.gz"
///     let log = ArchiveLog(path: path)
///     var sample = Sample(type: "BodyMass", startDate: .now(), unit: "lb")
///     sample.value = .quantity(ExactDecimal(165))
///     let written = try log.append([.sample(sample)])
///
/// The archive is NDJSON or the canonical CSV table, plain or compressed; a missing one is made, in
/// the form that its name tells. Values are written in their canonical units. The new content is
/// written beside the old one, brought to the disk and renamed, so that whatever happens the archive
/// is the old one or the new one; writers wait for each other.
public struct ArchiveLog: Sendable {
  /// Why nothing was added.
  public enum Failure: Error, Sendable, Equatable {
    /// A record is not as it should be.
    case refused(LogRefusal)
    /// The archive can't be read or written.
    case failed(ConversionError)
  }

  /// The archive.
  public let path: String
  /// The time that has come: later ones are refused, and it is the date of writing.
  public var now: Timestamp
  /// Called when another writer has to be waited for.
  public var waiting: @Sendable () -> Void = {}

  /// A log in an archive, which need not exist.
  public init(path: String, now: Timestamp = .now()) {
    self.path = path
    self.now = now
  }

  /// Adds samples and workouts, all of them or none; returns them as they were written, with their
  /// identifiers.
  @discardableResult
  public func append(_ records: [HealthRecord]) throws(Failure) -> [HealthRecord] {
    let check = LogCheck(now: now)
    do throws(LogRefusal) {
      for record in records { try check.check(record) }
    } catch {
      throw .refused(error)
    }
    let objects = records.compactMap(completed)
    let lock: FileLock
    do throws(FileError) {
      lock = try FileLock(of: path, waiting: waiting)
    } catch {
      throw .failed(ConversionError(error))
    }
    defer { withExtendedLifetime(lock) {} }
    do throws(ConversionError) {
      return try write(objects)
    } catch {
      throw .failed(error)
    }
  }

  /// The canonical object of a record, with an identifier and the date of writing.
  private func completed(_ record: HealthRecord) -> JSONValue? {
    func complete(_ origin: inout Origin) {
      origin.uuid = origin.uuid ?? UUID().uuidString
      origin.creationDate = origin.creationDate ?? now
    }
    switch record {
    case .sample(var sample):
      complete(&sample.origin)
      return sample.json
    case .workout(var workout):
      complete(&workout.origin)
      return workout.json
    default: return nil
    }
  }
}

// MARK: - What is in it

extension ArchiveLog {
  /// The last body mass in the archive that was measured by a time; nil when there is none.
  public func latestWeight(until end: Timestamp) throws(ConversionError) -> Quantity? {
    guard FileIdentity(path: path) != nil else { return nil }
    var reader = ArchiveReader(inputs: [path])
    reader.reading.filter.types = ["BodyMass"]
    var latest: Sample?
    do {
      try reader.forEach { record in
        guard case .sample(let sample) = record, sample.type == "BodyMass" else { return }
        let time = sample.endDate ?? sample.startDate
        if end.precedes(time) { return }
        if let known = latest, time.precedes(known.endDate ?? known.startDate) { return }
        latest = sample
      }
    } catch let error as ConversionError {
      throw error
    } catch {
      throw ConversionError("log.unreadable", path: path, "\(error)")
    }
    guard case .quantity(let number)? = latest?.value, let unit = latest?.unit,
      let known = try? UnitRegistry.standard.unit(unit)
    else { return nil }
    return Quantity(number, known)
  }
}

// MARK: - The file

extension ArchiveLog {
  /// What is there, and how it goes on.
  private struct Form {
    var format: OutputFormat
    var isCompressed: Bool
    /// What stands before the new lines in the same text.
    var before: [UInt8]
    /// How many bytes of the old file stay.
    var kept: Int
  }

  private func write(_ objects: [JSONValue]) throws(ConversionError) -> [HealthRecord] {
    let form = try form()
    let (lines, records) = try CanonicalRecords.lines(of: objects, form.format)
    var end = form.before + lines
    if form.isCompressed {
      var blocks: [UInt8] = []
      var encoder = BGZFEncoder()
      encoder.encode(end.span, to: &blocks)
      end = blocks + BGZF.endMarker
    }
    do throws(FileError) {
      let output = try OutputFile(path: path, replacing: true)
      if form.kept > 0 { try copy(form.kept, to: output) }
      try output.write(end.span)
      try output.commit()
    } catch {
      throw ConversionError(error)
    }
    return records
  }

  private func form() throws(ConversionError) -> Form {
    let file: InputFile?
    do throws(FileError) {
      file = FileIdentity(path: path) == nil ? nil : try InputFile(path: path)
    } catch {
      throw ConversionError(error)
    }
    guard let file, file.size != 0 else { return try newForm() }
    guard let size = file.size else {
      throw ConversionError("log.no-file", path: path, "an archive is a file, not a pipe")
    }
    let archive = try AppendableArchive(reading: path)
    var kept = size
    if archive.isCompressed, try endsWithMarker(file, size) { kept -= BGZF.endMarker.count }
    return Form(
      format: archive.format,
      isCompressed: archive.isCompressed,
      before: archive.lacksLineEnd ? [0x0A] : [],
      kept: kept
    )
  }

  private func newForm() throws(ConversionError) -> Form {
    let named = OutputFormat.of(name: path)
    guard let format = named.format, format != .json else {
      throw ConversionError(
        "log.unknown-form",
        path: path,
        named.format == .json
          ? "a JSON document ends in a bracket, so nothing can be added to it"
          : "the name tells no form for a new archive",
        advice: "end it in .ndjson, .ndjson.gz, .csv or .csv.gz"
      )
    }
    return Form(
      format: format,
      isCompressed: named.isCompressed,
      before: AppendableArchive.opening(format),
      kept: 0
    )
  }

  /// Whether a compressed file ends in the empty block after which nothing is read.
  private func endsWithMarker(_ file: InputFile, _ size: Int) throws(ConversionError) -> Bool {
    let marker = BGZF.endMarker
    guard size >= marker.count else { return false }
    do throws(FileError) {
      return try read(file, marker.count, at: size - marker.count).bytes == marker
    } catch {
      throw ConversionError(error)
    }
  }

  private func read(
    _ file: InputFile,
    _ count: Int,
    at offset: Int
  ) throws(FileError) -> ByteBuffer {
    var block = ByteBuffer(capacity: count)
    try block.append(upTo: count) { (room) throws(FileError) in
      try file.readFully(at: offset, into: room)
    }
    return block
  }

  private func copy(_ count: Int, to output: OutputFile) throws(FileError) {
    let file = try InputFile(path: path)
    var done = 0
    while done < count {
      let wanted = min(1 << 20, count - done)
      let block = try read(file, wanted, at: done)
      // Somebody who asks for no lock has cut it.
      guard block.count == wanted else {
        throw FileError(operation: "read", path: path, code: EIO)
      }
      try output.write(block.span)
      done += wanted
    }
  }
}
