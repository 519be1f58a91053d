import Foundation
import TestSupport
import Testing

/// Memory is bounded by what the threads hold, whatever the size of the input.
@Suite struct MemoryTests {
  @Test func memoryDoesNotGrowWithTheInput() throws {
    let scratch = try Scratch()
    let small = try peak(ofMegabytes: 5, in: scratch)
    let large = try peak(ofMegabytes: 30, in: scratch)
    #expect(small > 4 << 20 && small < 96 << 20)
    #expect(large < 96 << 20)
    #expect(Double(large) < Double(small) * 1.2, "\(small) and \(large) bytes")
  }

  /// The peak of a run over an export of about this size.
  private func peak(ofMegabytes size: Int, in scratch: Scratch) throws -> Int {
    let input = scratch.path("export.xml")
    let count = try writeExport(to: input, size: size << 20)
    let run = try CommandRun(
      ["convert", input, "-o", scratch.path("out-\(size).csv"), "--threads", "2"],
      scratch: scratch.root
    )
    try #require(run.status == 0)
    let grouped = "\(count / 1_000),\(String("\(count % 1_000 + 1_000)".dropFirst()))"
    #expect(run.messages.hasPrefix("\(grouped) records read, \(grouped) written to "))
    return run.peakMemory
  }

  /// Writes an export of heart rates, a minute apart; returns their number.
  private func writeExport(to path: String, size: Int) throws -> Int {
    try Data().write(to: URL(fileURLWithPath: path))
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: Data("<HealthData locale=\"en_GB\">\n".utf8))
    var written = 0
    var count = 0
    while written < size {
      var text = ""
      for minute in 0..<1_440 {
        let (hour, rest) = (minute / 60, minute % 60)
        let clock = "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest):00"
        text += record(
          at: "2021-03-\(10 + count / 1_440 % 20) \(clock) +0100",
          rate: 50 + minute % 90
        )
        count += 1
      }
      try file.write(contentsOf: Data(text.utf8))
      written += text.utf8.count
    }
    try file.write(contentsOf: Data("</HealthData>\n".utf8))
    try file.close()
    return count
  }

  private func record(at date: String, rate: Int) -> String {
    " <Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Wrist\" unit=\"count/min\""
      + " device=\"&lt;&lt;HKDevice: 0x\(rate)f0&gt;, name:Watch, hardware:Watch6,9&gt;\""
      + " creationDate=\"\(date)\" startDate=\"\(date)\" endDate=\"\(date)\""
      + " value=\"\(rate)\"/>\n"
  }
}
