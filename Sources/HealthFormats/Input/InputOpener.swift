import ByteKit
import Foundation
import GzipCodec
import HealthModel
import ZipCodec

/// Finds what is to be read behind a path: a file of any format, a gzip or zip archive, an unpacked
/// folder.
///
/// Formats are recognised by content, never by name.
public struct InputOpener: Sendable {
  /// How many bytes are looked at.
  static let prefixSize = 1 << 16

  /// The format to take for granted; nil to recognise it.
  public var format: InputFormat?

  /// An opener.
  public init(format: InputFormat? = nil) { self.format = format }

  /// Opens a path; an archive may hold several inputs.
  public func open(_ path: String) throws(ConversionError) -> [OpenedInput] {
    if path != "-", isFolder(path) { return [try openFolder(path)] }
    let file: InputFile
    do { file = try InputFile(path: path) } catch { throw ConversionError(error) }
    let source = FileSource(file)
    let prefix = try Self.readPrefix(source)
    if prefix.isEmpty {
      throw ConversionError(
        "empty-file",
        path: path,
        "the file is empty",
        advice: "export it again; Health sometimes writes nothing when the phone locks"
      )
    }
    if prefix.starts(with: [0x50, 0x4B, 0x03, 0x04])
      || prefix.starts(with: [0x50, 0x4B, 0x05, 0x06])
    {
      return try openZip(file, path: path, prefix: prefix, source: source)
    }
    var reopen: (@Sendable () throws(ConversionError) -> any ByteSource)?
    if file.isSeekable {
      reopen = { () throws(ConversionError) -> any ByteSource in try Self.file(path) }
    }
    return [
      try recognise(
        prefix,
        source,
        path: path,
        entry: "",
        companions: Companions(),
        reopen: reopen
      )
    ]
  }

  private static func file(_ path: String) throws(ConversionError) -> any ByteSource {
    do throws(FileError) {
      return FileSource(try InputFile(path: path))
    } catch {
      throw ConversionError(error)
    }
  }

  /// Reads the first bytes of a source.
  static func readPrefix(_ source: any ByteSource) throws(ConversionError) -> [UInt8] {
    var buffer = ByteBuffer(capacity: prefixSize)
    while buffer.count < prefixSize {
      let before = buffer.count
      try buffer.append(upTo: prefixSize - before) { room throws(ConversionError) in
        try source.read(into: room)
      }
      if buffer.count == before { break }
    }
    return buffer.bytes
  }

  /// Removes one layer of gzip and UTF-16, and recognises the text.
  private func recognise(
    _ prefix: [UInt8],
    _ source: any ByteSource,
    path: String,
    entry: String,
    companions: Companions,
    findings: [(code: FindingCode, detail: String)] = [],
    reopen: (@Sendable () throws(ConversionError) -> any ByteSource)?
  ) throws(ConversionError) -> OpenedInput {
    var prefix = prefix
    var source = source
    var reopen = reopen
    var findings = findings
    if prefix.starts(with: [0x1F, 0x8B]) {
      let packed = PrefixedSource(prefix: prefix, rest: source)
      source = GzipSource(packed, path: path)
      prefix = try Self.readPrefix(source)
      if let open = reopen {
        reopen = { () throws(ConversionError) -> any ByteSource in
          GzipSource(try open(), path: path)
        }
      }
    }
    let encoding = detectEncoding(prefix.span)
    if let decoder = encoding.encoding.utf16Decoder {
      findings.append((.encodingUTF16, encoding.encoding.rawValue))
      prefix.removeFirst(encoding.markLength)
      source = UTF16Source(PrefixedSource(prefix: prefix, rest: source), decoder: decoder)
      prefix = try Self.readPrefix(source)
      if let open = reopen {
        let mark = encoding.markLength
        reopen = { () throws(ConversionError) -> any ByteSource in
          let raw = try open()
          let head = try Self.readPrefix(raw)
          return UTF16Source(
            PrefixedSource(prefix: Array(head.dropFirst(mark)), rest: raw),
            decoder: decoder
          )
        }
      }
    }
    if prefix.isEmpty {
      throw ConversionError("empty-file", path: path, entry: entry, "there is no text in it")
    }
    let isWhole = prefix.count < Self.prefixSize
    let foreign = InputFormat.foreign(prefix)
    let detected = foreign == nil ? InputFormat.detect(prefix.span, isWhole: isWhole) : nil
    guard let format = format ?? detected else {
      throw ConversionError(
        "unknown-format",
        path: path,
        entry: entry,
        byteOffset: 0,
        "this is no format that holds health data: \(foreign ?? "binary data")",
        advice: "give an Apple Health export (zip, xml), CSV, JSON or NDJSON"
      )
    }
    return OpenedInput(
      path: path,
      entry: entry,
      format: format,
      companions: companions,
      prefix: prefix,
      source: source,
      isWhole: isWhole,
      findings: findings,
      reopen: reopen
    )
  }
}

// MARK: - Zip archives

extension InputOpener {
  private func openZip(
    _ file: InputFile,
    path: String,
    prefix: [UInt8],
    source: any ByteSource
  ) throws(ConversionError) -> [OpenedInput] {
    let seekable =
      file.isSeekable ? file : try Self.spool(PrefixedSource(prefix: prefix, rest: source), path)
    let archive: ZipArchive
    do throws(ZipError) {
      archive = try ZipArchive(seekable)
    } catch {
      throw ConversionError(error, path: path)
    }
    var companions = Companions()
    var findings: [(code: FindingCode, detail: String)] = []
    var exports: [ZipEntry] = []
    var texts: [ZipEntry] = []
    for entry in archive.entries where !entry.isDirectory && !entry.isMacMetadata {
      if entry.isUnsafePath {
        findings.append((.unsafePath, entry.name))
        continue
      }
      switch try kind(of: entry, in: archive, path: path) {
      case .export: exports.append(entry)
      case .text: texts.append(entry)
      case .companion: companions.count(entry.name)
      }
    }
    // Beside an export, other text files are companions; without one they are the data.
    let chosen = exports.isEmpty ? texts : exports
    if !exports.isEmpty { for entry in texts { companions.count(entry.name) } }
    guard !chosen.isEmpty else {
      throw ConversionError(
        "zip.no-export",
        path: path,
        "there is no Apple Health export among its \(archive.entries.count) entries",
        advice: "give the zip that the Health app exports, or an archive of CSV or JSON files"
      )
    }
    var inputs: [OpenedInput] = []
    for (index, entry) in chosen.enumerated() {
      let open: @Sendable () throws(ConversionError) -> any ByteSource = {
        () throws(ConversionError) -> any ByteSource in
        try Self.source(of: entry, in: archive, path: path)
      }
      let source = try open()
      inputs.append(
        try recognise(
          try Self.readPrefix(source),
          source,
          path: path,
          entry: entry.name,
          companions: index == 0 ? companions : Companions(),
          findings: index == 0 ? findings : [],
          reopen: open
        )
      )
    }
    return inputs
  }

  private static func source(
    of entry: ZipEntry,
    in archive: ZipArchive,
    path: String
  ) throws(ConversionError) -> any ByteSource {
    do throws(ZipError) {
      return ZipSource(try archive.reader(of: entry), path: path)
    } catch {
      throw ConversionError(error, path: path)
    }
  }

  private enum EntryKind {
    case export
    case text
    case companion
  }

  /// What an entry is, by its first bytes; names only tell what need not be looked into.
  private func kind(
    of entry: ZipEntry,
    in archive: ZipArchive,
    path: String
  ) throws(ConversionError) -> EntryKind {
    let name = entry.name.lowercased()
    if name.hasSuffix(".gpx") || name.contains("electrocardiograms/")
      || name.contains("clinical-records/") || name.contains("attachments/")
    {
      return .companion
    }
    let prefix: [UInt8]
    do throws(ConversionError) {
      prefix = try Self.readPrefix(try Self.source(of: entry, in: archive, path: path))
    } catch {
      // A damaged entry matters only when it is the one to read.
      if name.hasSuffix(".xml"), !name.hasSuffix("export_cda.xml") { throw error }
      return .companion
    }
    if Self.holdsExport(prefix.span) { return .export }
    if InputFormat.detect(prefix.span, isWhole: true) == nil || name.hasSuffix(".xml") {
      return .companion
    }
    return [".csv", ".json", ".ndjson", ".jsonl"].contains { name.hasSuffix($0) }
      ? .text : .companion
  }

  /// Whether a text begins as an export: `<HealthData`, or a DTD of that name.
  static func holdsExport(_ bytes: Span<UInt8>) -> Bool {
    for i in 0..<max(0, bytes.count - 11) where bytes[i] == UInt8(ascii: "<") {
      if bytes.starts(with: "<HealthData", at: i)
        || bytes.starts(with: "<!DOCTYPE HealthData", at: i)
      {
        return true
      }
    }
    return false
  }

  /// Copies a pipe to a temporary file, so that the list at the end of a zip can be read.
  static func spool(
    _ source: any ByteSource,
    _ path: String
  ) throws(ConversionError) -> InputFile {
    do throws(FileError) {
      let spool = try TemporaryFile()
      var buffer = ByteBuffer(capacity: 1 << 20)
      while true {
        buffer.removeAll()
        do throws(ConversionError) {
          try buffer.append(upTo: 1 << 20) { room throws(ConversionError) in
            try source.read(into: room)
          }
        } catch {
          throw FileError(operation: "read", path: path, code: 0)
        }
        if buffer.count == 0 { break }
        _ = try spool.append(buffer.span)
      }
      return try spool.inputFile(named: path)
    } catch {
      throw ConversionError(error)
    }
  }
}

// MARK: - Folders

extension InputOpener {
  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Finds the export in an unpacked folder, by content.
  private func openFolder(_ path: String) throws(ConversionError) -> OpenedInput {
    var companions = Companions()
    var exports: [String] = []
    let names = FileManager.default.subpaths(atPath: path)?.sorted() ?? []
    for name in names {
      let file = "\(path)/\(name)"
      if isFolder(file) || name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
        continue
      }
      guard name.lowercased().hasSuffix(".xml"), !name.lowercased().hasSuffix("export_cda.xml")
      else {
        companions.count(name)
        continue
      }
      let opened: InputFile
      do { opened = try InputFile(path: file) } catch { throw ConversionError(error) }
      let prefix = try Self.readPrefix(FileSource(opened))
      if Self.holdsExport(prefix.span) { exports.append(file) } else { companions.count(name) }
    }
    guard let export = exports.first else {
      throw ConversionError(
        "folder.no-export",
        path: path,
        "there is no Apple Health export in this folder",
        advice: "give the folder that holds export.xml, or the file itself"
      )
    }
    guard exports.count == 1 else {
      throw ConversionError(
        "folder.several-exports",
        path: path,
        "there are \(exports.count) exports in this folder: \(exports.joined(separator: ", "))",
        advice: "give the files one by one"
      )
    }
    let opened = try open(export)
    guard let input = opened.first else {
      throw ConversionError("folder.no-export", path: export, "nothing to read")
    }
    return OpenedInput(
      path: export,
      entry: "",
      format: input.format,
      companions: companions,
      prefix: input.prefix,
      source: input.source,
      isWhole: input.isWhole,
      findings: input.findings,
      reopen: input.reopen
    )
  }
}
