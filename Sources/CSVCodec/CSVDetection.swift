/// What the first records say about the dialect of a file.
public struct CSVDetection: Sendable, Equatable {
  /// The dialect to read the file with.
  public var dialect: CSVDialect
  /// The number of columns of the first record.
  public var columns: Int
  /// Whether another delimiter explains the records as well, or none does so well.
  public var isAmbiguous: Bool
}

extension CSVDialect {
  private static let sampleRecords = 64

  /// Finds the delimiter from the beginning of a file.
  ///
  /// A `sep=` line decides. Otherwise a delimiter must cut the first record into several fields
  /// outside quotes, and of those the one wins that gives the following records as many. A single
  /// column of numbers with decimal commas is not cut. The bytes are UTF-8 and may begin with a
  /// byte order mark; `isWholeFile` says that no bytes follow them.
  public static func detect(_ bytes: Span<UInt8>, isWholeFile: Bool) -> CSVDetection {
    let preamble = CSVPreamble(bytes)
    if let delimiter = preamble.delimiter {
      let dialect = CSVDialect(delimiter: delimiter, hasSepLine: true)
      let columns = DelimiterProfile(bytes, preamble.end, dialect, 1, isWholeFile).columns
      return CSVDetection(dialect: dialect, columns: columns, isAmbiguous: false)
    }
    var profiles: [DelimiterProfile] = []
    for delimiter in detectableDelimiters {
      let dialect = CSVDialect(delimiter: delimiter)
      profiles.append(
        DelimiterProfile(bytes, preamble.end, dialect, sampleRecords, isWholeFile)
      )
    }
    let candidates = profiles.filter { $0.columns > 1 && !$0.isSingleDecimalColumn }
      .sorted { $0.isBetter(than: $1) }
    guard let best = candidates.first else { return singleColumn(profiles) }
    let hasRival = candidates.count > 1 && !best.isBetter(than: candidates[1])
    return CSVDetection(
      dialect: best.dialect,
      columns: best.columns,
      isAmbiguous: hasRival || best.matching * 2 < best.rows
    )
  }

  /// One column: a delimiter that never occurs leaves every cell whole.
  private static func singleColumn(_ profiles: [DelimiterProfile]) -> CSVDetection {
    let decimals = profiles.first { $0.separators > 0 && $0.isDecimalText }
    let unused = profiles.first { $0.columns == 1 && $0.separators == 0 && $0.failures == 0 }
    let isClean = profiles[0].separators == 0 || decimals != nil
    let dialect = isClean ? unused?.dialect ?? .rfc4180 : .rfc4180
    return CSVDetection(dialect: dialect, columns: 1, isAmbiguous: !isClean)
  }
}
