import ByteKit
import HealthModel
import JSONCodec

/// Checks the metadata of records: pairs that belong together, values of the wrong form.
struct MetadataChecks {
  private var tape = JSONTape()
  /// Time zones by their names; nil for what is none.
  private var zones: [String: ZoneCursor?] = [:]

  /// Checks the metadata of a row and returns the UTC offset in minutes that the zone in it has when
  /// the row starts, or `noOffset`.
  mutating func check(
    _ row: RecordRow,
    _ batch: borrowing RecordBatch,
    _ report: inout RowReport
  ) -> Int16 {
    let bytes = batch.arena.span
    var zoneMinutes = Timestamp.noOffset
    do { try tape.parse(bytes, row.metadata.range) } catch { return zoneMinutes }
    if let key = tape.duplicateKey(inObjectAt: 0, of: bytes) {
      let name = tape.text(at: key, in: bytes)
      report.note(.jsonDuplicateKey, .metadata, key: name, batch) { "\(name) is given twice" }
    }
    var hasIdentifier = false
    var hasVersion = false
    var index = 1
    while index + 1 < tape.tokens.count {
      let key = tape.tokens[index]
      let value = index + 1
      if bytes.ends(key.range, with: "SyncIdentifier") { hasIdentifier = true }
      if bytes.ends(key.range, with: "SyncVersion") { hasVersion = true }
      if bytes.ends(key.range, with: "TimeZone") {
        let name = tape.text(at: value, in: bytes)
        if zones[name] == nil {
          zones[name] = .some(ZoneRules(identifier: name).map { ZoneCursor($0) })
        }
        if let seconds = zones[name]??.offsetSeconds(at: row.start.seconds) {
          zoneMinutes = Int16(truncatingIfNeeded: seconds / 60)
        } else {
          let key = tape.text(at: index, in: bytes)
          report.note(.metaValue, .metadata, key: key, batch) { "\"\(name)\" is no time zone" }
        }
      } else if bytes.ends(key.range, with: "WeatherHumidity") {
        let text = tape.text(at: value, in: bytes)
        let percent = Double(text.prefix { "0123456789.-".contains($0) })
        if let percent, text.contains("%"), !(0...100).contains(percent) {
          let key = tape.text(at: index, in: bytes)
          report.note(.metaValue, .metadata, key: key, batch) { "humidity of \(text)" }
        }
      }
      index = Int(tape.tokens[value].next)
    }
    if hasIdentifier != hasVersion {
      report.note(.metaSyncPair, .metadata, batch) {
        hasIdentifier
          ? "a sync identifier without its version" : "a sync version without its identifier"
      }
    }
    return zoneMinutes
  }
}

extension Span<UInt8> {
  /// Whether a range ends in a literal.
  func ends(_ range: Range<Int>, with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    return range.count >= count && equals(text, at: range.upperBound - count..<range.upperBound)
  }
}
