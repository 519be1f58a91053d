import JSONCodec

/// JSON pointers (RFC 6901) on parsed texts.
package enum JSONPointer {
  /// The pointer to the token at an index; of a key, to its value.
  package static func text(
    to index: Int,
    from root: Int = 0,
    _ tokens: Span<JSONToken>,
    _ bytes: Span<UInt8>
  ) -> String {
    var pointer = ""
    var container = root
    while container != index {
      let token = tokens[container]
      let isObject = token.kind == .objectStart
      guard isObject || token.kind == .arrayStart else { break }
      var child = container + 1
      var position = 0
      // The child that is the token or holds it is the last one that does not start behind it.
      while true {
        let value = isObject ? child + 1 : child
        let next = Int(tokens[value].next)
        if index < next { break }
        guard next < token.next else { return pointer }
        child = next
        position += 1
      }
      if isObject {
        pointer += "/" + jsonPointerToken(keyText(tokens[child], bytes))
        if child == index { break }
        container = child + 1
      } else {
        pointer += "/\(position)"
        container = child
      }
    }
    return pointer
  }

  /// The names of a pointer; nil when it is none.
  static func names(_ pointer: String) -> [String]? {
    if pointer.isEmpty { return [] }
    guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
    var names: [String] = [""]
    var isEscape = false
    for scalar in pointer.unicodeScalars.dropFirst() {
      if isEscape {
        guard scalar == "0" || scalar == "1" else { return nil }
        names[names.count - 1] += scalar == "0" ? "~" : "/"
        isEscape = false
      } else if scalar == "~" {
        isEscape = true
      } else if scalar == "/" {
        names.append("")
      } else {
        names[names.count - 1].unicodeScalars.append(scalar)
      }
    }
    return isEscape ? nil : names
  }

  /// The text of a string or key token.
  package static func keyText(_ token: JSONToken, _ bytes: Span<UInt8>) -> String {
    var plain: [UInt8] = []
    unescapeJSON(bytes, token.range, into: &plain)
    return String(decoding: plain, as: UTF8.self)
  }
}
