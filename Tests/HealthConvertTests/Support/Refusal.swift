import HealthConvert
import HealthFormats
import TestSupport
import Testing

/// What every refusal must do: name the file, say what is wrong, keep what is there, leave nothing.
enum Refusal {
  /// Runs a trial that must fail, over an old output that must stay; returns its error.
  @discardableResult
  static func check(
    _ bytes: [UInt8],
    named name: String = "input",
    _ comment: Comment? = nil,
    configure: @escaping (inout Conversion) -> Void = { _ in }
  ) throws -> ConversionError {
    let scratch = try Scratch()
    let path = try scratch.put(bytes, in: name)
    return try check(path, in: scratch, comment, configure: configure)
  }

  @discardableResult
  static func check(
    _ path: String,
    in scratch: Scratch,
    _ comment: Comment? = nil,
    configure: @escaping (inout Conversion) -> Void = { _ in }
  ) throws -> ConversionError {
    try scratch.put("old output", in: "output")
    try scratch.put("old rejects", in: "rejects")
    var trial = Trial(path)
    trial.configure = configure
    let (ending, _) = try trial.run(in: scratch)
    let error = try #require(ending.error, comment ?? "it was converted")
    #expect(!error.code.isEmpty && !error.message.isEmpty, comment)
    #expect(error.path == path, comment)
    #expect(error.description.contains(path), comment)
    #expect(error.description.contains("[\(error.code)]"), comment)
    #expect(try scratch.text(of: "output") == "old output", comment)
    #expect(try scratch.text(of: "rejects") == "old rejects", comment)
    return error
  }
}
