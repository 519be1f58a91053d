import HealthFormats
import HealthModel

/// The shards of one archive: all of them, each once.
struct ShardSet {
  private let inputs: [String]
  private let reading: ReadingOptions

  init(_ inputs: [String], _ reading: ReadingOptions) {
    self.inputs = inputs
    self.reading = reading
  }

  /// Refuses files that are no shards, shards of several archives, and sets that are not complete.
  func check() throws(ConversionError) {
    var archive: String?
    var count = 0
    var seen: [Int: String] = [:]
    for path in inputs where path != "-" {
      for opened in try InputOpener(format: reading.format).open(path) {
        let facts = try InputRun(opened, reading).start().facts
        guard let id = facts.archiveID, let shard = facts.shard else {
          throw ConversionError(
            "concat.no-shard",
            path: path,
            "this is no shard of an archive",
            advice: "concat takes what convert --shards wrote; merge takes any archives"
          )
        }
        if let archive, archive != id {
          throw ConversionError(
            "concat.other-archive",
            path: path,
            "this is a shard of another archive than \(inputs[0])",
            advice: "merge puts different archives together"
          )
        }
        archive = id
        count = shard.count
        if let other = seen.updateValue(path, forKey: shard.index) {
          throw ConversionError(
            "concat.same-shard",
            path: path,
            "shard \(shard.index) is here twice: \(other) has it too",
            advice: "give each shard once"
          )
        }
      }
    }
    let missing = (0..<count).filter { seen[$0] == nil }
    guard missing.isEmpty || inputs.contains("-") else {
      throw ConversionError(
        "concat.missing-shard",
        "\(missing.count) of \(count) shards are missing: "
          + missing.prefix(5).map(String.init).joined(separator: ", "),
        advice: "give all shards of the archive"
      )
    }
  }
}
