import ByteKit
import Foundation
import HealthConvert
import HealthFormats
import HealthModel
import TestSupport
import Testing

/// Nothing that exists is lost: not inputs, not old outputs, and no temporary file is left.
@Suite struct OutputSafetyTests {
  static let text = export("\(steps("1"))\n\(steps("x"))\n\(steps("2"))")

  let scratch: Scratch
  let input: String

  init() throws {
    scratch = try Scratch()
    input = try scratch.put(Self.text, in: "export.xml")
  }

  private func conversion(_ target: OutputTarget, force: Bool) -> Conversion {
    Conversion(
      inputs: [input],
      output: OutputPlan(target: target, format: .csv, replacesExisting: force)
    )
  }

  /// Runs a conversion that must fail; returns its error after checking that no file has changed.
  private func refusal(of conversion: Conversion) throws -> ConversionError {
    let before = try contents()
    let error = try #require(throws: ConversionError.self) { try conversion.run() }
    #expect(try contents() == before)
    return error
  }

  /// Every file below the folder with its bytes.
  private func contents() throws -> [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    for name in FileManager.default.subpaths(atPath: scratch.folder) ?? [] {
      result[name] = (try? scratch.bytes(of: name)) ?? []
    }
    return result
  }

  @Test(arguments: [false, true])
  func theInputIsNeverTheOutput(force: Bool) throws {
    let error = try refusal(of: conversion(.file(input), force: force))
    #expect(error.code == "output-is-input" && error.path == input && !error.advice.isEmpty)
  }

  @Test(arguments: ["symbolic", "hard", "dots"])
  func theInputIsFoundUnderAnotherName(link: String) throws {
    var path = scratch.path("link.csv")
    switch link {
    case "symbolic":
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: input)
    case "hard": try FileManager.default.linkItem(atPath: input, toPath: path)
    default:
      path =
        scratch.folder + "/./../" + (scratch.folder as NSString).lastPathComponent
        + "/export.xml"
    }
    #expect(try refusal(of: conversion(.file(path), force: true)).code == "output-is-input")
  }

  @Test func theExportInAFolderIsNotTheOutput() throws {
    var conversion = conversion(.file(input), force: true)
    conversion.inputs = [scratch.folder]
    #expect(try refusal(of: conversion).code == "output-is-input")
  }

  @Test func aTableOfAFolderIsNotTheInput() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path("tables"),
      withIntermediateDirectories: false
    )
    let table = try scratch.put(
      "type,start,value\nStepCount,2024-01-01T00:00:00Z,1\n",
      in: "tables/samples.csv"
    )
    var conversion = conversion(.folder(scratch.path("tables")), force: true)
    conversion.inputs = [table]
    let error = try refusal(of: conversion)
    #expect(error.code == "output-is-input" && error.path == table)
  }

  @Test func rejectsNeverReplaceAnInput() throws {
    var conversion = conversion(.file(scratch.path("out.csv")), force: true)
    conversion.rejectsPath = input
    #expect(try refusal(of: conversion).code == "output-is-input")
  }

  @Test func rejectsNeverReplaceTheOutput() throws {
    var conversion = conversion(.file(scratch.path("out.csv")), force: true)
    conversion.rejectsPath = scratch.path("out.csv")
    #expect(try refusal(of: conversion).code == "rejects-are-output")
  }

  @Test func anExistingOutputIsKept() throws {
    let path = try scratch.put("old", in: "out.csv")
    let error = try refusal(of: conversion(.file(path), force: false))
    #expect(error.code == "file.create" && error.advice.contains("--force"))
  }

  @Test func existingRejectsAreKept() throws {
    var conversion = conversion(.file(scratch.path("out.csv")), force: false)
    conversion.rejectsPath = try scratch.put("old", in: "rejects")
    let error = try refusal(of: conversion)
    #expect(error.code == "file.create" && error.path == conversion.rejectsPath)
  }

  @Test func aFolderWithOneOfTheTablesIsKept() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path("tables"),
      withIntermediateDirectories: false
    )
    try scratch.put("old", in: "tables/workouts.csv")
    let error = try refusal(of: conversion(.folder(scratch.path("tables")), force: false))
    #expect(error.code == "file.create" && error.path.hasSuffix("workouts.csv"))
  }

  @Test func aNewFolderGoesWithAFailure() throws {
    var conversion = conversion(.folder(scratch.path("tables")), force: false)
    conversion.reading.isStrict = true
    #expect(try refusal(of: conversion).code == "strict.invalid-number")
  }

  @Test(arguments: ["nowhere/out.csv", "export.xml/out.csv"])
  func anImpossiblePlaceIsNamed(name: String) throws {
    let error = try refusal(of: conversion(.file(scratch.path(name)), force: false))
    #expect(error.code == "file.create" && !error.advice.isEmpty)
    #expect(error.path == scratch.path(name))
  }

  @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
  func anUnwritableFolderIsNamed() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path("locked"),
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o500]
    )
    let error = try refusal(of: conversion(.file(scratch.path("locked/out.csv")), force: false))
    #expect(error.code == "file.create" && error.advice.contains("permissions"))
  }

  @Test func aFailureWhileRejectsAreWrittenKeepsTheOldOutput() throws {
    let path = try scratch.put("old", in: "out.csv")
    var conversion = conversion(.file(path), force: true)
    conversion.rejectsPath = scratch.path("nowhere/rejects")
    #expect(try refusal(of: conversion).code == "file.create")
  }

  @Test func onlyWantedKindsAreWrittenAndTheOthersCounted() throws {
    var conversion = conversion(.file(scratch.path("out.csv")), force: false)
    conversion.output.kinds = [.workout]
    let total = try conversion.run().report.total
    #expect(total.written == 0 && total.filtered == 2 && total.rejected == 1)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [false, true]
  )
  func aFullDiskIsNamed(isCompressed: Bool) throws {
    var conversion = conversion(.file("/dev/full"), force: true)
    conversion.inputs = [Exports.path("export.zip")]
    conversion.output.isCompressed = isCompressed
    let error = try refusal(of: conversion)
    #expect(error.code == "file.write" && error.path == "/dev/full")
    #expect(error.advice.contains("space"))
  }
}
