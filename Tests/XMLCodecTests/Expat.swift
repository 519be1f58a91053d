import Foundation

/// The parser of Python's standard library, run as a process of its own.
enum Expat {
  /// The path of a `python3` that has the parser, nil when there is none.
  static let python: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let path = folders.map { $0 + "/python3" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let path, (try? run(path, ["-c", "import xml.parsers.expat"])) != nil else { return nil }
    return path
  }()

  static var isAvailable: Bool { python != nil }

  struct Failure: Error { var message: String }

  /// The lines that the parser gives for each document.
  static func lines(of documents: [[UInt8]]) throws -> [[String]] {
    guard let python else { throw Failure(message: "no python3") }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("xml-oracle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (index, document) in documents.enumerated() {
      try Data(document).write(to: folder.appendingPathComponent("\(index).xml"))
    }
    try run(python, ["-c", script, folder.path, "\(documents.count)"])
    return try documents.indices.map { index in
      let data = try Data(contentsOf: folder.appendingPathComponent("\(index).lines"))
      return data.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private static func run(_ path: String, _ arguments: [String]) throws {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let message = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      throw Failure(message: String(decoding: message, as: UTF8.self))
    }
  }

  private static let script = #"""
    import sys, xml.parsers.expat

    def escaped(text):
        for raw, name in (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r")):
            text = text.replace(raw, name)
        return text

    def lines(path):
        found, text = [], []
        def flush():
            joined = "".join(text)
            if joined:
                found.append("text " + escaped(joined.translate({9: 32, 10: 32, 13: 32})))
            text.clear()
        def start(name, attributes):
            flush()
            found.append("start " + name)
            for i in range(0, len(attributes), 2):
                found.append("attribute " + attributes[i] + "=" + escaped(attributes[i + 1]))
        def end(name):
            flush()
            found.append("end " + name)
        parser = xml.parsers.expat.ParserCreate("UTF-8")
        parser.ordered_attributes = True
        parser.StartElementHandler = start
        parser.EndElementHandler = end
        parser.CharacterDataHandler = text.append
        with open(path + ".xml", "rb") as file:
            parser.Parse(file.read(), True)
        return found

    for index in range(int(sys.argv[2])):
        path = sys.argv[1] + "/" + str(index)
        with open(path + ".lines", "w", encoding="utf-8", newline="") as file:
            file.write("\n".join(lines(path)))
    """#
}
