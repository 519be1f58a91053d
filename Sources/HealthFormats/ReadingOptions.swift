import ByteKit
import CSVCodec
import Foundation
import HealthModel
import HealthUnits
import JSONCodec

/// How inputs are read and their records brought into form.
public struct ReadingOptions: Sendable {
  /// The format to take for granted.
  public var format: InputFormat?
  /// The zone of times without an offset; nil makes such a time an error.
  public var assumedZone: ZoneRules?
  /// How to read dates such as `03/04/2026`; nil decides by the whole file.
  public var dayMonthOrder: DayMonthOrder?
  /// The decimal mark of tables; nil decides by the whole file.
  public var decimalMark: DecimalMark?
  /// The delimiter of tables; nil recognises it.
  public var delimiter: UInt8?
  /// Whether `\"` stands for a quote in tables.
  public var hasBackslashEscapes = false
  /// Units of the result.
  public var units = UnitPolicy()
  /// The units that are understood.
  public var unitRegistry = UnitRegistry.standard
  /// Which records are wanted.
  public var filter = RecordFilter()
  /// What of the records is given away.
  public var sharing = SharingOptions()
  /// Offsets of the result.
  public var zone = ZoneChoice.original
  /// Whether the first reject ends the run.
  public var isStrict = false
  /// Whether a table may be read by what its first rows say of its decimal mark.
  ///
  /// Whoever says so watches `RecordBatch.contradictsSurvey` and reads the table again without
  /// this when a later row says otherwise; the result is the same, and most tables are read once.
  package var mayReadAgain = false
  /// How many threads work.
  public var threads = ProcessInfo.processInfo.activeProcessorCount
  /// How many findings of each code are kept of a chunk.
  public var examplesKept = FindingLog.examplesKept
  /// Whether the places of all findings are kept, and fields that nobody knows are noted.
  package var keepsPlaces = false
  /// About how many bytes a chunk has.
  public var chunkSize = 1 << 19

  /// The defaults.
  public init() {}
}
