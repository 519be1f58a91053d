import ByteKit
import HealthModel

/// What of the records is given away; everything when nothing is asked for.
///
/// As soon as anything is asked for, only what is modelled leaves: elements that nobody knows can't
/// be searched for names and dates, so they stay.
public struct SharingOptions: Sendable {
  /// Parts of records that are taken out.
  public enum Redaction: String, Sendable, CaseIterable {
    /// Names and versions of sources.
    case source
    /// Devices.
    case device
    /// What writers attached to records.
    case metadata
    /// Identifiers of records, also those in metadata.
    case uuid
    /// The facts about the person, as whole records.
    case characteristics
  }

  /// The only records that leave, with the fields they need; nil for all.
  public var share: SharedTypes?
  /// What is taken out.
  public var redactions: Set<Redaction> = []
  /// Gives names and identifiers their pseudonyms.
  public var pseudonyms: Pseudonyms?
  /// By how many whole days all dates are moved.
  public var dayShift: Int?
  /// Whether times are cut to their day.
  public var coarsensToDays = false

  /// Gives everything away.
  public init() {}

  /// Whether anything is asked for.
  public var isActive: Bool {
    share != nil || !redactions.isEmpty || pseudonyms != nil || changesDates
  }

  /// Whether dates do not stay as they are.
  var changesDates: Bool { dayShift != nil || coarsensToDays }

  /// The furthest that dates are moved: a hundred years.
  public static let dayShiftLimit = 36_525

  /// What the archive may say of itself: no inputs and identifiers, and under `share` nothing.
  package func facts(_ facts: ArchiveFacts) -> ArchiveFacts {
    guard isActive else { return facts }
    var own = ArchiveFacts()
    if share != nil { return own }
    own.exportDate = facts.exportDate.flatMap { DateChange(self).applied(to: $0) }
    own.locale = facts.locale
    own.exportVersion = facts.exportVersion
    own.resolved = facts.resolved
    return own
  }
}

/// The types that may leave; all others stay.
public struct SharedTypes: Sendable, Equatable {
  /// Canonical names of sample types.
  public var samples: Set<String> = []
  /// Canonical names of correlation types; their members are theirs.
  public var correlations: Set<String> = []
  /// Canonical names of workout activities.
  public var activities: Set<String> = []
  /// Kinds that are shared whole, such as activity summaries.
  public var kinds: Set<RecordKind> = []

  /// Nothing at all.
  public init() {}

  /// Whether records of a kind and type leave.
  func includes(_ kind: RecordKind, _ type: String) -> Bool {
    if kinds.contains(kind) { return true }
    return switch kind {
    case .sample: samples.contains(type)
    case .correlation: correlations.contains(type)
    case .workout: activities.contains(type)
    case .archive, .activitySummary, .characteristics, .other: false
    }
  }
}
