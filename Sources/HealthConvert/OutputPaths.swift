import ByteKit
import HealthFormats

/// The files a run writes, checked before it begins.
struct OutputPaths {
  private let outputs: [String]
  private let rejectsPath: String?

  init(_ plan: OutputPlan, _ rejectsPath: String?) {
    outputs = ArchiveWriter.paths(plan)
    self.rejectsPath = rejectsPath
  }

  /// Refuses an output that is also an input, and two outputs that are one file.
  func check(against inputs: [String]) throws(ConversionError) {
    let inputFiles = Set(Set(inputs).subtracting(["-"]).compactMap { FileIdentity(path: $0) })
    for path in outputs + [rejectsPath].compactMap(\.self) {
      guard let file = FileIdentity(path: path), inputFiles.contains(file) else { continue }
      throw ConversionError(
        "output-is-input",
        path: path,
        "the output is also an input",
        advice: "write to another file and rename it afterwards"
      )
    }
    guard let rejectsPath else { return }
    let rejects = FileIdentity(path: rejectsPath)
    for path in outputs
    where path == rejectsPath || rejects != nil && FileIdentity(path: path) == rejects {
      throw ConversionError(
        "rejects-are-output",
        path: rejectsPath,
        "the rejects would be written over the output",
        advice: "name another file for them"
      )
    }
  }
}
