import ByteKit
import HealthFormats
import HealthMerge
import TestSupport
import Testing

@testable import HealthStatistics

/// The sweep over entries in order against the overlap view over all of them at once.
@Suite struct OverlapSweepTests {
  private static let limit = Instant.second(60)

  /// Few seconds and few values, so that entries meet, tie and are twins.
  private static func entries(_ generator: inout SplitMix64) -> [Entry] {
    (0..<Int.random(in: 0...30, using: &generator)).map { _ in
      let start = Instant.second(Int64.random(in: 0...100, using: &generator))
      let isLong = Int.random(in: 0...9, using: &generator) == 0
      let length = Int64.random(in: isLong ? 61...90 : 0...40, using: &generator)
      let source = UInt32.random(in: 0...2, using: &generator)
      var entry = Entry(start: start, end: start + .second(length))
      entry.significand = UInt64.random(in: 1...3, using: &generator)
      entry.source = source
      entry.priority = UInt16(source / 2)
      return entry
    }.sorted { $0.start < $1.start }
  }

  /// What makes two entries the same to the view.
  private struct Content: Hashable {
    var start: Instant
    var end: Instant
    var value: UInt64
    var source: UInt32

    init(_ entry: Entry) {
      (start, end) = (entry.start, entry.end)
      (value, source) = (entry.significand, entry.source)
    }

    /// Bytes that compare as the records' text does.
    var bytes: [UInt8] {
      [UInt8(start / 1_000_000_000), UInt8(value), UInt8(source)]
    }
  }

  @Test func `it says what the view says`() {
    var generator = SplitMix64(seed: testSeed())
    for _ in 0..<2_000 {
      let entries = Self.entries(&generator)
      var swept: [Content: Instant] = [:]
      var points: [Content: Int] = [:]
      var firsts: [Content: Int] = [:]
      var sweep = OverlapSweep(
        limit: Self.limit,
        isGreaterSource: { $0 > $1 },
        take: { entry, from, to, isFirst in
          swept[Content(entry), default: 0] += to - from
          if entry.end == entry.start { points[Content(entry), default: 0] += 1 }
          if isFirst { firsts[Content(entry), default: 0] += 1 }
        }
      )
      for entry in entries { sweep.add(entry) }
      sweep.finish()
      let view = OverlapView(
        entries.map { entry in
          OverlapInterval(
            start: entry.start,
            end: entry.end,
            source: "\(entry.source)",
            rank: OverlapRank(
              priority: Int(entry.priority),
              duration: entry.duration,
              content: Content(entry).bytes
            )
          )
        },
        limit: Self.limit
      )
      var seen: [Content: Instant] = [:]
      var seenPoints: [Content: Int] = [:]
      for piece in view.pieces {
        let content = Content(entries[piece.index])
        seen[content, default: 0] += piece.end - piece.start
        if content.start == content.end { seenPoints[content, default: 0] += 1 }
      }
      #expect(swept == seen)
      #expect(points == seenPoints)
      #expect(firsts.allSatisfy { $0.value == max(1, points[$0.key] ?? 1) })
    }
  }

  @Test(arguments: [0, 1 << 20])
  func `runs come out in order, from memory and from a file`(_ memory: Int) throws {
    var generator = SplitMix64(seed: testSeed())
    let runs = EntryRuns(memory: memory)
    var all: [[Int128]] = []
    for _ in 0..<60 {
      var block: [Entry] = []
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        let start = Instant(Int64.random(in: -4_000_000_000...4_000_000_000, using: &generator))
        let isFine = Bool.random(using: &generator)
        var entry = Entry(start: isFine ? start : .second(Int64(start)), end: 0)
        entry.end =
          entry.start + Instant(Int64.random(in: -5...5_000_000_000_000, using: &generator))
        entry.significand = UInt64.random(in: 0...9_999_999_999_999_999_999, using: &generator)
        entry.exponent = Int16.random(in: -400...400, using: &generator)
        entry.isNegative = Bool.random(using: &generator)
        entry.priority = UInt16.random(in: 0...9, using: &generator)
        entry.series = UInt32.random(in: 0...70_000, using: &generator)
        entry.zone = UInt16.random(in: 0...3, using: &generator)
        entry.source = UInt32.random(in: 0...300, using: &generator)
        block.append(entry)
      }
      block.sort { $0.start < $1.start }
      all += block.map(Self.fields)
      runs.add(EntryBlock(block))
    }
    var found: [[Int128]] = []
    var last = Instant.min
    try runs.forEach { entry throws(ConversionError) in
      #expect(entry.start >= last)
      last = entry.start
      found.append(Self.fields(entry))
    }
    func sorted(_ rows: [[Int128]]) -> [[Int128]] {
      rows.sorted { $0.lexicographicallyPrecedes($1) }
    }
    #expect(sorted(found) == sorted(all))
  }

  private static func fields(_ entry: Entry) -> [Int128] {
    [
      entry.start, entry.end, Int128(entry.significand), Int128(entry.exponent),
      entry.isNegative ? 1 : 0, Int128(entry.priority), Int128(entry.series), Int128(entry.zone),
      Int128(entry.source),
    ]
  }
}
