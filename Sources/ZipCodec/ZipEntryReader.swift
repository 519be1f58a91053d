import ByteKit
import GzipCodec

/// Reads the data of one entry in order, and checks them.
public final class ZipEntryReader {
  /// The entry that is read.
  public let entry: ZipEntry

  /// The length of the data read so far.
  public private(set) var outputCount = 0

  /// Whether the data are 4 GiB longer than the list says, or a multiple of that.
  ///
  /// Some programs, macOS's own among them, write the size of large files modulo 2^32. The CRC-32
  /// proves such data complete.
  public private(set) var hasWrappedSize = false

  private let file: InputFile
  private let limit: Int
  private var position: Int
  private let end: Int
  private var crc: UInt32 = 0
  private var isFinished = false
  private var failure: ZipError?
  private var inflater = RawInflater()
  private let buffer: UnsafeMutableRawBufferPointer
  private var unread: Range<Int> = 0..<0

  private static let bufferSize = 256 << 10

  init(_ file: InputFile, _ entry: ZipEntry, data: Range<Int>) {
    self.file = file
    self.entry = entry
    position = data.lowerBound
    end = data.upperBound
    let (possible, overflows) = entry.compressedSize.multipliedReportingOverflow(by: 1032)
    let mayWrap = entry.method == .deflate && !entry.hasLongSizes
    if mayWrap, overflows || entry.size + (1 << 32) <= possible {
      limit = overflows ? .max : possible
    } else {
      limit = entry.size
    }
    let size = entry.method == .stored ? 0 : min(Self.bufferSize, max(1, entry.compressedSize))
    buffer = .allocate(byteCount: size, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Reads the next bytes, as many as the output holds unless the data end; 0 at the end.
  ///
  /// An error that is found after bytes were read is thrown by the next call. The CRC-32 and the
  /// size are checked before 0 is returned.
  public func read(into output: UnsafeMutableRawBufferPointer) throws(ZipError) -> Int {
    var produced = 0
    while produced < output.count, !isFinished, failure == nil {
      let room = UnsafeMutableRawBufferPointer(rebasing: output[produced...])
      do throws(ZipError) {
        let count =
          if entry.method == .stored { try copy(into: room) } else { try inflate(into: room) }
        let data = UnsafeRawBufferPointer(rebasing: room[..<count])
        crc = crc32(data, continuing: crc)
        produced += count
        outputCount += count
        if isFinished { try check() }
      } catch {
        failure = error
      }
    }
    if let failure, produced == 0 { throw failure }
    return produced
  }

  private func copy(into output: UnsafeMutableRawBufferPointer) throws(ZipError) -> Int {
    let wanted = min(output.count, end - position)
    let count = try fetch(UnsafeMutableRawBufferPointer(rebasing: output[..<wanted]))
    isFinished = position == end
    return count
  }

  private func inflate(into output: UnsafeMutableRawBufferPointer) throws(ZipError) -> Int {
    if unread.isEmpty, position < end {
      let wanted = min(buffer.count, end - position)
      unread = 0..<(try fetch(UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])))
    }
    let input = UnsafeRawBufferPointer(rebasing: buffer[unread])
    let step = inflater.decode(input, into: output)
    unread = unread.lowerBound + step.consumed..<unread.upperBound
    // Beyond the limit nothing is handed on.
    let count = min(step.produced, limit - outputCount)
    switch step.state {
    case _ where count < step.produced: failure = error(.zipBomb)
    case .corrupt: failure = error(.badDeflate)
    case .outOfMemory: failure = error(.outOfMemory)
    case .finished: isFinished = true
    case .unfinished where step.consumed == 0 && step.produced == 0 && position == end:
      failure = error(.truncated)
    case .unfinished: break
    }
    return count
  }

  /// Reads the next compressed bytes; 0 only if none were asked for.
  private func fetch(_ target: UnsafeMutableRawBufferPointer) throws(ZipError) -> Int {
    guard !target.isEmpty else { return 0 }
    do throws(FileError) {
      let count = try file.read(at: position, into: target)
      if count > 0 {
        position += count
        return count
      }
    } catch {
      throw ZipError(error, offset: position, entry: entry.name)
    }
    // The file became shorter while it was read.
    throw error(.truncated)
  }

  private func check() throws(ZipError) {
    guard unread.isEmpty, position == end else { throw error(.sizeMismatch) }
    if outputCount != entry.size {
      guard limit > entry.size, outputCount & 0xFFFF_FFFF == entry.size else {
        throw error(outputCount > entry.size ? .zipBomb : .sizeMismatch)
      }
      hasWrappedSize = true
    }
    guard crc == entry.crc else { throw error(.crcMismatch) }
  }

  private func error(_ kind: ZipError.Kind) -> ZipError {
    ZipError(kind, offset: position - unread.count, entry: entry.name)
  }
}
