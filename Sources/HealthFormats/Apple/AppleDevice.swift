import ByteKit
import HealthModel

/// Reads the description of a device as Apple's exports write it.
///
/// `<<HKDevice: 0x28241c610>, name:iPhone, manufacturer:Apple Inc., hardware:iPhone16,1,
/// software:18.2>`: the address is where the object lay in memory and no part of the device; values
/// hold commas, so a part begins only where a known name follows a comma.
enum AppleDevice {
  /// The names of the parts, as written and as our keys.
  static let parts: [(written: String, key: String)] = [
    ("name:", "name"), ("manufacturer:", "manufacturer"), ("model:", "model"),
    ("hardware:", "hardware"), ("firmware:", "firmware"), ("software:", "software"),
    ("localIdentifier:", "localIdentifier"), ("UDI:", "udi"),
    ("UDIDeviceIdentifier:", "udi"), ("creation date:", "creationDate"),
  ]

  /// The compact JSON object of a description; text in another form becomes the device's name.
  static func json(_ text: String) -> [UInt8] {
    var out = ByteBuffer(capacity: 256)
    var isFirst = true
    func append(_ key: String, _ value: String, to out: inout ByteBuffer) {
      out.append(isFirst ? "{" : ",")
      isFirst = false
      out.appendJSON(key)
      out.append(UInt8(ascii: ":"))
      out.appendJSON(value)
    }
    if let body = description(in: text) {
      for (key, value) in split(body) { append(key, value, to: &out) }
    } else {
      append("name", text, to: &out)
    }
    if isFirst { return [] }
    out.append("}")
    return out.bytes
  }

  /// What follows the address and stands before the closing bracket; nil when it is no such text.
  static func description(in text: String) -> Substring? {
    var rest = Substring(text)
    guard rest.hasPrefix("<<HKDevice:") || rest.hasPrefix("name:") else { return nil }
    if rest.hasPrefix("<<HKDevice:") {
      guard let close = rest.firstIndex(of: ">") else { return nil }
      rest = rest[rest.index(after: close)...]
      while let first = rest.first, first == "," || first == " " { rest.removeFirst() }
    }
    if rest.hasSuffix(">") { rest.removeLast() }
    return rest
  }

  /// The parts of a description in written order; what one key is given several times is joined.
  static func split(_ body: Substring) -> [(key: String, value: String)] {
    var result: [(key: String, value: String)] = []
    var rest = body
    while !rest.isEmpty {
      let part = parts.first { rest.hasPrefix($0.written) }
      let value = part.map { rest.dropFirst($0.written.count) } ?? rest
      let end = nextPart(in: value)
      let text = String(value[..<end])
      let key = part?.key ?? "name"
      if let index = result.firstIndex(where: { $0.key == key }) {
        result[index].value += ", " + text
      } else {
        result.append((key, text))
      }
      rest = value[end...]
      while let first = rest.first, first == "," || first == " " { rest.removeFirst() }
    }
    return result
  }

  /// Where the next part begins: at a comma and blank that a known name follows.
  private static func nextPart(in text: Substring) -> Substring.Index {
    var from = text.startIndex
    while let comma = text[from...].firstIndex(of: ",") {
      let after = text[text.index(after: comma)...].drop { $0 == " " }
      if parts.contains(where: { after.hasPrefix($0.written) }) { return comma }
      from = text.index(after: comma)
    }
    return text.endIndex
  }
}
