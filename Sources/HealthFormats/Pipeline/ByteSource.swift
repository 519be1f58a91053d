import ByteKit
import HealthModel

/// Delivers decoded bytes in order: a file, a decompressor, an archive entry.
package protocol ByteSource: AnyObject, Sendable {
  /// Puts up to `buffer.count` bytes into the buffer; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ConversionError) -> Int
  /// Oddities of the container, complete once the end was read.
  var containerNotes: [ContainerNote] { get }
}

/// An oddity of a container whose bytes could be read.
package struct ContainerNote: Sendable {
  var code: FindingCode
  var detail: String
}

/// Reads a file as it is.
final class FileSource: ByteSource, @unchecked Sendable {
  // Only one thread reads at a time: the reader of chunks is behind a lock.
  private let file: InputFile
  private var bytesRead = 0

  init(_ file: InputFile) { self.file = file }

  var containerNotes: [ContainerNote] { [] }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ConversionError) -> Int {
    let count: Int
    do {
      count = try file.read(into: buffer)
    } catch {
      throw ConversionError(error)
    }
    bytesRead += count
    if count == 0, buffer.count > 0, let size = file.size, bytesRead < size {
      throw ConversionError(
        "file.shrank",
        path: file.path,
        byteOffset: bytesRead,
        "the file became shorter while it was read: \(bytesRead) of \(size) bytes are left",
        advice: "wait until whatever writes it is done, then try again"
      )
    }
    return count
  }
}

/// Delivers bytes that were read ahead to recognise the format, then the rest.
final class PrefixedSource: ByteSource, @unchecked Sendable {
  // Only one thread reads at a time: the reader of chunks is behind a lock.
  private var prefix: [UInt8]
  private var taken = 0
  private let rest: any ByteSource

  init(prefix: [UInt8], rest: any ByteSource) {
    self.prefix = prefix
    self.rest = rest
  }

  var containerNotes: [ContainerNote] { rest.containerNotes }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ConversionError) -> Int {
    let count = min(buffer.count, prefix.count - taken)
    if count == 0 { return try rest.read(into: buffer) }
    prefix.withUnsafeBytes { bytes in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[taken..<taken + count]))
    }
    taken += count
    if taken == prefix.count {
      prefix = []
      taken = 0
    }
    return count
  }
}
