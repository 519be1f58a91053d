import ByteKit
import HealthFormats
import HealthModel

/// What a merge knows before the first record: which inputs there are, directly and through
/// archives that were merged before, and what the new archive says of itself.
struct MergeHeader {
  /// All inputs that records can come from, by their numbers.
  private(set) var all: [ArchiveFacts.Input] = []
  /// The facts of the new archive.
  private(set) var facts = ArchiveFacts()
  private var own: [Int: [Int]] = [:]
  private var snapshots: [Int: Int] = [:]
  private let series: SeriesTable
  private let origins: OriginTable

  init(
    _ inputs: [MergeInput],
    series: SeriesTable,
    origins: OriginTable,
    options: MergeOptions
  ) throws(ConversionError) {
    self.series = series
    self.origins = origins
    var numbers: [String: Int] = [:]
    var archives: [String: Int] = [:]
    for input in inputs {
      var list = input.facts.inputs
      if list.isEmpty {
        let digest = options.writesProvenance ? try input.findDigest() : "#\(input.ordinal)"
        list = [
          ArchiveFacts.Input(
            sha256: digest,
            format: input.format.rawValue,
            exportDate: input.facts.exportDate
          )
        ]
      }
      for item in list {
        let number = numbers[item.sha256] ?? all.count
        if number == all.count {
          numbers[item.sha256] = number
          all.append(item)
        }
        own[input.ordinal, default: []].append(number)
      }
      // Shards of one archive are one snapshot, and so are the tables of one zip archive.
      let snapshot =
        options.isConcatenation
        ? 0
        : input.facts.archiveID.map { archives[$0] ?? inputs.count + archives.count }
          ?? input.number
      if let id = input.facts.archiveID { archives[id] = snapshot }
      snapshots[input.ordinal] = snapshot
    }
    findFacts(inputs, options)
  }

  private mutating func findFacts(_ inputs: [MergeInput], _ options: MergeOptions) {
    // The latest export speaks for all; the texts decide between equals, not the order.
    let latest = inputs.max { a, b in
      let x = (a.facts.exportDate?.seconds ?? .min, a.facts.exportVersion ?? -1)
      let y = (b.facts.exportDate?.seconds ?? .min, b.facts.exportVersion ?? -1)
      return x != y ? x < y : (a.facts.locale ?? "") < (b.facts.locale ?? "")
    }
    if let latest {
      facts.exportDate = latest.facts.exportDate
      facts.locale = latest.facts.locale
      facts.exportVersion = latest.facts.exportVersion
    }
    facts.resolved =
      options.resolve.policy.isTerminal
      ? options.resolve.policy.rawValue : inputs.compactMap(\.facts.resolved).min()
    if options.writesProvenance { facts.inputs = all.sorted { $0.sha256 < $1.sha256 } }
  }

  /// The place of each input in the list of the new header.
  var places: [Int] {
    let order = all.indices.sorted { all[$0].sha256 < all[$1].sha256 }
    var places = [Int](repeating: 0, count: all.count)
    for (place, number) in order.enumerated() { places[number] = place }
    return places
  }

  /// When each input was exported.
  var dates: [Timestamp?] { all.map(\.exportDate) }

  /// Which snapshot an input is, or is a part of.
  func snapshot(of input: MergeInput) -> Int { snapshots[input.ordinal] ?? input.number }

  /// What the blocks of an input share.
  func context(of input: MergeInput, form: RowLines.Form) -> BlockContext {
    let numbers = own[input.ordinal] ?? []
    return BlockContext(
      form: form,
      series: series,
      origins: origins,
      ownOrigin: origins.number(of: Array(Set(numbers)).sorted()),
      originMap: numbers
    )
  }
}
