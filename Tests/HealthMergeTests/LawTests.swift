import ByteKit
import Foundation
import HealthConvert
import HealthFormats
import HealthMerge
import HealthModel
import TestSupport
import Testing

/// What holds for any archives whatever, byte for byte.
@Suite struct LawTests {
  /// The engine gives what the readable reference gives: sorted or not, in memory or spilled.
  @Test func engineAgreesWithReference() throws {
    var random = RandomArchives(seed: testSeed())
    for number in 0..<lawCases {
      let merging = try Merging()
      let dates = [nil, "2026-04-01T00:00:00Z", "2026-05-01T00:00:00Z"]
      let files = try (0..<random.number(1...4)).map { _ in
        try merging.put(random.archive(), exportDate: random.pick(dates))
      }
      let policy = random.pick([ConflictPolicy.newest, .first, .keepBoth])
      let merged = try merging.merged(files) { $0.conflicts = policy }
      let expected = try merging.reference(files, onConflict: policy)
      #expect(records(merged) == expected, "case \(number), \(policy)")
      let spilled = try merging.merged(files) {
        $0.conflicts = policy
        $0.memory = 1
        $0.reading.chunkSize = 200
      }
      #expect(spilled == merged, "case \(number): small chunks")
    }
  }

  @Test func mergingIsSortingAndIdempotent() throws {
    var random = RandomArchives(seed: testSeed())
    for number in 0..<lawCases {
      let merging = try Merging()
      let file = try merging.put(random.archive(), exportDate: "2026-04-01T00:00:00Z")
      let once = try merging.merge([file])
      let text = String(decoding: try readBytes(once.path), as: UTF8.self)
      #expect(try merging.merged([file, file]) == text, "case \(number): A + A")
      #expect(try merging.merged([once.path]) == text, "case \(number): merge(merge(A))")
      let csv = try merging.merge([file], to: "csv.gz").path
      let json = try merging.merge([file], to: "json").path
      #expect(try merging.merged([csv]) == text, "case \(number): by way of CSV")
      #expect(try merging.merged([file, csv, json]) == text, "case \(number): A in three forms")
      let empty = try merging.put([])
      #expect(try merging.merged([empty, file]) == text, "case \(number): A + nothing")
    }
  }

  @Test func orderThreadsAndChunksDoNotMatter() throws {
    var random = RandomArchives(seed: testSeed())
    for number in 0..<lawCases {
      let merging = try Merging()
      let files = try (0..<3).map { index in
        try merging.put(random.archive(), exportDate: "2026-04-0\(index + 1)T00:00:00Z")
      }
      let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
      let resolve = random.pick([ResolvePolicy.keepAll, .trim, .drop, .maxSourcePerDay])
      var first: String?
      for (place, order) in orders.enumerated() {
        let merged = try merging.merged(order.map { files[$0] }) { merge in
          merge.reading.threads = [1, 2, 7][place % 3]
          merge.reading.chunkSize = [1, 100, 1 << 20][place % 3]
          merge.writesProvenance = true
          merge.resolve.policy = resolve
        }
        if first == nil { first = merged }
        #expect(merged == first, "case \(number), order \(order), \(resolve)")
      }
    }
  }

  @Test func mergingIsAssociative() throws {
    var random = RandomArchives(seed: testSeed())
    for number in 0..<lawCases {
      let merging = try Merging()
      let files = try (0..<3).map { _ in
        try merging.put(
          random.archive(),
          exportDate: random.pick([nil, "2026-04-01T00:00:00Z", "2026-05-01T00:00:00Z"])
        )
      }
      let ending = random.pick(["ndjson", "csv", "json"])
      func merge(_ inputs: [String]) throws -> String {
        try merging.merge(inputs, to: ending) { $0.writesProvenance = true }.path
      }
      // Who held a record that lost a conflict in between is not known at the end, so only the
      // records are compared, and the inputs of the archive.
      func withoutOrigins(_ path: String) throws -> [UInt8] {
        let text = String(decoding: try readBytes(path), as: UTF8.self)
        return Array(
          text.replacing(/,?("details":|,)?"?"?\{?"+origin"+:\[[0-9,]*\]\}?/, with: "").utf8
        )
      }
      let all = try withoutOrigins(try merge(files))
      let left = try merge([try merge([files[0], files[1]]), files[2]])
      let right = try merge([files[0], try merge([files[1], files[2]])])
      let leftBytes = try withoutOrigins(left)
      #expect(leftBytes == all, "case \(number), \(ending): \(difference(leftBytes, all))")
      let rightBytes = try withoutOrigins(right)
      #expect(rightBytes == all, "case \(number), \(ending): \(difference(rightBytes, all))")
      let two = try merge([files[0], files[1]])
      let absorbed = try readBytes(try merge([files[0], two]))
      let twoBytes = try readBytes(two)
      #expect(absorbed == twoBytes, "case \(number), \(ending): \(difference(absorbed, twoBytes))")
    }
  }

  @Test func partsOfAnArchiveAreTheArchive() throws {
    var random = RandomArchives(seed: testSeed())
    for number in 0..<lawCases {
      let merging = try Merging()
      random.hasIdentifiers = false
      let lines = try merging.canonical(try merging.put(random.archive())).lines
      let whole = try merging.merged([try merging.put(lines)])
      let parts: [(String, (MergeRecord) -> Bool)] = [
        ("time", { $0.key.start < 1_772_367_000 }), ("type", { $0.key.type < "HeartRate" }),
        ("source", { $0.key.source < "P" }), ("kind", { $0.key.kind == .sample }),
      ]
      for (name, isFirst) in parts {
        let sides = Dictionary(grouping: lines) { line in
          MergeRecord(line: Array(line.utf8).span).map(isFirst) ?? false
        }
        let merged = try merging.merged([
          try merging.put(sides[true] ?? []), try merging.put(sides[false] ?? []),
        ])
        #expect(merged == whole, "case \(number): split by \(name)")
      }
    }
  }

  @Test func eachRecordIsWrittenOrCounted() throws {
    var random = RandomArchives(seed: testSeed())
    for number in 0..<lawCases {
      let merging = try Merging()
      let archives = (0..<3).map { random.archive(tag: "f\($0)-") }
      let files = try archives.map { try merging.put($0) }
      let (path, summary) = try merging.merge(files) { merge in
        merge.collapsesTwins = number % 2 == 0
        merge.resolve.policy = number % 3 == 0 ? .trim : .keepAll
      }
      let total = summary.report.total
      #expect(total.isConserved, "case \(number): \(total)")
      for series in summary.report.series {
        #expect(series.counts.isConserved, "case \(number): \(series)")
      }
      let written = records(String(decoding: try readBytes(path), as: UTF8.self))
      #expect(written.count == total.written)
      // Nothing is invented: every line that was not cut is a line of some input.
      let inputs = Set(try files.flatMap { try merging.canonical($0).lines })
      for line in written where !line.contains("\"original\":") {
        #expect(inputs.contains(line), "case \(number): \(line)")
      }
    }
  }

  @Test func moreInputsNeverLoseAKey() throws {
    var random = RandomArchives(seed: testSeed())
    for number in 0..<lawCases {
      let merging = try Merging()
      random.hasIdentifiers = false
      let files = try (0..<3).map { _ in try merging.put(random.archive()) }
      func keys(_ inputs: [String]) throws -> Set<ContentKey> {
        Set(
          records(try merging.merged(inputs)).compactMap {
            MergeRecord(line: Array($0.utf8).span)?.key
          }
        )
      }
      #expect(try keys([files[0], files[1]]).isSubset(of: try keys(files)), "case \(number)")
    }
  }

  @Test func theGreatestVersionSurvivesOnce() throws {
    var random = RandomArchives(seed: testSeed())
    for number in 0..<lawCases {
      let merging = try Merging()
      var archives: [[String]] = [[], [], []]
      var best = 0
      for _ in 0..<random.number(1...8) {
        let version = random.number(1...5)
        best = max(best, version)
        let minute = random.number(10...40)
        archives[random.number(0...2)].append(
          "{\"record\":\"sample\",\"type\":\"BodyMass\",\"startDate\":\"2026-03-01T12:\(minute):00Z\","
            + "\"value\":7\(version),\"unit\":\"kg\",\"sourceName\":\"Scale\",\"metadata\":{"
            + "\"HKMetadataKeySyncIdentifier\":\"x\",\"HKMetadataKeySyncVersion\":\"\(version)\"}}"
        )
      }
      let files = try archives.map { try merging.put($0) }
      let lines = records(try merging.merged(files))
      #expect(lines.count == 1, "case \(number): \(lines)")
      #expect(lines.first?.contains("\"HKMetadataKeySyncVersion\":\"\(best)\"") == true)
    }
  }

  @Test func trimmedArchivesMergeLikeTheirOriginals() throws {
    var random = RandomArchives(seed: testSeed())
    random.hasIdentifiers = false
    for number in 0..<lawCases {
      let merging = try Merging()
      let files = try (0..<3).map { _ in
        try merging.put(
          random.archive().filter { $0.contains("\"StepCount\"") || $0.contains("HeartRate") }
        )
      }
      func trim(_ inputs: [String]) throws -> String {
        try merging.merge(inputs) { merge in
          merge.resolve.policy = .trim
          merge.resolve.longestSplit = Instant(random.isLong ? 600 : 3600) * 1_000_000_000
        }.path
      }
      random.isLong = number % 2 == 0
      let joined = try merging.merge(files).path
      let all = try trim([joined])
      #expect(try readBytes(try trim([all])) == readBytes(all), "case \(number): idempotent")
      #expect(try readBytes(try trim(files)) == readBytes(all), "case \(number): join, then trim")
    }
  }
}
