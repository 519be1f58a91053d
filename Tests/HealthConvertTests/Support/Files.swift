import Foundation
import GzipCodec
import HealthFormats
import TestSupport

/// The exports among the fixtures.
enum Exports {
  static let valid = Fixtures.names(in: "apple/valid").map { "valid/" + $0 }
  static let invalid = Fixtures.names(in: "apple/invalid").map { "invalid/" + $0 }
  static let files = (valid + invalid).filter { $0.hasSuffix(".xml") }

  static func path(_ name: String) -> String { Fixtures.path("apple/" + name) }

  /// One canonical archive of all valid fixtures, in a format.
  static func archive(_ format: OutputFormat, zip: Bool = false) throws -> [UInt8] {
    var trial = Trial(format: format)
    trial.inputs = valid.filter { $0.hasSuffix(".xml") }.map(path)
    if zip { trial.inputs.append(path("export.zip")) }
    return try trial.run().outcome?.output ?? []
  }
}

/// UTF-8 text as UTF-16 with a byte order mark.
func utf16(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
  var out: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
  for unit in String(decoding: bytes, as: UTF8.self).utf16 {
    let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    out += isBigEndian ? pair : pair.reversed()
  }
  return out
}

/// An export of records given as text.
func export(_ records: String, indent: String = "\n ") -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <HealthData locale="en_GB">
   <ExportDate value="2024-05-01 10:00:00 +0200"/>
  \(records)
  </HealthData>

  """
}

/// A step record.
func steps(_ value: String, at start: String = "2024-04-30 08:00:00 +0200") -> String {
  """
   <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
  startDate="\(start)" endDate="\(start)" value="\(value)"/>
  """
}
