import ByteKit
import Foundation
import TestSupport
import Testing

@Suite struct FilesLinkTests {
  let scratch = try? Scratch()

  private func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: try #require(scratch).path(name),
      withDestinationPath: destination
    )
  }

  private func destination(of name: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: try #require(scratch).path(name))
  }

  @Test func writesThroughAChainOfLinks() throws {
    let scratch = try #require(scratch)
    try FileManager.default.createDirectory(
      atPath: scratch.path("sub"),
      withIntermediateDirectories: false
    )
    try scratch.put("old", in: "sub/real")
    try link("sub/inner", to: "real")
    try link("outer", to: "sub/inner")
    let file = try OutputFile(path: scratch.path("outer"), replacing: true)
    try file.write("new")
    try file.commit()
    #expect(try destination(of: "outer") == "sub/inner")
    #expect(try destination(of: "sub/inner") == "real")
    #expect(try scratch.text(of: "sub/real") == "new")
    #expect(scratch.names == ["outer", "sub"])
  }

  @Test func makesWhatALinkPointsTo() throws {
    let scratch = try #require(scratch)
    try link("out", to: scratch.path("absent"))
    let file = try OutputFile(path: scratch.path("out"), replacing: false)
    try file.write("new")
    try file.commit()
    #expect(try destination(of: "out") == scratch.path("absent"))
    #expect(try scratch.text(of: "absent") == "new")
  }

  @Test func aLinkToAnExistingFileIsNoWayAround() throws {
    let scratch = try #require(scratch)
    try scratch.put("old", in: "real")
    try link("out", to: "real")
    let error = #expect(throws: FileError.self) {
      try OutputFile(path: scratch.path("out"), replacing: false)
    }
    #expect(error?.isAlreadyThere == true)
  }

  @Test func linksInACircleEnd() throws {
    let scratch = try #require(scratch)
    try link("a", to: "b")
    try link("b", to: "a")
    let error = #expect(throws: FileError.self) {
      try OutputFile(path: scratch.path("a"), replacing: true)
    }
    #expect(error?.code == ELOOP)
  }
}
