import ByteKit
import HealthModel
import JSONCodec

/// Checks the metadata of records: pairs that belong together, values of the wrong form.
struct MetadataChecks {
  private var tape = JSONTape()
  /// Names of time zones, with whether they exist.
  private var zones: [String: Bool] = [:]

  mutating func check(
    _ row: RecordRow,
    _ batch: borrowing RecordBatch,
    _ report: inout RowReport
  ) {
    let bytes = batch.arena.span
    do { try tape.parse(bytes, row.metadata.range) } catch { return }
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
        let isKnown = zones[name] ?? (ZoneRules(identifier: name) != nil)
        zones[name] = isKnown
        if !isKnown {
          report.note(.metaValue, .metadata, batch) { "\"\(name)\" is no time zone" }
        }
      } else if bytes.ends(key.range, with: "WeatherHumidity") {
        let text = tape.text(at: value, in: bytes)
        let percent = Double(text.prefix { "0123456789.-".contains($0) })
        if let percent, text.contains("%"), !(0...100).contains(percent) {
          report.note(.metaValue, .metadata, batch) { "humidity of \(text)" }
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
  }
}

extension Span<UInt8> {
  /// Whether a range ends in a literal.
  func ends(_ range: Range<Int>, with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    return range.count >= count && equals(text, at: range.upperBound - count..<range.upperBound)
  }
}
