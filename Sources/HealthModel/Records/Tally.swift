/// Counts of what happened to records: read = written + rejected + filtered + merged.
public struct RecordCounts: Sendable, Equatable {
  /// Records found in the input.
  public var read = 0
  /// Records in the output.
  public var written = 0
  /// Records that could not be understood.
  public var rejected = 0
  /// Records the filters left out.
  public var filtered = 0
  /// Records that were the same as others.
  public var merged = 0

  /// No records.
  public init() {}

  /// Whether every record read is accounted for.
  public var isConserved: Bool { read == written + rejected + filtered + merged }

  /// Adds other counts.
  public static func += (total: inout RecordCounts, part: RecordCounts) {
    total.read += part.read
    total.written += part.written
    total.rejected += part.rejected
    total.filtered += part.filtered
    total.merged += part.merged
  }
}

/// Counts by kind and by type symbol over one chunk.
public struct Tally: Sendable {
  /// Counts by kind, in the order of `RecordKind.allCases`.
  public private(set) var byKind = [RecordCounts](
    repeating: RecordCounts(),
    count: RecordKind.allCases.count
  )
  /// Samples by the symbol of their type: how many were written and filtered out.
  public private(set) var samples: [(written: Int, filtered: Int)] = []
  /// What was taken out before records are shared; nil as long as nothing was.
  public var sharing: SharingCounts?

  /// No records.
  public init() {}

  /// Forgets everything.
  public mutating func removeAll() {
    for index in byKind.indices { byKind[index] = RecordCounts() }
    for index in samples.indices { samples[index] = (0, 0) }
    sharing = nil
  }

  /// Counts a record that was decoded, before anything is decided about it.
  public mutating func read(_ kind: RecordKind) { byKind[Int(kind.rawValue)].read &+= 1 }

  /// Counts a decoded record that is rejected.
  public mutating func rejected(_ kind: RecordKind) {
    byKind[Int(kind.rawValue)].rejected &+= 1
  }

  /// Counts a record that goes on.
  public mutating func wrote(_ kind: RecordKind, _ type: Symbol) {
    byKind[Int(kind.rawValue)].written &+= 1
    if kind == .sample {
      grow(type)
      samples[Int(type.index)].written &+= 1
    }
  }

  /// Counts a record that a filter leaves out.
  public mutating func filtered(_ kind: RecordKind, _ type: Symbol) {
    byKind[Int(kind.rawValue)].filtered &+= 1
    if kind == .sample {
      grow(type)
      samples[Int(type.index)].filtered &+= 1
    }
  }

  @inline(__always)
  private mutating func grow(_ type: Symbol) {
    while samples.count <= Int(type.index) { samples.append((0, 0)) }
  }
}
