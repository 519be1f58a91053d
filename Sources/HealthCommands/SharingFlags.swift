import ByteKit
import CommandLineKit
import HealthFormats
import HealthModel

/// What a command gives away of the records.
struct SharingFlags: Sendable {
  var types: [String] = []
  var redactions: [String] = []
  var keyFile: String?
  var dayShift: String?
  var coarsening: Coarsening?
  var manifest: String?

  /// To what times are cut.
  enum Coarsening: String, CaseIterable, Sendable {
    case day
  }

  private static let category = "Sharing"

  static let flags: [Flag<SharingFlags>] = [
    Flag(
      "share",
      .repeatable("TYPE"),
      in: category,
      help: "give away only these types, and of them only times, value and unit",
      details: "Sample types, correlations (with their members), activities, and workouts,"
        + " activity_summaries or characteristics. All else stays, also the archive's own facts.",
      update: .append(to: \.types)
    ),
    Flag(
      "redact",
      .repeatable("FIELDS"),
      in: category,
      help: "take out " + SharingOptions.Redaction.allCases.map(\.rawValue).joined(separator: ", "),
      completion: .words(SharingOptions.Redaction.allCases.map(\.rawValue)),
      update: .append(to: \.redactions)
    ),
    Flag(
      "pseudonymize",
      .value("KEYFILE"),
      in: category,
      help: "replace names of sources and devices and identifiers by keyed digests",
      details: "One key gives one name the same pseudonym in every file. Keep the key to yourself:"
        + " head -c 32 /dev/urandom > key",
      completion: .files,
      update: .set(\.keyFile)
    ),
    Flag(
      "shift-dates",
      .value("DAYS"),
      in: category,
      help: "move all dates by so many whole days, or by a random number; times of day stay",
      completion: .words(["random"]),
      update: .set(\.dayShift)
    ),
    Flag(
      "coarsen",
      .value("UNIT"),
      in: category,
      help: "cut times to their local day",
      update: .set(\.coarsening)
    ),
    Flag(
      "manifest",
      .value("FILE"),
      in: category,
      help: "write what was taken out as JSON (healthconv schema manifest)",
      completion: .files,
      update: .set(\.manifest)
    ),
  ]

  /// The options with their meaning, checked; the key is read by `pseudonyms`.
  func options() throws(UsageError) -> SharingOptions {
    var options = SharingOptions()
    if !types.isEmpty { options.share = try Self.sharedTypes(types) }
    for name in Self.list(redactions) {
      guard let redaction = SharingOptions.Redaction(rawValue: name) else {
        let known = SharingOptions.Redaction.allCases.map(\.rawValue)
        throw UsageError(
          .invalidValue,
          "--redact: there is no \"\(name)\" to take out; give \(known.joined(separator: ", "))",
          token: name,
          suggestion: suggestion(for: name, among: known)
        )
      }
      options.redactions.insert(redaction)
    }
    options.dayShift = try dayShift.map(Self.days)
    options.coarsensToDays = coarsening == .day
    if manifest != nil, keyFile == nil, !options.isActive {
      throw UsageError(.conflict, "--manifest: nothing is taken out; give --share or --redact")
    }
    return options
  }

  private static func list(_ values: [String]) -> [String] {
    values.flatMap { $0.split(separator: ",").map(String.init) }
  }

  private static func sharedTypes(_ names: [String]) throws(UsageError) -> SharedTypes {
    let kinds: Set<RecordKind> = [.workout, .activitySummary, .characteristics]
    var shared = SharedTypes()
    for name in list(names) {
      switch Catalogue.standard.entry(name) {
      case .quantity(let type)?: shared.samples.insert(type.name)
      case .category(let type)?: shared.samples.insert(type.name)
      case .correlation(let type)?: shared.correlations.insert(type.name)
      case .activity(let activity)?: shared.activities.insert(activity.name)
      case nil:
        if let kind = RecordKind(tableName: name), kinds.contains(kind) {
          shared.kinds.insert(kind)
        } else if name.hasPrefix("HK") {
          shared.samples.insert(name)
        } else {
          throw UsageError(
            .invalidValue,
            "--share: there is no type \"\(name)\"",
            token: name,
            suggestion: Catalogue.standard.suggestions(for: name).first
          )
        }
      }
    }
    return shared
  }

  private static func days(_ text: String) throws(UsageError) -> Int {
    // Into the past, so that nothing seems to come from the future.
    if text == "random" { return -Int.random(in: 1...365) }
    let limit = SharingOptions.dayShiftLimit
    guard let days = Int(text), (-limit...limit).contains(days) else {
      throw UsageError(
        .invalidValue,
        "--shift-dates: give a whole number of days up to \(limit), or random",
        token: text
      )
    }
    return days
  }

  /// The pseudonyms under the key of the file; nil when none are asked for.
  func pseudonyms() throws(ConversionError) -> Pseudonyms? {
    guard let keyFile else { return nil }
    let key: [UInt8]
    do throws(FileError) {
      key = try InputFile(path: keyFile).readAll(limit: 1 << 20)
    } catch {
      throw ConversionError(error)
    }
    guard let pseudonyms = Pseudonyms(key: key) else {
      throw ConversionError(
        "sharing.short-key",
        path: keyFile,
        "a key of \(key.count) bytes can be guessed; it needs \(Pseudonyms.minimumKeyLength)",
        advice: "make one: head -c 32 /dev/urandom > \(keyFile)"
      )
    }
    return pseudonyms
  }
}
