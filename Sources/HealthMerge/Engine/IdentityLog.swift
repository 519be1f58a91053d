import ByteKit
import HealthFormats

/// Notes under which times and types each identifier stood, to find those that moved.
///
/// Sixteen bytes a record; what does not fit in memory is sorted and spilled.
final class IdentityLog {
  private struct Entry: Comparable {
    var id: UInt64
    var place: UInt64

    static func < (a: Entry, b: Entry) -> Bool {
      a.id != b.id ? a.id < b.id : a.place < b.place
    }
  }

  private var entries: [Entry] = []
  private let limit: Int
  private let folder: String?
  private var spill: TemporaryFile?
  private var runs: [Range<Int>] = []
  private var failure: FileError?

  init(memory: Int, beside folder: String?) {
    limit = max(1 << 12, memory / MemoryLayout<Entry>.stride)
    self.folder = folder
  }

  func add(_ id: UInt64, _ entry: MergeEntry) {
    // A hash of all that places a record, the type too: another bucket is another place.
    var place = 0x9E37_79B9_7F4A_7C15 ^ UInt64(entry.series)
    for word in [entry.start, entry.end] {
      let product = (place ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
      place = product.high ^ product.low
    }
    entries.append(Entry(id: id, place: place))
    if entries.count >= limit { spillRun() }
  }

  /// The identifiers that stood in more than one place.
  func moved() throws(ConversionError) -> Set<UInt64> {
    var result: Set<UInt64> = []
    guard spill != nil || failure != nil else {
      entries.sort()
      for i in entries.indices.dropFirst() where entries[i].id == entries[i - 1].id {
        if entries[i].place != entries[i - 1].place { result.insert(entries[i].id) }
      }
      return result
    }
    spillRun()
    if let failure { throw ConversionError(failure) }
    guard let spill else { return result }
    do throws(FileError) {
      var cursors = try runs.map { run throws(FileError) in try Cursor(spill, run) }
      var last: Entry?
      while true {
        var least: Int?
        for index in cursors.indices {
          guard let entry = cursors[index].entry else { continue }
          if let best = least, let other = cursors[best].entry, other <= entry { continue }
          least = index
        }
        guard let least, let entry = cursors[least].entry else { break }
        if let last, last.id == entry.id, last.place != entry.place { result.insert(entry.id) }
        last = entry
        try cursors[least].advance()
      }
    } catch {
      throw ConversionError(error)
    }
    return result
  }

  private func spillRun() {
    if entries.isEmpty || failure != nil { return }
    entries.sort()
    do throws(FileError) {
      let file: TemporaryFile
      if let spill { file = spill } else { file = try TemporaryFile(beside: folder) }
      spill = file
      var bytes: [UInt8] = []
      entries.withUnsafeBytes { bytes.append(contentsOf: $0) }
      let start = try file.append(bytes.span)
      runs.append(start..<start + bytes.count)
    } catch {
      failure = error
    }
    entries.removeAll(keepingCapacity: true)
  }

  private struct Cursor {
    private let file: TemporaryFile
    private var next: Int
    private let end: Int
    private var block: [Entry] = []
    private var place = 0

    init(_ file: TemporaryFile, _ range: Range<Int>) throws(FileError) {
      self.file = file
      next = range.lowerBound
      end = range.upperBound
      try fill()
    }

    var entry: Entry? { place < block.count ? block[place] : nil }

    mutating func advance() throws(FileError) {
      place += 1
      if place == block.count { try fill() }
    }

    private mutating func fill() throws(FileError) {
      let stride = MemoryLayout<Entry>.stride
      let size = min(1 << 16, end - next) / stride * stride
      var read = [Entry](repeating: Entry(id: 0, place: 0), count: size / stride)
      var failure: FileError?
      let file = file
      let start = next
      read.withUnsafeMutableBytes { room in
        var done = 0
        do throws(FileError) {
          while done < size {
            let count = try file.read(
              at: start + done,
              into: UnsafeMutableRawBufferPointer(rebasing: room[done...])
            )
            if count == 0 { break }
            done += count
          }
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      next += size
      block = read
      place = 0
    }
  }
}

/// The records of identifiers that moved in time, which can't be joined where they stand.
///
/// A first run gathers them, then the winners are known, then a second run writes.
final class MovedRecords {
  /// What is to be done with a record.
  enum Decision {
    /// Join it where it stands.
    case ordinary
    /// It was only noted.
    case gathered
    /// Another version of it stands elsewhere.
    case replaced(MergeOutcome)
  }

  private let identifiers: Set<UInt64>
  private let policy: ConflictPolicy
  private var candidates: [StrongID: [BucketJoin.Candidate]] = [:]
  private var isGathering = true
  private var winners: [StrongID: Set<[UInt8]>] = [:]
  private var outcomes: [StrongID: [[UInt8]: MergeOutcome]] = [:]

  init(_ identifiers: Set<UInt64>, policy: ConflictPolicy) {
    self.identifiers = identifiers
    self.policy = policy == .fail ? .newest : policy
  }

  func concerns(_ hash: UInt64) -> Bool { hash != 0 && identifiers.contains(hash) }

  func decide(_ record: MergeRecord, snapshot: Int, exportDate: Timestamp?) -> Decision {
    guard let id = record.id else { return .ordinary }
    guard !isGathering else {
      candidates[id, default: []].append(
        BucketJoin.Candidate(
          record: record,
          snapshot: snapshot,
          exportDate: exportDate,
          index: candidates[id]?.count ?? 0
        )
      )
      return .gathered
    }
    if winners[id]?.contains(record.bytes) ?? true { return .ordinary }
    return .replaced(outcomes[id]?[record.bytes] ?? .conflict)
  }

  /// Decides, once all are gathered.
  func settle() {
    for (id, candidates) in candidates {
      let join = BucketJoin(candidates, policy: policy, collapsesTwins: false)
      winners[id] = Set(join.kept.map(\.record.bytes))
      for gone in join.gone {
        // The same in normal form stands in the same place: it is joined there, as a holder.
        // Not where the first one counts, which the place does not know.
        if gone.outcome == .identical, policy != .first {
          winners[id]?.insert(candidates[gone.index].record.bytes)
          continue
        }
        outcomes[id, default: [:]][candidates[gone.index].record.bytes] = gone.outcome
      }
    }
    candidates.removeAll()
    isGathering = false
  }
}
