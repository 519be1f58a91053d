import ByteKit
import HealthFormats
import HealthUnits
import JSONCodec

/// A JSON file of units of one's own, by the schema `units-file`.
///
///     { "format": "healthconv-units", "version": 1,
///       "units": [{ "symbol": "scoop", "factor": "30", "unit": "g", "spellings": ["scoops"] }] }
public enum UnitsFile {
  /// The largest file that is read.
  static let sizeLimit = 4 << 20

  /// A registry with the units of one or more files, each of which may build on those before it.
  ///
  /// Throws when a file can't be read, is no such file, or has a unit that can't be registered.
  public static func registry(
    reading paths: [String],
    over base: UnitRegistry = .standard
  ) throws(ConversionError) -> UnitRegistry {
    var registry = base
    for path in paths {
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try InputFile(path: path).readAll(limit: sizeLimit)
      } catch {
        throw ConversionError(error)
      }
      for (place, definition) in try definitions(bytes, path: path).enumerated() {
        do throws(UnitError) {
          registry = try registry.registering([definition])
        } catch {
          throw problem(path, "unit \(place + 1), \"\(definition.symbol)\": \(error)")
        }
      }
    }
    return registry
  }

  /// The units of a file's text, in order.
  package static func definitions(
    _ bytes: [UInt8],
    path: String
  ) throws(ConversionError) -> [UnitDefinition] {
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue.parse(bytes)
    } catch {
      var failure = ConversionError(
        "units.not-json",
        path: path,
        byteOffset: error.offset,
        "this is no JSON: \(error.code.rawValue.replacing("-", with: " "))",
        advice: advice
      )
      let end = min(error.offset, bytes.count)
      failure.line = 1 + bytes.span.countLineFeeds(0..<end)
      let lineStart = bytes[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      failure.column = end - lineStart + 1
      throw failure
    }
    try check(document, has: ["format", "version", "units"], path, "the document")
    guard document["format"]?.stringValue == "healthconv-units" else {
      throw problem(path, "\"format\" must be \"healthconv-units\"")
    }
    guard document["version"]?.intValue == 1 else { throw problem(path, "\"version\" must be 1") }
    guard let units = document["units"]?.elements else {
      throw problem(path, "\"units\" must be a list")
    }
    var definitions: [UnitDefinition] = []
    for (index, unit) in units.enumerated() {
      definitions.append(try definition(unit, path, "unit \(index + 1)"))
    }
    return definitions
  }

  private static func definition(
    _ value: JSONValue,
    _ path: String,
    _ place: String
  ) throws(ConversionError) -> UnitDefinition {
    try check(
      value,
      has: ["symbol", "factor", "unit", "offset", "spellings", "ucum", "overrides", "source"],
      path,
      place
    )
    func text(_ key: String) throws(ConversionError) -> String? {
      guard let member = value[key] else { return nil }
      guard let text = member.stringValue, !text.isEmpty else {
        throw problem(path, "\(place): \"\(key)\" must be a text that is not empty")
      }
      return text
    }
    func needed(_ key: String) throws(ConversionError) -> String {
      guard let text = try text(key) else { throw problem(path, "\(place): \"\(key)\" is missing") }
      return text
    }
    func number(_ key: String, _ text: String) throws(ConversionError) -> Rational {
      guard text.utf8.count <= 300, let number = Rational(text) else {
        throw problem(
          path,
          "\(place): \"\(key)\" is \"\(text.prefix(60))\", not an exact number such as"
            + " \"0.45359237\" or \"45359237/100000000\""
        )
      }
      return number
    }
    var spellings: [String] = []
    if let member = value["spellings"] {
      guard let elements = member.elements else {
        throw problem(path, "\(place): \"spellings\" must be a list of texts")
      }
      for element in elements {
        guard let spelling = element.stringValue else {
          throw problem(path, "\(place): \"spellings\" must be a list of texts")
        }
        spellings.append(spelling)
      }
    }
    var overrides = false
    if let member = value["overrides"] {
      guard let flag = member.boolValue else {
        throw problem(path, "\(place): \"overrides\" must be true or false")
      }
      overrides = flag
    }
    let symbol = try needed("symbol")
    let factor = try number("factor", needed("factor"))
    var offset: Rational?
    if let written = try text("offset") { offset = try number("offset", written) }
    return UnitDefinition(
      symbol,
      equalTo: factor,
      try needed("unit"),
      offset: offset,
      spellings: spellings,
      ucum: try text("ucum"),
      overrides: overrides,
      source: try text("source") ?? path
    )
  }

  /// Members that nobody knows are refused, so that a misspelt one is not silently ignored.
  private static func check(
    _ value: JSONValue,
    has known: [String],
    _ path: String,
    _ place: String
  ) throws(ConversionError) {
    guard let members = value.members else { throw problem(path, "\(place) must be an object") }
    var seen: Set<String> = []
    for member in members {
      guard known.contains(member.key) else {
        throw problem(path, "\(place): there is no member \"\(member.key)\"")
      }
      guard seen.insert(member.key).inserted else {
        throw problem(path, "\(place): \"\(member.key)\" is there twice")
      }
    }
  }

  private static func problem(_ path: String, _ message: String) -> ConversionError {
    ConversionError("units.bad-file", path: path, message, advice: advice)
  }

  private static let advice = "see: healthconv schema units-file"
}
