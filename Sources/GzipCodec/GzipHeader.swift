/// What the header of a gzip member says about it.
public struct GzipHeader: Sendable, Equatable {
  /// The bytes of the original file's name; at most the first 4,096.
  public internal(set) var nameBytes: [UInt8]?

  /// The bytes of the comment; at most the first 4,096.
  public internal(set) var commentBytes: [UInt8]?

  /// When the original file was changed, in seconds since 1970; 0 if unknown.
  public internal(set) var modificationTime: UInt32 = 0

  /// The file system on which the member was made.
  public internal(set) var operatingSystem: UInt8 = 255

  /// The size of the whole member, if it is a BGZF block.
  public internal(set) var blockSize: Int?

  /// The original file's name, which RFC 1952 §2.3.1 has in ISO 8859-1.
  ///
  /// Good for guessing a format; it comes from outside and is never a place to write to.
  public var name: String? { nameBytes.map(Self.latin1) }

  /// The comment, which RFC 1952 §2.3.1 has in ISO 8859-1.
  public var comment: String? { commentBytes.map(Self.latin1) }

  private static func latin1(_ bytes: [UInt8]) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
    return text
  }
}

/// Reads a member's header, whatever the pieces in which it arrives.
///
///     +--+--+--+---+-----------+---+--+ +=====+ +====+ +=======+ +-----+
///     |1F|8B|CM|FLG|   MTIME   |XFL|OS| |extra| |name| |comment| |CRC16|
///     +--+--+--+---+-----------+---+--+ +=====+ +====+ +=======+ +-----+
struct GzipHeaderParser {
  private enum Stage {
    case fixed
    case extraLength
    case extra
    case name
    case comment
    case checksum
    case complete
  }

  private(set) var header = GzipHeader()
  private var stage = Stage.fixed
  private var collected: [UInt8] = []
  private var wanted = 10
  private var flags: UInt8 = 0
  private var crc: UInt32 = 0

  private static let textLimit = 4096
  private static let hasChecksum: UInt8 = 0x02
  private static let hasExtra: UInt8 = 0x04
  private static let hasName: UInt8 = 0x08
  private static let hasComment: UInt8 = 0x10
  private static let reserved: UInt8 = 0xE0

  var isComplete: Bool { stage == .complete }

  /// The bytes seen of the header's fixed part; 0 before the first.
  var isUntouched: Bool { stage == .fixed && collected.isEmpty }

  mutating func reset() {
    header = GzipHeader()
    stage = .fixed
    collected.removeAll(keepingCapacity: true)
    wanted = 10
    flags = 0
    crc = 0
  }

  /// Reads on from an index.
  ///
  /// - Returns: the index after the last byte that belongs to the header.
  mutating func parse(_ bytes: Span<UInt8>, from start: Int) throws(GzipError.Kind) -> Int {
    var index = start
    while index < bytes.count, stage != .complete {
      let byte = bytes[index]
      // The CRC-16 covers everything before itself.
      if stage != .checksum { crc = crc32Step(crc, byte) }
      index += 1
      switch stage {
      case .name, .comment:
        if byte == 0 {
          finishText()
        } else if collected.count < Self.textLimit {
          collected.append(byte)
        }
      default:
        collected.append(byte)
        if stage == .fixed { try checkFixed() }
        if collected.count == wanted { try finishCounted() }
      }
    }
    return index
  }

  /// Each byte is judged when it arrives, so that what is no gzip file is known at once.
  private func checkFixed() throws(GzipError.Kind) {
    switch collected.count {
    case 1 where collected[0] != 0x1F: throw .notGzip
    case 2 where collected[1] != 0x8B: throw .notGzip
    case 3 where collected[2] != 8: throw .unsupportedMethod
    case 4 where collected[3] & Self.reserved != 0: throw .reservedFlags
    default: break
    }
  }

  private mutating func finishCounted() throws(GzipError.Kind) {
    switch stage {
    case .fixed:
      flags = collected[3]
      header.modificationTime = UInt32(littleEndian(collected, at: 4, count: 4))
      header.operatingSystem = collected[9]
      enter(after: .fixed)
    case .extraLength:
      wanted = littleEndian(collected, at: 0, count: 2)
      collected.removeAll(keepingCapacity: true)
      stage = .extra
      if wanted == 0 { enter(after: .extra) }
    case .extra:
      header.blockSize = BGZF.blockSize(inExtra: collected)
      enter(after: .extra)
    case .checksum:
      let named = littleEndian(collected, at: 0, count: 2)
      guard named == Int(crc & 0xFFFF) else { throw .headerCRCMismatch }
      stage = .complete
    case .name, .comment, .complete:
      break
    }
  }

  private mutating func finishText() {
    if stage == .name {
      header.nameBytes = collected
      enter(after: .name)
    } else {
      header.commentBytes = collected
      enter(after: .comment)
    }
  }

  /// Goes to the next field that the flags announce.
  private mutating func enter(after done: Stage) {
    collected.removeAll(keepingCapacity: true)
    wanted = 2
    switch done {
    case .fixed where flags & Self.hasExtra != 0:
      stage = .extraLength
    case .fixed, .extra:
      if flags & Self.hasName != 0 { stage = .name } else { enter(after: .name) }
    case .name:
      if flags & Self.hasComment != 0 { stage = .comment } else { enter(after: .comment) }
    default:
      stage = flags & Self.hasChecksum != 0 ? .checksum : .complete
    }
  }

  private func crc32Step(_ crc: UInt32, _ byte: UInt8) -> UInt32 {
    // Headers are short; a call for one byte costs less than keeping them.
    withUnsafeBytes(of: byte) { crc32($0, continuing: crc) }
  }
}

/// A number of at most eight bytes, the lowest first.
func littleEndian(_ bytes: [UInt8], at start: Int, count: Int) -> Int {
  var value = 0
  for index in (start..<start + count).reversed() { value = value << 8 | Int(bytes[index]) }
  return value
}
