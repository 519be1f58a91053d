/// The character before the fraction of a number.
public enum DecimalMark: Sendable, Equatable {
  /// `80.1`
  case point
  /// `80,1`
  case comma
}

/// Decides one decimal mark for a file from its number-like cells.
///
/// A cell votes when it can be read in one way only: `5,4` and `0,125` for the comma, `1.38` and
/// `1,234.5` for the point. `1,380` could be either and does not vote.
public struct DecimalMarkVote: Sendable, Equatable {
  /// What the cells say together.
  public enum Verdict: Sendable, Equatable {
    /// No cell voted.
    case undecided
    /// Every vote was for the point.
    case point
    /// Every vote was for the comma.
    case comma
    /// There were votes for both.
    case mixed
  }

  /// The cells that can only be read with a point.
  public private(set) var points: Int = 0
  /// The cells that can only be read with a comma.
  public private(set) var commas: Int = 0
  /// The cells that have a mark and could be read either way.
  public private(set) var ambiguous: Int = 0

  /// Starts with no votes.
  public init() {}

  /// What the cells looked at so far say.
  public var verdict: Verdict {
    if points > 0, commas > 0 { return .mixed }
    if points > 0 { return .point }
    return commas > 0 ? .comma : .undecided
  }

  /// The mark to read ambiguous cells with; nil where that would be a guess.
  ///
  /// Without a vote the point is taken in a file that a comma delimits, as every program writes it.
  public func mark(delimiter: UInt8) -> DecimalMark? {
    switch verdict {
    case .point: .point
    case .comma: .comma
    case .undecided: delimiter == Byte.comma ? .point : nil
    case .mixed: nil
    }
  }

  /// Counts the vote of one cell; text that is no number has none.
  public mutating func look(at bytes: Span<UInt8>, _ range: Range<Int>) {
    switch NumberShape(bytes, range)?.reading {
    case .decimal(.point), .grouped(_, .point): points += 1
    case .decimal(.comma), .grouped(_, .comma): commas += 1
    case .ambiguous: ambiguous += 1
    case .plain, .grouped(_, nil), .malformed, nil: break
    }
  }

  /// Adds the votes that another part of the file gave.
  public mutating func merge(_ other: DecimalMarkVote) {
    points += other.points
    commas += other.commas
    ambiguous += other.ambiguous
  }
}
