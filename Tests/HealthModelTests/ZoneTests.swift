import ByteKit
import Foundation
import HealthModel
import TestSupport
import Testing

/// One row of zones.ndjson: a wall clock, a zone and the instants at which it showed that.
struct ZoneRow: Codable, Sendable, CustomTestStringConvertible {
  struct Instant: Codable, Sendable {
    var seconds: Int64
    var offset: Int
  }
  var id: String
  var wall: String
  var zone: String
  var kind: String
  var instants: [Instant]

  var testDescription: String { "\(id) \(zone) \(wall) \(kind)" }

  static let all: [ZoneRow] = {
    let path = Shared.path("conformance/dates/zones.ndjson")
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(ZoneRow.self, from: Data($0.utf8))
    }
  }()
}

/// The seconds of a wall clock as if it were UTC.
private func wallSeconds(_ text: String) throws -> Int64 {
  let bytes = Array(text.utf8)
  return try Timestamp.parse(bytes.span, 0..<bytes.count).0.seconds
}

@Suite struct ZoneTests {
  @Test(.enabled(if: Shared.isAvailable)) func theTableIsComplete() {
    #expect(ZoneRow.all.count == 29)
  }

  @Test(.enabled(if: Shared.isAvailable), arguments: ZoneRow.all)
  func wallClocksAreResolved(row: ZoneRow) throws {
    let rules = try #require(ZoneRules(identifier: row.zone))
    let wall = try wallSeconds(row.wall)
    var cursor = ZoneCursor(rules)
    _ = cursor.offsetSeconds(at: wall)  // near, so that the answer may come from memory
    #expect(cursor.resolve(wall: wall) == rules.resolve(wall: wall))
    let found = cursor.instant(ofWall: wall)
    switch rules.resolve(wall: wall) {
    case .unique(let offset):
      #expect(row.kind == "unique")
      #expect(row.instants.map(\.offset) == [offset / 60])
      #expect(row.instants.map(\.seconds) == [wall - Int64(offset)])
    case .fold(let earlier, let later):
      #expect(row.kind == "fold")
      #expect(row.instants.map(\.offset) == [earlier / 60, later / 60])
      #expect(row.instants.map(\.seconds) == [wall - Int64(earlier), wall - Int64(later)])
    case .gap(let before, let after):
      #expect(row.kind == "gap")
      #expect(after > before)
      #expect(found == (wall - Int64(before), after))
      #expect(rules.offsetSeconds(at: found.seconds) == after)
    }
    if let first = row.instants.first {
      #expect(found == (first.seconds, first.offset * 60))
      #expect(rules.offsetSeconds(at: first.seconds) == first.offset * 60)
    }
  }

  @Test func gapsAndFoldsFollowTheDocumentedRule() throws {
    var berlin = ZoneCursor(try #require(ZoneRules(identifier: "Europe/Berlin")))
    func localized(_ text: String) throws -> String {
      let bytes = Array(text.utf8)
      var out: [UInt8] = []
      berlin.localized(try Timestamp.parse(bytes.span, 0..<bytes.count).0).write(to: &out)
      return String(decoding: out, as: UTF8.self)
    }
    #expect(try localized("2025-03-30T02:30:00") == "2025-03-30T03:30:00+02:00")
    #expect(try localized("2025-10-26T02:30:00.5") == "2025-10-26T02:30:00.5+02:00")
    #expect(try localized("2025-06-01T00:00:00Z") == "2025-06-01T02:00:00+02:00")
    #expect(try localized("2250-06-01T12:00:00") == "2250-06-01T12:00:00+02:00")
    // Local mean time, +00:53:28: minutes are cut, the instant is not.
    #expect(try localized("1850-01-01T00:53:28") == "1850-01-01T00:53:00+00:53")
  }

  @Test(arguments: [
    ("UTC", 0), ("Z", 0), ("GMT", 0), ("+01:00", 3_600), ("-0330", -12_600), ("GMT+0200", 7_200),
    ("UTC-8", -28_800),
  ])
  func fixedOffsetsAreZones(identifier: String, offset: Int) throws {
    let rules = try #require(ZoneRules(identifier: identifier))
    #expect(rules.identifier == identifier)
    for time: Int64 in [.min, -1_000_000, 0, 9_999_999_999, .max] {
      #expect(rules.offsetSeconds(at: time) == offset)
      #expect(rules.resolve(wall: time) == .unique(offset: offset))
      var cursor = ZoneCursor(rules)
      #expect(cursor.resolve(wall: time) == .unique(offset: offset))
    }
  }

  @Test(arguments: [
    "", "CST", "EST", "IST", "CET", "europe/berlin", "Europe/berlin", "EUROPE/BERLIN", "Nowhere/X",
    "Europe/Berlin ", "+25:00", "utc", "Berlin", "../etc/localtime", "Europe/Bérlin",
  ])
  func otherNamesAreRefused(identifier: String) {
    #expect(ZoneRules(identifier: identifier) == nil)
  }

  @Test(arguments: ["Asia/Calcutta", "Europe/Kyiv", "US/Pacific", "Japan", "Etc/GMT-1", "EST5EDT"])
  func oldAndNewNamesAreKnown(identifier: String) {
    #expect(ZoneRules(identifier: identifier) != nil)
  }

  @Test(arguments: [
    "Europe/Berlin", "Africa/Casablanca", "America/Noronha", "Australia/Lord_Howe", "Asia/Gaza",
    "America/St_Johns", "Pacific/Apia", "Africa/Freetown", "Asia/Manila", "America/Juneau",
  ])
  func tablesAgreeWithFoundation(identifier: String) throws {
    var random = SplitMix64(seed: testSeed())
    let rules = try #require(ZoneRules(identifier: identifier))
    let zone = try #require(TimeZone(identifier: identifier))
    var cursor = ZoneCursor(rules)
    var time: Int64 = -3_786_825_600
    while time < 5_000_000_000 {
      let expected = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time)))
      #expect(rules.offsetSeconds(at: time) == expected)
      #expect(cursor.offsetSeconds(at: time) == expected)
      // The reading of this instant leads back to it, or to its twin.
      let wall = time + Int64(expected)
      let resolution = cursor.resolve(wall: wall)
      #expect(resolution == rules.resolve(wall: wall))
      switch resolution {
      case .unique(let offset): #expect(offset == expected)
      case .fold(let earlier, let later): #expect(earlier == expected || later == expected)
      case .gap: Issue.record("\(time) is shown")
      }
      time += Int64.random(in: 1...5_000_000, using: &random)
    }
  }
}
