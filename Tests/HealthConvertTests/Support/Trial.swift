import ByteKit
import Foundation
import HealthConvert
import HealthFormats
import HealthModel
import TestSupport
import Testing

/// How a conversion ended.
enum Ending: Equatable {
  case done(Outcome)
  case failed(ConversionError)

  var outcome: Outcome? { if case .done(let outcome) = self { outcome } else { nil } }
  var error: ConversionError? { if case .failed(let error) = self { error } else { nil } }

  /// In what two endings differ, in a line or two; nil when they are the same.
  func difference(from other: Ending) -> String? {
    if self == other { return nil }
    guard let a = outcome, let b = other.outcome else {
      return "\(self.error?.description ?? "done") instead of \(other.error?.description ?? "done")"
    }
    if a.output != b.output { return "output: " + firstDifference(a.output, b.output) }
    if a.rejects != b.rejects { return "rejects: " + firstDifference(a.rejects, b.rejects) }
    let own = a.report.filter { !b.report.contains($0) }
    let theirs = b.report.filter { !a.report.contains($0) }
    return "report: \(own) instead of \(theirs), or another order"
  }
}

/// What a conversion gave, in a form that can be compared.
struct Outcome: Equatable {
  var output: [UInt8] = []
  var rejects: [UInt8] = []
  /// Counts and examples, a line each.
  var report: [String] = []

  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [Substring] { text.split(separator: "\n") }
}

/// One conversion in a folder of its own.
struct Trial {
  var inputs: [String]
  var format = OutputFormat.ndjson
  var isCompressed = false
  var threads = 1
  var chunkSize = 1 << 20
  var configure: (inout Conversion) -> Void = { _ in }

  init(_ inputs: String..., format: OutputFormat = .ndjson) {
    self.inputs = inputs
    self.format = format
  }

  /// Runs it; a failure that leaves anything behind is recorded as an issue by `Leftovers`.
  func run() throws -> Ending {
    let scratch = try Scratch()
    let (ending, _) = try run(in: scratch)
    return ending
  }

  func run(in scratch: Scratch) throws -> (Ending, ConversionResult?) {
    let before = scratch.names
    var conversion = Conversion(
      inputs: inputs,
      output: OutputPlan(
        target: .file(scratch.path("output")),
        format: format,
        isCompressed: isCompressed,
        replacesExisting: true
      )
    )
    conversion.reading.threads = threads
    conversion.reading.chunkSize = chunkSize
    conversion.rejectsPath = scratch.path("rejects")
    configure(&conversion)
    do throws(ConversionError) {
      let result = try conversion.run()
      var outcome = Outcome()
      outcome.output = (try? scratch.bytes(of: "output")) ?? []
      outcome.rejects = (try? scratch.bytes(of: "rejects")) ?? []
      outcome.report = result.report.lines
      Leftovers.check(scratch, allowed: before + ["output", "rejects"])
      return (.done(outcome), result)
    } catch {
      Leftovers.check(scratch, allowed: before)
      return (.failed(error), nil)
    }
  }
}

extension RunReport {
  /// Everything in the report, a line each, without the folders of paths.
  var lines: [String] {
    var lines = ["total \(total)", "\(bytesRead) bytes"]
    for kind in RecordKind.allCases where byKind[Int(kind.rawValue)] != RecordCounts() {
      lines.append("\(kind.name) \(byKind[Int(kind.rawValue)])")
    }
    lines += samples.sorted { $0.key < $1.key }.map { "type \($0.key) \($0.value)" }
    lines += rejectCounts.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "reject \($0.key.rawValue) \($0.value)" }
    lines += findingCounts.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "finding \($0.key.rawValue) \($0.value)" }
    return lines + rejectExamples.map { "reject " + $0.line }
      + examples.map { "finding " + $0.line }
  }
}

extension LocatedFinding {
  /// Code, place and detail in a line.
  var line: String {
    let name = path.split(separator: "/").last ?? ""
    let place = "\(position.line):\(position.column)@\(position.byteOffset)"
    return "\(code.rawValue) \(name) \(entry) \(place) \(detail)"
  }
}

/// Where two byte strings begin to differ, with what stands there.
func firstDifference(_ a: [UInt8], _ b: [UInt8]) -> String {
  var place = 0
  while place < min(a.count, b.count), a[place] == b[place] { place += 1 }
  func part(_ bytes: [UInt8]) -> String {
    let start = max(0, min(place, bytes.count) - 120)
    return String(decoding: bytes[start..<min(bytes.count, place + 80)], as: UTF8.self)
  }
  return "at byte \(place) of \(a.count) and \(b.count):\n  \(part(a))\n  \(part(b))"
}
