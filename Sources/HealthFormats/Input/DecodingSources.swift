import ByteKit
import GzipCodec
import HealthModel
import ZipCodec

// Sources that decode while they are read. Only one thread reads a source at a time: the reader of
// chunks is behind the pipeline's input lock.

/// Decompresses gzip, all members of it.
final class GzipSource: ByteSource, @unchecked Sendable {
  private let source: any ByteSource
  private let path: String
  private var decoder = GzipDecoder()
  private var input: [UInt8] = []
  private var used = 0
  private var isInputOver = false
  private var isFinished = false

  init(_ source: any ByteSource, path: String) {
    self.source = source
    self.path = path
  }

  /// The name in the first member's header, once it was read.
  var name: String? { decoder.firstHeader?.name }

  var containerNotes: [ContainerNote] {
    decoder.warnings.map { warning in
      ContainerNote(
        // Blocks end with an empty one, so that a file cut between two of them can be told.
        code: warning.kind == .missingEndMarker ? .truncated : .trailingData,
        detail: "gzip: \(warning.kind.rawValue) at byte \(warning.offset)"
      )
    } + source.containerNotes
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ConversionError) -> Int {
    while !isFinished {
      if used == input.count, !isInputOver { try refill() }
      let pending = input
      let step: GzipStep
      do throws(GzipError) {
        step = try decoder.decode(
          pending.span.extracting(used..<pending.count),
          isFinal: isInputOver,
          into: buffer
        )
      } catch {
        throw Self.error(error, path: path)
      }
      used += step.consumed
      isFinished = step.isFinished
      if step.produced > 0 { return step.produced }
    }
    return 0
  }

  private func refill() throws(ConversionError) {
    if input.count < 1 << 18 { input = [UInt8](repeating: 0, count: 1 << 18) }
    var count = 0
    var failure: ConversionError?
    input.withUnsafeMutableBytes { room in
      do throws(ConversionError) {
        count = try source.read(into: room)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    if count == 0 {
      isInputOver = true
      input = []
    } else if count < input.count {
      input.removeLast(input.count - count)
    }
    used = 0
  }

  private static func error(_ error: GzipError, path: String) -> ConversionError {
    // Which byte is wrong is not known of most damage, only in which member.
    let isInside = error.kind != .emptyFile && error.kind != .notGzip
    let place =
      isInside && error.offset == error.memberOffset ? ", in the member that begins there" : ""
    return ConversionError(
      "gzip.\(error.kind.rawValue)",
      path: path,
      byteOffset: error.offset,
      "gzip: \(message(error.kind))\(place)",
      advice: "the file is damaged or cut off: copy or download it again; nothing was written"
    )
  }

  private static func message(_ kind: GzipError.Kind) -> String {
    let name = kind.rawValue.replacing("-", with: " ")
    return name.hasPrefix("truncated") ? "unexpected end (\(name))" : name
  }
}

/// Reads one entry of a zip archive.
final class ZipSource: ByteSource, @unchecked Sendable {
  private let reader: ZipEntryReader
  private let path: String

  init(_ reader: ZipEntryReader, path: String) {
    self.reader = reader
    self.path = path
  }

  var containerNotes: [ContainerNote] { [] }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ConversionError) -> Int {
    do throws(ZipError) {
      return try reader.read(into: buffer)
    } catch {
      throw ConversionError(error, path: path)
    }
  }
}

extension ConversionError {
  /// The error of a zip archive.
  init(_ error: ZipError, path: String) {
    if let file = error.file {
      self.init(file)
      return
    }
    self.init(
      "zip.\(error.kind.rawValue)",
      path: path,
      entry: error.entry ?? "",
      byteOffset: error.offset,
      Self.message(error),
      advice: Self.advice(error.kind)
    )
  }

  private static func message(_ error: ZipError) -> String {
    switch error.kind {
    case .emptyFile: "empty file"
    case .noEndOfCentralDirectory:
      "zip: no end-of-central-directory record (file cut off?)"
    case .encrypted: "zip: the entry is encrypted"
    case .unsupportedMethod: "zip: compression method \(error.method ?? "?") is not supported"
    case .zipBomb: "zip: the entry expands beyond all reason (zip bomb?)"
    default: "zip: \(error.kind.rawValue.replacing("-", with: " "))"
    }
  }

  private static func advice(_ kind: ZipError.Kind) -> String {
    switch kind {
    case .encrypted: "unpack it with its password first and give the export.xml"
    case .unsupportedMethod: "unpack it with another program and give the folder"
    case .zipBomb, .overlappingEntries: "do not trust this file"
    case .multipleVolumes: "join its volumes to one archive first"
    case .notSeekable: "save it to a file first"
    case .unreadable, .outOfMemory: ""
    default: "export it again; keep the phone unlocked meanwhile, or copy the file again"
    }
  }
}

/// Turns UTF-16 into UTF-8.
final class UTF16Source: ByteSource, @unchecked Sendable {
  private let source: any ByteSource
  private var decoder: UTF16Decoder
  private var input = [UInt8](repeating: 0, count: 1 << 16)
  private var output: [UInt8] = []
  private var used = 0
  private var isOver = false

  init(_ source: any ByteSource, decoder: UTF16Decoder) {
    self.source = source
    self.decoder = decoder
  }

  var containerNotes: [ContainerNote] { source.containerNotes }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ConversionError) -> Int {
    while used == output.count {
      if isOver { return 0 }
      output.removeAll(keepingCapacity: true)
      used = 0
      var count = 0
      var failure: ConversionError?
      input.withUnsafeMutableBytes { room in
        do throws(ConversionError) {
          count = try source.read(into: room)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      if count == 0 {
        isOver = true
        decoder.finish(into: &output)
      } else {
        let bytes = input
        decoder.decode(bytes.span.extracting(0..<count), into: &output)
      }
    }
    let count = min(buffer.count, output.count - used)
    output.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[used..<used + count]))
    }
    used += count
    return count
  }
}
