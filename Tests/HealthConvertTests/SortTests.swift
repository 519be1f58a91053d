import ByteKit
import HealthConvert
import HealthFormats
import JSONCodec
import TestSupport
import Testing

@Suite struct SortTests {
  /// The key of a canonical line, by the plainest means.
  private static func key(_ line: Substring, _ order: SortOrder) throws -> (Int64, Int32) {
    let record = try JSONValue.parse(Array(line.utf8))
    let end = order == .end ? record["endDate"]?.stringValue : nil
    guard var text = end ?? record["startDate"]?.stringValue else { return (.min, 0) }
    if text.count == 10 { text += "T00:00:00Z" }
    let bytes = Array(text.utf8)
    let stamp = try Timestamp.parse(bytes.span, 0..<bytes.count).0
    return (stamp.seconds, stamp.nanoseconds)
  }

  private static func sorted(_ text: String, _ order: SortOrder) throws -> [Substring] {
    let lines = text.split(separator: "\n")
    let keyed = try lines.dropFirst().enumerated().map { (try key($1, order), $0, $1) }
    return lines.prefix(1)
      + keyed.sorted { ($0.0.0, $0.0.1, $0.1) < ($1.0.0, $1.0.1, $1.1) }.map(\.2)
  }

  @Test(arguments: [SortOrder.start, .end], [1, 3])
  func spillingGivesWhatAPlainSortGives(order: SortOrder, threads: Int) throws {
    let seed = testSeed()
    var archive = RandomArchive(seed: seed)
    let bytes = archive.bytes(records: 900)
    let scratch = try Scratch()
    let path = try scratch.put(bytes, in: "input")
    let wanted = try Self.sorted(String(decoding: bytes, as: UTF8.self), order)
    for memory in [1, 1 << 17, 1 << 25] {
      var trial = Trial(path)
      trial.threads = threads
      trial.chunkSize = 5000
      trial.configure = {
        $0.sort = order
        $0.sortMemory = memory
      }
      let outcome = try #require(try trial.run().outcome)
      #expect(outcome.lines == wanted, "memory \(memory), seed \(seed)")
    }
  }

  @Test func equalDatesKeepTheOrderOfTheInput() throws {
    let scratch = try Scratch()
    let records = (0..<1500).map { number in
      #"{"type":"StepCount","startDate":"2024-01-0\#(1 + number % 3)T00:00:00Z","value":\#(number)}"#
    }
    let path = try scratch.put(records.joined(separator: "\n"), in: "input")
    for memory in [1, 1 << 25] {
      var trial = Trial(path)
      trial.configure = {
        $0.sort = .start
        $0.sortMemory = memory
      }
      let outcome = try #require(try trial.run().outcome)
      let values = outcome.lines.dropFirst().compactMap { line in
        line.split(separator: "\"value\":").last?.dropLast().split(separator: ",").first
      }
      let wanted = [0, 1, 2].flatMap { stride(from: $0, to: 1500, by: 3) }.map { "\($0)" }
      #expect(values.map(String.init) == wanted)
    }
  }

  @Test func instantsAreComparedWhateverTheirOffsets() throws {
    let scratch = try Scratch()
    let times = [
      "2024-01-01T10:00:00+09:00", "2024-01-01T02:00:00+01:00", "2023-12-31T20:30:00-05:00",
    ]
    let records = times.map { #"{"type":"StepCount","startDate":"\#($0)","value":1}"# }
    let path = try scratch.put(records.joined(separator: "\n"), in: "input")
    var trial = Trial(path)
    trial.configure = { $0.sort = .start }
    let outcome = try #require(try trial.run().outcome)
    let order = outcome.lines.dropFirst().map { line in times.firstIndex { line.contains($0) } }
    #expect(order == [0, 1, 2])
  }
}
