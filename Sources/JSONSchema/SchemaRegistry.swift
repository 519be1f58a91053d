/// The documents that a schema may refer to: nothing else is read, and nothing from a network.
public struct SchemaRegistry: Sendable {
  private var documents: [String: [UInt8]]
  private let load: (@Sendable (String) -> [UInt8]?)?

  /// No documents.
  public static let empty = SchemaRegistry()

  /// Documents by their absolute URI without a fragment; others are asked of `load`.
  ///
  /// - Parameter load: gives the bytes under an absolute URI, or nil when there are none.
  public init(
    _ documents: [String: [UInt8]] = [:],
    load: (@Sendable (String) -> [UInt8]?)? = nil
  ) {
    self.documents = documents
    self.load = load
  }

  /// Adds or replaces a document.
  public mutating func add(_ bytes: [UInt8], uri: String) { documents[uri] = bytes }

  /// The document under an absolute URI without a fragment.
  func bytes(_ uri: String) -> [UInt8]? { documents[uri] ?? load?(uri) }
}
