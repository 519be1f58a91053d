import ByteKit
import Foundation
import TestSupport
import Testing

@Suite struct FilesOutputTests {
  let scratch = try? Scratch()

  @Test func appearsOnlyWhenCommitted() throws {
    let scratch = try #require(scratch)
    let file = try OutputFile(path: scratch.path("out"), replacing: false)
    try file.write("one ")
    try file.write("two")
    #expect(file.byteCount == 7)
    #expect(scratch.names.count == 1 && scratch.names[0].hasPrefix(".out.healthconv-"))
    try file.commit()
    #expect(scratch.names == ["out"])
    #expect(try scratch.text(of: "out") == "one two")
  }

  @Test(arguments: ["discard", "forget"])
  func leavesNothingWithoutCommit(way: String) throws {
    let scratch = try #require(scratch)
    try scratch.put("old", in: "out")
    var file: OutputFile? = try OutputFile(path: scratch.path("out"), replacing: true)
    try file?.write("new")
    if way == "discard" { file?.discard() } else { file = nil }
    #expect(scratch.names == ["out"])
    #expect(try scratch.text(of: "out") == "old")
    if let file {
      #expect(throws: FileError.self) { try file.write("more") }
      #expect(throws: FileError.self) { try file.commit() }
    }
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 3_000_000, 20_000_000])
  func keepsPiecesOfAnySizeInOrder(size: Int) throws {
    let scratch = try #require(scratch)
    let piece = [UInt8](repeating: 7, count: size)
    let file = try OutputFile(path: scratch.path("out"), replacing: false)
    try file.write("<")
    try file.write(piece.span)
    try file.write(">")
    try file.commit()
    let whole = [UInt8(ascii: "<")] + piece + [UInt8(ascii: ">")]
    #expect(try readBytes(scratch.path("out")) == whole)
  }

  @Test func neverOverwritesUnasked() throws {
    let scratch = try #require(scratch)
    try scratch.put("old", in: "out")
    let error = #expect(throws: FileError.self) {
      try OutputFile(path: scratch.path("out"), replacing: false)
    }
    #expect(error?.isAlreadyThere == true && error?.path == scratch.path("out"))
    #expect(try scratch.text(of: "out") == "old")
    #expect(scratch.names == ["out"])
  }

  @Test func aFileThatAppearsMeanwhileIsKept() throws {
    let scratch = try #require(scratch)
    let file = try OutputFile(path: scratch.path("out"), replacing: false)
    try file.write("mine")
    try scratch.put("theirs", in: "out")
    let error = #expect(throws: FileError.self) { try file.commit() }
    #expect(error?.isAlreadyThere == true)
    #expect(try scratch.text(of: "out") == "theirs")
    #expect(scratch.names == ["out"])
  }

  @Test func ofManyCreatorsOneWins() async throws {
    let scratch = try #require(scratch)
    let winners = await withTaskGroup(of: Int?.self) { group in
      for number in 0..<24 {
        group.addTask {
          do throws(FileError) {
            let file = try OutputFile(path: scratch.path("out"), replacing: false)
            try file.write(String(repeating: "\(number),", count: 1000))
            try file.commit()
            return number
          } catch {
            return error.isAlreadyThere ? nil : -1
          }
        }
      }
      return await group.reduce(into: []) { list, number in
        if let number { list.append(number) }
      }
    }
    #expect(winners.count == 1)
    #expect(scratch.names == ["out"])
    #expect(try scratch.text(of: "out") == String(repeating: "\(winners[0]),", count: 1000))
  }

  @Test(arguments: [0o600, 0o640, 0o664, 0o755])
  func keepsThePermissionsOfWhatItReplaces(mode: Int) throws {
    let scratch = try #require(scratch)
    try scratch.put("old", in: "out")
    chmod(scratch.path("out"), mode_t(mode))
    let file = try OutputFile(path: scratch.path("out"), replacing: true)
    try file.write("new")
    try file.commit()
    #expect(try scratch.mode(of: "out") == mode)
    #expect(try scratch.text(of: "out") == "new")
  }

  @Test func aNewFileHasTheUsualPermissions() throws {
    let scratch = try #require(scratch)
    close(open(scratch.path("usual"), O_CREAT | O_WRONLY, 0o666))
    try OutputFile(path: scratch.path("out"), replacing: false).commit()
    #expect(try scratch.mode(of: "out") == scratch.mode(of: "usual"))
  }

  @Test func aWriteProtectedFileIsKept() throws {
    guard geteuid() != 0 else { return }
    let scratch = try #require(scratch)
    try scratch.put("old", in: "out")
    chmod(scratch.path("out"), 0o444)
    let error = #expect(throws: FileError.self) {
      try OutputFile(path: scratch.path("out"), replacing: true)
    }
    #expect(error?.code == EACCES)
  }

  @Test(arguments: [
    ("", ENOENT), ("no/out", ENOENT), (".", EISDIR), ("new/", EISDIR), ("f/out", ENOTDIR),
    ("a\0b", EINVAL), (String(repeating: "n", count: 256), ENAMETOOLONG),
  ])
  func saysWhyItCannotBeMade(name: String, code: Int32) throws {
    let scratch = try #require(scratch)
    try scratch.put("", in: "f")
    let path = name.isEmpty ? "" : scratch.path(name)
    let error = #expect(throws: FileError.self) { try OutputFile(path: path, replacing: true) }
    #expect(error?.code == code && error?.path == path)
    #expect(scratch.names == ["f"])
  }

  @Test func theLongestNameStillHasATemporaryOne() throws {
    let scratch = try #require(scratch)
    let name = String(repeating: "é", count: 127) + "x"
    let file = try OutputFile(path: scratch.path(name), replacing: false)
    try file.commit()
    #expect(scratch.names.map { $0.utf8.count } == [255])
  }
}
