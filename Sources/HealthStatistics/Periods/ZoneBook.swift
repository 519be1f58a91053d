import ByteKit
import HealthModel
import Synchronization

/// Which zone says where a sample's day begins and ends.
public enum ZoneSource: Sendable {
  /// One zone for all.
  case given(ZoneRules)
  /// The zone a sample names in its metadata (HKTimeZone), else the UTC offset it was written with.
  case recorded
  /// The UTC offset each sample was written with.
  case written
}

/// How many samples were placed by a zone.
public struct ZoneUse: Sendable, Equatable {
  /// How the zone was known.
  public enum Origin: String, Sendable, CaseIterable {
    /// It was asked for.
    case given
    /// The samples name it.
    case recorded
    /// The samples were written with this offset.
    case written
    /// The samples have days, or times without an offset; these are taken as they stand.
    case none
  }

  /// The zone's IANA name or its offset.
  public var zone: String
  /// How it was known.
  public var origin: Origin
  /// How many samples.
  public var samples: Int

  /// A use of a zone.
  public init(zone: String, origin: Origin, samples: Int) {
    self.zone = zone
    self.origin = origin
    self.samples = samples
  }
}

/// The zones of a run, by small numbers that all workers share.
final class ZoneBook: Sendable {
  private struct State {
    var zones: [(name: String, origin: ZoneUse.Origin, rules: ZoneRules)] = []
    var numbers: [String: UInt16] = [:]
    var counts: [Int] = []
  }

  private let state = Mutex(State())

  init() {}

  /// The number of a zone; nil when nobody knows its name.
  func number(name: String, origin: ZoneUse.Origin, rules: ZoneRules? = nil) -> UInt16? {
    let key = origin.rawValue + " " + name
    if let known = state.withLock({ $0.numbers[key] }) { return known }
    guard let rules = rules ?? ZoneRules(identifier: name) else { return nil }
    return state.withLock { state in
      if let known = state.numbers[key] { return known }
      guard state.zones.count < UInt16.max else { return nil }
      let number = UInt16(state.zones.count)
      state.zones.append((name, origin, rules))
      state.counts.append(0)
      state.numbers[key] = number
      return number
    }
  }

  /// The rules of a number.
  func rules(_ number: UInt16) -> ZoneRules { state.withLock { $0.zones[Int(number)].rules } }

  /// Counts samples.
  func count(_ samples: Int, of number: Int) {
    state.withLock { $0.counts[number] += samples }
  }

  /// Who was used, most first.
  var uses: [ZoneUse] {
    state.withLock { state in
      zip(state.zones, state.counts).filter { $1 > 0 }
        .map { ZoneUse(zone: $0.name, origin: $0.origin, samples: $1) }
        .sorted {
          ($1.samples, $0.origin.rawValue, $0.zone) < ($0.samples, $1.origin.rawValue, $1.zone)
        }
    }
  }

  /// The rules of the only zone that was used; nil when there were several.
  var only: ZoneRules? {
    state.withLock { state in
      let used = state.zones.indices.filter { state.counts[$0] > 0 }
      let names = Set(used.map { state.zones[$0].name })
      return names.count == 1 ? used.first.map { state.zones[$0].rules } : nil
    }
  }
}
