import ByteKit
import Foundation
import TestSupport
import Testing

@Suite struct FilesTemporaryTests {
  private func text(_ file: TemporaryFile, _ range: Range<Int>) throws -> String {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 1)
    defer { buffer.deallocate() }
    let count = try file.read(at: range.lowerBound, into: buffer)
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  @Test func hasNoNameAndKeepsItsBytes() throws {
    let scratch = try Scratch()
    let file = try TemporaryFile(beside: scratch.path("out"))
    #expect(scratch.names.isEmpty)
    let hello = Array("hello ".utf8)
    let world = Array("world".utf8)
    #expect(try file.append(hello.span) == 0)
    #expect(try file.append(world.span) == 6)
    #expect(file.size == 11)
    #expect(try text(file, 6..<11) == "world")
    #expect(try text(file, 9..<99) == "ld")
    #expect(try text(file, 11..<12) == "")
  }

  @Test func takesBytesFromManyThreads() async throws {
    let file = try TemporaryFile()
    let places = try await withThrowingTaskGroup(of: (UInt8, Int).self) { group in
      for number in UInt8(0)..<50 {
        group.addTask {
          let bytes = [UInt8](repeating: number, count: 1000)
          return (number, try file.append(bytes.span))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(file.size == 50_000)
    for (number, place) in places {
      #expect(try text(file, place..<place + 1000).utf8.allSatisfy { $0 == number })
    }
  }

  @Test func canBeReadAsAnInput() throws {
    let file = try TemporaryFile()
    let bytes = Array("0123456789".utf8)
    try file.append(bytes.span)
    let input = try file.inputFile(named: "-")
    #expect(input.path == "-" && input.size == 10 && input.isSeekable)
    #expect(try input.readText(3, at: 4) == "456")
    #expect(try input.readAll(limit: 100) == bytes)
  }

  @Test func saysWhyItCannotBeMade() {
    let error = #expect(throws: FileError.self) { try TemporaryFile(beside: "/no/such/out") }
    #expect(error?.code == ENOENT && error?.operation == "create")
  }
}
