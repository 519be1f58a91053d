/// What became of a group of records that another group took the place of.
public enum MergeOutcome: UInt8, Sendable, CaseIterable {
  /// The same in normal form.
  case identical
  /// The values agree within half a unit of the last digit of the coarser one.
  case rounding
  /// The other one has all of it and more.
  case richer
  /// The other one has a greater version.
  case newerVersion
  /// Anything else: the two contradict each other.
  case conflict

  /// The word in reports.
  public var name: String {
    switch self {
    case .identical: "identical"
    case .rounding: "rounding"
    case .richer: "richer"
    case .newerVersion: "newer-version"
    case .conflict: "conflict"
    }
  }
}

/// What to do about groups that contradict each other.
public enum ConflictPolicy: String, Sendable, CaseIterable {
  /// The greater one under the total order: version, members, digits, metadata, export date, bytes.
  case newest
  /// The one of the first input.
  case first
  /// Both stay.
  case keepBoth = "keep-both"
  /// The merge ends without an output.
  case fail
}
