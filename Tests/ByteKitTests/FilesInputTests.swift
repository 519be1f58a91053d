import ByteKit
import Foundation
import TestSupport
import Testing

@Suite struct FilesInputTests {
  let scratch = try? Scratch()

  @Test func readsInOrderAndAtAnyOffset() throws {
    let scratch = try #require(scratch)
    try scratch.put("0123456789", in: "a")
    let file = try InputFile(path: scratch.path("a"))
    #expect(file.size == 10 && file.isSeekable)
    #expect(try file.readText(4) == "0123")
    #expect(try file.readText(3, at: 7) == "789")
    #expect(try file.readText(9, at: 8) == "89")
    #expect(try file.readText(9, at: 99) == "")
    #expect(try file.readText(20) == "456789")
    #expect(try file.readText(20) == "")
  }

  @Test func readAllObeysItsLimit() throws {
    let scratch = try #require(scratch)
    let text = String(repeating: "x", count: 200_000)
    try scratch.put(text, in: "a")
    #expect(try InputFile(path: scratch.path("a")).readAll(limit: 200_000).count == 200_000)
    #expect(try InputFile(path: scratch.path("a")).readAll(limit: .max).count == 200_000)
    #expect(throws: FileError(operation: "read", path: scratch.path("a"), code: EFBIG)) {
      try InputFile(path: scratch.path("a")).readAll(limit: 199_999)
    }
    try scratch.put("", in: "b")
    #expect(try InputFile(path: scratch.path("b")).readAll(limit: 0) == [])
  }

  @Test func readsAFileWhoseSizeIsNotKnown() throws {
    guard FileManager.default.fileExists(atPath: "/proc/self/status") else { return }
    #expect(try InputFile(path: "/proc/self/status").readAll(limit: 1 << 20).count > 100)
  }

  @Test func twoPathsOfOneFileHaveOneIdentity() throws {
    let scratch = try #require(scratch)
    try scratch.put("a", in: "a")
    try scratch.put("a", in: "b")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("c"),
      withDestinationPath: "a"
    )
    let identities = try ["a", "b", "c"].map { try InputFile(path: scratch.path($0)).identity }
    #expect(identities[0] == identities[2] && identities[0] != identities[1])
  }

  @Test(arguments: [
    ("missing", ENOENT, true), (".", EISDIR, true), ("a/b", ENOTDIR, true), ("a\0b", EINVAL, false),
  ])
  func saysWhyItCannotBeOpened(name: String, code: Int32, hasHint: Bool) throws {
    let scratch = try #require(scratch)
    try scratch.put("a", in: "a")
    let error = #expect(throws: FileError.self) { try InputFile(path: scratch.path(name)) }
    #expect(error?.operation == "open" && error?.code == code)
    #expect(error?.path == scratch.path(name))
    #expect(error?.reason.isEmpty == false)
    #expect((error?.hint != nil) == hasHint)
  }

  @Test func aPipeIsReadInOrderOnly() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let input = try InputFile(path: "/dev/fd/\(ends[0])")
    let output = try OutputFile(path: "/dev/fd/\(ends[1])", replacing: false)
    try output.write("through")
    try output.commit()
    close(ends[0])
    close(ends[1])
    #expect(input.size == nil && !input.isSeekable)
    #expect(try input.readAll(limit: 100) == Array("through".utf8))
    let error = #expect(throws: FileError.self) { try input.readText(1, at: 0) }
    #expect(error?.code == ESPIPE)
  }

  @Test func standardInputBeginsWhereTheShellLeftIt() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      try scratch.put("read already|rest", in: "a")
      let number = open(scratch.path("a"), O_RDONLY)
      dup2(number, 0)
      lseek(0, 13, SEEK_SET)
      let file = try InputFile(path: "-")
      #expect(file.size == 4)
      #expect(try file.readText(2, at: 1) == "es")
      #expect(try file.readAll(limit: 10) == Array("rest".utf8))
    }
  }
}
