import ByteKit

/// The formats of JSON Schema 2020-12 (validation, section 7.3) by name.
package enum StringFormat: String, Sendable, CaseIterable {
  case dateTime = "date-time"
  case date
  case time
  case duration
  case email
  case idnEmail = "idn-email"
  case hostname
  case idnHostname = "idn-hostname"
  case ipv4
  case ipv6
  case uri
  case uriReference = "uri-reference"
  case iri
  case iriReference = "iri-reference"
  case uuid
  case uriTemplate = "uri-template"
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  case regex

  /// What a text of the format is, for messages.
  var title: String {
    switch self {
    case .dateTime: "a date and time with an offset (RFC 3339)"
    case .date: "a full date (RFC 3339)"
    case .time: "a time with an offset (RFC 3339)"
    case .duration: "a duration (RFC 3339, appendix A)"
    case .email: "an e-mail address (RFC 5321)"
    case .idnEmail: "an internationalized e-mail address (RFC 6531)"
    case .hostname: "a host name (RFC 1123)"
    case .idnHostname: "an internationalized host name (RFC 5890)"
    case .ipv4: "an IPv4 address (RFC 2673)"
    case .ipv6: "an IPv6 address (RFC 4291)"
    case .uri: "a URI (RFC 3986)"
    case .uriReference: "a URI reference (RFC 3986)"
    case .iri: "an IRI (RFC 3987)"
    case .iriReference: "an IRI reference (RFC 3987)"
    case .uuid: "a UUID (RFC 4122)"
    case .uriTemplate: "a URI template (RFC 6570)"
    case .jsonPointer: "a JSON pointer (RFC 6901)"
    case .relativeJSONPointer: "a relative JSON pointer"
    case .regex: "a regular expression (ECMA-262)"
    }
  }

  /// Whether the bytes, which must be UTF-8, have the format.
  package func matches(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var text = TextCursor(bytes, range)
    switch self {
    case .dateTime: return text.dateTime()
    case .date: return text.date() && text.isAtEnd
    case .time: return text.time()
    case .duration: return text.duration()
    case .email: return text.email(isInternational: false)
    case .idnEmail: return text.email(isInternational: true)
    case .hostname: return HostName.isValid(bytes, range, isInternational: false)
    case .idnHostname: return HostName.isValid(bytes, range, isInternational: true)
    case .ipv4: return text.ipv4() && text.isAtEnd
    case .ipv6: return text.ipv6() && text.isAtEnd
    case .uri: return text.uri(needsScheme: true, isInternational: false)
    case .uriReference: return text.uri(needsScheme: false, isInternational: false)
    case .iri: return text.uri(needsScheme: true, isInternational: true)
    case .iriReference: return text.uri(needsScheme: false, isInternational: true)
    case .uuid: return text.uuid()
    case .uriTemplate: return text.uriTemplate()
    case .jsonPointer: return text.jsonPointer()
    case .relativeJSONPointer: return text.relativeJSONPointer()
    case .regex:
      let source = String(decoding: bytes.extracting(range).array, as: UTF8.self)
      return (try? PatternParser.parse(source.unicodeScalars.map(\.value))) != nil
    }
  }
}

extension Span<UInt8> {
  var array: [UInt8] { withUnsafeBufferPointer { [UInt8]($0) } }
}
