/// Splits a JSON document that need not fit in memory into its records, in any legal layout.
///
/// The first top-level value decides. An array is a list of records. An object with an array under
/// the key `records` has its records there, and its other members are reported beside them. After
/// either, another document may follow, as when files were joined. With any other first value,
/// every top-level value is one element.
///
/// Feed the pieces of the file in order. After each, `elements` holds what became complete in it.
/// What lies between elements is checked here; what lies inside is checked when it is parsed.
public struct JSONElementScanner: Sendable {
  enum State: Sendable {
    case mark, top, topEnd
    case arrayStart, arrayValue, arrayNext
    case objectStart, objectKey, key, keyEscape, colon, memberValue, objectNext
    case scalar, nested, string, escape
  }

  /// The elements that the last piece completed.
  public internal(set) var elements: [JSONElement] = []

  /// How many bytes were fed.
  public private(set) var offset: Int = 0

  /// Whether the file starts with a byte order mark.
  public internal(set) var hasByteOrderMark: Bool = false

  /// Where the first separator of RFC 7464 stands between top-level values, if there is one.
  public internal(set) var recordSeparator: Int?

  /// The deepest nesting inside one element.
  public let depthLimit: Int

  var state = State.mark
  var markLength = 0  // bytes of a byte order mark seen
  var depth = 0  // inside the current element
  var kind = JSONElement.Kind.value
  var start = 0  // of the current element
  var documentStart = 0  // of the top-level object
  var isFirst = true
  var isObject = false  // the document is an object and may still turn out to be one element
  var hasRecords = false
  var key = 0..<0
  var keyBytes: [UInt8] = []
  var pending: [JSONElement] = []  // members seen before `records`

  /// Makes a scanner for the start of a document.
  public init(depthLimit: Int = JSONTape.defaultDepthLimit) { self.depthLimit = depthLimit }

  /// The offset from which bytes are still needed, because an element that starts there is open.
  public var keepFrom: Int {
    if isObject, !hasRecords { return documentStart }
    switch state {
    case .key, .keyEscape, .colon, .memberValue: return key.lowerBound - 1
    case .scalar, .nested, .string, .escape:
      return kind == .member ? key.lowerBound - 1 : start
    default: return offset
    }
  }

  /// All elements of a document that is in memory.
  public static func elements(in whole: Span<UInt8>) throws(JSONError) -> [JSONElement] {
    var scanner = JSONElementScanner()
    try scanner.scan(whole, isLast: true)
    return scanner.elements
  }

  /// Reads the next piece of the document.
  ///
  /// When it throws, `elements` holds what was complete before the fault, and the scanner is spent.
  public mutating func scan(_ piece: Span<UInt8>, isLast: Bool) throws(JSONError) {
    elements.removeAll(keepingCapacity: true)
    var i = 0
    while i < piece.count {
      switch state {
      case .nested, .string, .escape:
        i = try scanNested(piece, i)
        if state == .nested, depth == 0 { finishElement(offset + i) }
      case .scalar:
        i = scalarEnd(piece, i)
        if i < piece.count { finishElement(offset + i) }
      default:
        try step(piece[i], offset + i)
        i += 1
      }
    }
    offset += piece.count
    if isLast { try finish() }
  }
}
