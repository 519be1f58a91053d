/// What one call of a gzip decoder took, gave and found.
public struct GzipStep: Sendable, Equatable {
  /// The bytes of input that were used; the rest is to be passed again.
  public var consumed: Int

  /// The bytes of output that were written.
  public var produced: Int

  /// Whether the whole file has been read.
  public var isFinished: Bool
}

/// A decoder of gzip files (RFC 1952) between buffers of the caller.
///
/// Members follow one another, empty ones too, and a line may run across them. Only one layer is
/// removed. An error that is found after bytes were produced is thrown by the next call, so the
/// readable part of a damaged file is never lost.
///
///     var decoder = GzipDecoder()
///     let step = try decoder.decode(input.span, isFinal: atEnd, into: buffer)
public struct GzipDecoder: ~Copyable, Sendable {
  private enum State: Equatable {
    case header
    case data
    case trailer
    case betweenMembers
    case possibleMember  // 1F was seen after a member
    case zeros
    case garbage
    case finished
    case failed(GzipError)
  }

  /// The complete members so far.
  public private(set) var memberCount = 0

  /// The first member's header, once it was read.
  public private(set) var firstHeader: GzipHeader?

  /// What was odd, in the order of the file.
  public private(set) var warnings: [GzipWarning] = []

  /// The bytes of input used so far.
  public private(set) var inputCount = 0

  /// The bytes of output produced so far.
  public private(set) var outputCount = 0

  private let outputLimit: Int
  private var state = State.header
  private var inflater = RawInflater()
  private var parser = GzipHeaderParser()
  private var memberOffset = 0
  private var memberSize = 0
  private var memberCRC: UInt32 = 0
  private var trailer: UInt64 = 0
  private var trailerCount = 0
  private var onlyBlocks = true

  /// Makes a decoder that produces at most `outputLimit` bytes.
  ///
  /// Deflate expands at most 1,032 times, so a limit is only needed where disk or memory is short.
  public init(outputLimit: Int = .max) { self.outputLimit = max(0, outputLimit) }

  /// Decodes until the input is used up or the output is full.
  ///
  /// With input or `isFinal`, and with room for output, each call gets further. After `isFinal` the
  /// rest of the input is passed again, also when it is empty, until `isFinished`.
  ///
  /// - Parameter isFinal: nothing follows this input.
  public mutating func decode(
    _ input: Span<UInt8>,
    isFinal: Bool,
    into output: UnsafeMutableRawBufferPointer
  ) throws(GzipError) -> GzipStep {
    var consumed = 0
    var produced = 0
    loop: while true {
      let before = state
      switch state {
      case .header:
        readHeader(input, &consumed)
      case .data:
        readData(input, &consumed, into: output, &produced)
        // With the output full, the decoder may still hold data that need no more input.
        if state == .data, produced == output.count { break loop }
      case .trailer:
        readTrailer(input, &consumed)
      case .betweenMembers, .possibleMember, .zeros, .garbage:
        readTail(input, &consumed)
      case .finished, .failed:
        break loop
      }
      guard state == before, consumed == input.count else { continue }
      guard isFinal else { break }
      end(at: inputCount + consumed)
    }
    inputCount += consumed
    if case .failed(let error) = state, produced == 0 { throw error }
    return GzipStep(consumed: consumed, produced: produced, isFinished: state == .finished)
  }

  private mutating func fail(_ kind: GzipError.Kind, offset: Int? = nil) {
    state = .failed(GzipError(kind, offset: offset ?? memberOffset, memberOffset: memberOffset))
  }
}

// MARK: - Members

extension GzipDecoder {
  private mutating func readHeader(_ input: Span<UInt8>, _ consumed: inout Int) {
    do throws(GzipError.Kind) {
      consumed = try parser.parse(input, from: consumed)
    } catch {
      fail(error)
      return
    }
    guard parser.isComplete else { return }
    if firstHeader == nil { firstHeader = parser.header }
    inflater.reset()
    memberSize = 0
    memberCRC = 0
    trailer = 0
    trailerCount = 0
    state = .data
  }

  private mutating func readData(
    _ input: Span<UInt8>,
    _ consumed: inout Int,
    into output: UnsafeMutableRawBufferPointer,
    _ produced: inout Int
  ) {
    let start = consumed
    let room = UnsafeMutableRawBufferPointer(rebasing: output[produced...])
    let step = input.withUnsafeBytes { bytes in
      inflater.decode(UnsafeRawBufferPointer(rebasing: bytes[start...]), into: room)
    }
    let data = UnsafeRawBufferPointer(rebasing: room[..<step.produced])
    memberCRC = crc32(data, continuing: memberCRC)
    let allowed = min(step.produced, outputLimit - outputCount)
    consumed += step.consumed
    produced += allowed
    memberSize += allowed
    outputCount += allowed
    switch step.state {
    case _ where allowed < step.produced: fail(.expansionLimit)
    case .unfinished where step.consumed == 0 && step.produced == 0:
      // Out of input, or out of room; zlib stops for no other reason.
      if start < input.count, !room.isEmpty { fail(.badDeflate) }
    case .unfinished: break
    case .finished: state = .trailer
    case .corrupt: fail(.badDeflate)
    case .outOfMemory: fail(.outOfMemory)
    }
  }

  private mutating func readTrailer(_ input: Span<UInt8>, _ consumed: inout Int) {
    while trailerCount < 8, consumed < input.count {
      trailer |= UInt64(input[consumed]) << (8 * UInt64(trailerCount))
      trailerCount += 1
      consumed += 1
    }
    guard trailerCount == 8 else { return }
    guard UInt32(truncatingIfNeeded: trailer) == memberCRC else { return fail(.crcMismatch) }
    // ISIZE is the length modulo 2^32 (RFC 1952 §2.3.1).
    guard trailer >> 32 == UInt64(memberSize) & 0xFFFF_FFFF else { return fail(.sizeMismatch) }
    memberCount += 1
    let end = inputCount + consumed
    if parser.header.blockSize != end - memberOffset { onlyBlocks = false }
    memberOffset = end
    state = .betweenMembers
  }
}

// MARK: - Ends

extension GzipDecoder {
  private mutating func readTail(_ input: Span<UInt8>, _ consumed: inout Int) {
    while consumed < input.count {
      let byte = input[consumed]
      switch state {
      case .betweenMembers where byte == 0x1F:
        state = .possibleMember
      case .possibleMember where byte == 0x8B:
        beginMember()
        consumed += 1
        return
      case .betweenMembers where byte == 0, .zeros where byte == 0:
        state = .zeros
      default:
        state = .garbage
        consumed = input.count
        return
      }
      consumed += 1
    }
  }

  /// The two bytes of the magic number were read here, to tell a member from garbage.
  private mutating func beginMember() {
    parser.reset()
    let magic: [UInt8] = [0x1F, 0x8B]
    _ = try? parser.parse(magic.span, from: 0)
    state = .header
  }

  /// The input ends here, in whatever state.
  private mutating func end(at position: Int) {
    let end = memberCount == 0 ? position : memberOffset
    switch state {
    case .header where memberCount == 0 && parser.isUntouched: fail(.emptyFile)
    case .header: fail(.truncatedHeader, offset: end)
    case .data: fail(.truncatedData, offset: end)
    case .trailer: fail(.truncatedTrailer, offset: end)
    case .betweenMembers: finish()
    case .zeros: finish(.trailingZeros)
    case .possibleMember, .garbage: finish(.trailingGarbage)
    case .finished, .failed: break
    }
  }

  private mutating func finish(_ oddity: GzipWarning.Kind? = nil) {
    // An end marker is a block without data (SAM specification §4.1.2).
    if onlyBlocks, memberSize > 0 {
      warnings.append(GzipWarning(.missingEndMarker, offset: memberOffset))
    }
    if let oddity { warnings.append(GzipWarning(oddity, offset: memberOffset)) }
    state = .finished
  }
}
