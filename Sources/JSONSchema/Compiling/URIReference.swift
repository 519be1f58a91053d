/// A URI reference in its five parts (RFC 3986 §3).
struct URIReference: Equatable {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  /// Splits as the regular expression of RFC 3986 appendix B does; every text is a reference.
  init(_ text: String) {
    var rest = Substring(text)
    if let hash = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(where: { ":/".contains($0) }), rest[colon] == ":",
      colon > rest.startIndex
    {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let slash = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<slash])
      rest = rest[slash...]
    }
    path = String(rest)
  }

  /// The parts put together again.
  var text: String { withoutFragment + (fragment.map { "#" + $0 } ?? "") }

  var withoutFragment: String {
    (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
      + (query.map { "?" + $0 } ?? "")
  }

  /// The target of a reference that stands in a document under this URI (RFC 3986 §5.2.2).
  func resolving(_ reference: URIReference) -> URIReference {
    var target = reference
    if reference.scheme != nil {
      target.path = Self.removingDots(reference.path)
      return target
    }
    target.scheme = scheme
    if reference.authority != nil {
      target.path = Self.removingDots(reference.path)
      return target
    }
    target.authority = authority
    if reference.path.isEmpty {
      target.path = path
      if reference.query == nil { target.query = query }
    } else if reference.path.hasPrefix("/") {
      target.path = Self.removingDots(reference.path)
    } else {
      target.path = Self.removingDots(merged(reference.path))
    }
    return target
  }

  private func merged(_ relative: String) -> String {
    if authority != nil, path.isEmpty { return "/" + relative }
    guard let slash = path.lastIndex(of: "/") else { return relative }
    return path[...slash] + relative
  }

  /// RFC 3986 §5.2.4.
  private static func removingDots(_ path: String) -> String {
    guard path.contains(".") else { return path }
    var output: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { output.append("") }
      case "..":
        if output.count > 1 || output.first.map({ !$0.isEmpty }) ?? false { output.removeLast() }
        if isLast { output.append("") }
      default: output.append(segment)
      }
    }
    return output.joined(separator: "/")
  }

  /// The text with its percent triplets undone; nil when one is broken or it is not UTF-8.
  static func decode(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap({ hexadecimalDigit(UInt32($0)) }),
        let low = rest.popFirst().flatMap({ hexadecimalDigit(UInt32($0)) })
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Text as it may stand in a fragment (RFC 3986 §3.5).
  static func encode(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      if isLetter(byte) || isDigit(byte) || isOne(byte, of: "-._~!$&'()*+,;=:@/?") {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }
}
