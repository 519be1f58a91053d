import HealthConvert
import HealthFormats
import HealthModel
import TestSupport
import Testing

/// However the input is cut and shared out, the result is one: bytes, counts, findings and their places.
@Suite struct SameBytesTests {
  static let sizes = [1, 2, 3, 7, 64, 1000, 1 << 20]
  static let threads = [1, 2, 7]

  /// Runs a trial in all ways and compares each with the whole in one thread.
  static func check(
    _ trial: Trial,
    sizes: [Int] = sizes,
    threads: [Int] = threads,
    at place: SourceLocation = #_sourceLocation
  ) throws {
    let whole = try trial.run()
    for size in sizes {
      for count in threads {
        var cut = trial
        cut.chunkSize = size
        cut.threads = count
        let difference = try cut.run().difference(from: whole)
        #expect(difference == nil, "chunks of \(size), \(count) threads", sourceLocation: place)
      }
    }
  }

  @Test func thereAreFixtures() {
    #expect(Exports.valid.count > 20 && Exports.invalid.count > 5)
  }

  @Test(arguments: Exports.files)
  func ofAnExport(name: String) throws { try Self.check(Trial(Exports.path(name))) }

  @Test(arguments: [1, 64, 1000, 1 << 16], threads)
  func ofAZipArchive(size: Int, threads: Int) throws {
    try Self.check(Trial(Exports.path("export.zip")), sizes: [size], threads: [threads])
  }

  @Test(arguments: Exports.files, [OutputFormat.csv, .json])
  func inEveryFormat(name: String, format: OutputFormat) throws {
    try Self.check(Trial(Exports.path(name), format: format), sizes: [7], threads: [7])
  }

  @Test(arguments: [OutputFormat.ndjson, .json, .csv], [false, true])
  func ofCanonicalFiles(format: OutputFormat, isCompressed: Bool) throws {
    let scratch = try Scratch()
    let bytes = try Exports.archive(format)
    let path = try scratch.put(isCompressed ? gzipped(bytes) : bytes, in: "input")
    try Self.check(Trial(path), threads: isCompressed ? [1, 7] : Self.threads)
  }

  @Test(arguments: [OutputFormat.ndjson, .json, .csv])
  func ofLargeCanonicalFiles(format: OutputFormat) throws {
    let scratch = try Scratch()
    let path = try scratch.put(try Exports.archive(format, zip: true), in: "input")
    try Self.check(Trial(path), sizes: [64, 1000, 1 << 16], threads: [1, 7])
  }

  @Test(arguments: ["ndjson", "json", "csv", "xml"], [false, true])
  func ofUTF16(kind: String, isBigEndian: Bool) throws {
    let scratch = try Scratch()
    let bytes =
      try OutputFormat(rawValue: kind).map { try Exports.archive($0) }
      ?? readBytes(Exports.path("valid/quoting-source-names.xml"))
    let path = try scratch.put(utf16(bytes, isBigEndian: isBigEndian), in: "input")
    try Self.check(Trial(path), sizes: [1, 3, 64, 1000], threads: [1, 7])
  }

  @Test func ofCompressedOutput() throws {
    var trial = Trial(Exports.path("export.zip"), format: .csv)
    trial.isCompressed = true
    try Self.check(trial, sizes: [64, 1000, 1 << 16])
  }

  @Test(arguments: Exports.files)
  func ofSortedOutput(name: String) throws {
    var trial = Trial(Exports.path(name))
    trial.configure = { $0.sort = .start }
    try Self.check(trial, sizes: [64], threads: [7])
  }
}
