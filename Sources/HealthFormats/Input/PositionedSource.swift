import ByteKit

/// Reads a seekable file from its start, whoever else reads it.
final class PositionedSource: ByteSource, @unchecked Sendable {
  // Only one thread reads at a time: the reader of chunks is behind a lock.
  private let file: InputFile
  private var offset = 0

  init(_ file: InputFile) { self.file = file }

  var containerNotes: [ContainerNote] { [] }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ConversionError) -> Int {
    do throws(FileError) {
      let count = try file.read(at: offset, into: buffer)
      offset += count
      return count
    } catch {
      throw ConversionError(error)
    }
  }
}
