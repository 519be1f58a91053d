import JSONCodec

/// A schema's place: a document and a token in it.
struct SchemaPlace: Hashable {
  var document: Int
  var token: Int
}

/// A schema with a URI of its own, and the names inside it.
struct SchemaResource {
  var uri: URIReference
  var place: SchemaPlace
  var vocabularies: Vocabulary.Set
  var anchors: [String: Int] = [:]
  var dynamicAnchors: [String: Int] = [:]
}

/// All documents of a compilation, and which schema has which URI.
struct SchemaStore {
  private(set) var documents: [SchemaDocument] = []
  private(set) var resources: [SchemaResource] = []
  private var byURI: [String: Int] = [:]
  private var byRoot: [SchemaPlace: Int] = [:]
  /// The resource of every schema found so far.
  private var resourceOf: [SchemaPlace: Int] = [:]
  private var dialects = [Metaschema.uri: Vocabulary.Set.standard]
  private let registry: SchemaRegistry
  /// Off only for metaschemas, which are their own measure.
  private let isChecking: Bool

  init(_ registry: SchemaRegistry, isChecking: Bool) {
    self.registry = registry
    self.isChecking = isChecking
  }

  func document(_ place: SchemaPlace) -> SchemaDocument { documents[place.document] }

  func error(_ code: SchemaError.Code, at place: SchemaPlace, _ message: String) -> SchemaError {
    document(place).error(code, at: place.token, message)
  }

  /// Takes a document under the URI it was found by and returns its resource.
  mutating func add(_ bytes: [UInt8], uri: String) throws(SchemaError) -> Int {
    let base = URIReference(uri)
    let document = try SchemaDocument(bytes, uri: base.withoutFragment)
    if let known = sameDocument(document, base) {
      byURI[base.withoutFragment] = known
      return known
    }
    documents.append(document)
    let place = SchemaPlace(document: documents.count - 1, token: 0)
    // The URI it was found by names it even when its `$id` says otherwise.
    if byURI[base.withoutFragment] == nil { byURI[base.withoutFragment] = resources.count }
    let metaschema = document.string(.schema, in: 0)
    let vocabularies = try dialect(metaschema ?? Metaschema.uri, place)
    if isChecking {
      try Metaschema.check(document, against: metaschema ?? Metaschema.uri, registry)
    }
    let resource = try addResource(place, base, vocabularies)
    try index(place, resource)
    return resource
  }

  /// The resource of a document that was loaded under another URI already.
  private func sameDocument(_ document: SchemaDocument, _ base: URIReference) -> Int? {
    guard let id = document.string(.id, in: 0) else { return nil }
    let uri = base.resolving(URIReference(id)).withoutFragment
    guard let known = byURI[uri], known < resources.count else { return nil }
    let place = resources[known].place
    return place.token == 0 && documents[place.document].bytes == document.bytes ? known : nil
  }

  private mutating func addResource(
    _ place: SchemaPlace,
    _ base: URIReference,
    _ vocabularies: Vocabulary.Set
  ) throws(SchemaError) -> Int {
    var uri = base
    uri.fragment = nil
    if let id = document(place).string(.id, in: place.token) {
      uri = uri.resolving(URIReference(id))
      uri.fragment = nil
    }
    let index = resources.count
    if let other = byURI[uri.text], other != index {
      throw error(.duplicateIdentifier, at: place, "another schema has the URI \(uri.text) too")
    }
    byURI[uri.text] = index
    byRoot[place] = index
    resources.append(SchemaResource(uri: uri, place: place, vocabularies: vocabularies))
    return index
  }

  /// Notes the resources and anchors of a schema and of those in it.
  private mutating func index(_ place: SchemaPlace, _ resource: Int) throws(SchemaError) {
    var rest = [(place, resource)]
    while let (next, resource) = rest.popLast() {
      guard resourceOf[next] == nil else { continue }
      let own = try indexOne(next, resource)
      let document = document(next)
      for key in document.keys(next.token).reversed() {
        guard let keyword = SchemaKeyword(rawValue: document.text(key)) else { continue }
        for token in Self.subschemas(of: keyword, at: key + 1, document).reversed() {
          rest.append((SchemaPlace(document: next.document, token: token), own))
        }
      }
    }
  }

  /// Notes one schema and returns the resource that it is in or is.
  private mutating func indexOne(
    _ place: SchemaPlace,
    _ outer: Int
  ) throws(SchemaError) -> Int {
    let document = document(place)
    guard document.tokens[place.token].kind == .objectStart else {
      resourceOf[place] = outer
      return outer
    }
    var resource = outer
    if byRoot[place] == nil, let id = document.string(.id, in: place.token), !id.hasPrefix("#") {
      var vocabularies = resources[outer].vocabularies
      if let uri = document.string(.schema, in: place.token) {
        vocabularies = try dialect(uri, place)
      }
      resource = try addResource(place, resources[outer].uri, vocabularies)
    }
    resourceOf[place] = resource
    for (keyword, isDynamic) in [(SchemaKeyword.anchor, false), (.dynamicAnchor, true)] {
      guard let name = document.string(keyword, in: place.token) else { continue }
      if let other = resources[resource].anchors[name], other != place.token {
        throw error(.duplicateIdentifier, at: place, "another schema has the anchor \(name) too")
      }
      resources[resource].anchors[name] = place.token
      if isDynamic { resources[resource].dynamicAnchors[name] = place.token }
    }
    return resource
  }

  /// The schemas in the value of a keyword.
  private static func subschemas(
    of keyword: SchemaKeyword,
    at value: Int,
    _ document: SchemaDocument
  ) -> [Int] {
    switch keyword.subschemas {
    case .none: []
    case .one: [value]
    case .list: document.elements(value)
    case .map, .mixedMap: document.keys(value).map { $0 + 1 }
    }
  }

  /// The vocabularies of a metaschema.
  private mutating func dialect(
    _ text: String,
    _ place: SchemaPlace
  ) throws(SchemaError) -> Vocabulary.Set {
    let uri = URIReference(text).withoutFragment
    if let known = dialects[uri] { return known }
    guard let bytes = Metaschema.bytes(uri) ?? registry.bytes(uri) else {
      throw error(
        .unknownDialect,
        at: place,
        "the metaschema \(uri) is not known; only JSON Schema 2020-12 is understood"
      )
    }
    let metaschema = try SchemaDocument(bytes, uri: uri)
    var vocabularies = Vocabulary.Set.standard
    if let list = metaschema.value(SchemaKeyword.vocabulary.rawValue, in: 0) {
      vocabularies = Vocabulary.Set([.core])
      for key in metaschema.keys(list) {
        if let vocabulary = Vocabulary(uri: metaschema.text(key)) {
          vocabularies.insert(vocabulary)
        } else if metaschema.tokens[key + 1].kind == .true {
          throw metaschema.error(.unknownDialect, at: key, "a vocabulary that is not known")
        }
      }
    }
    dialects[uri] = vocabularies
    return vocabularies
  }
}

extension SchemaStore {
  /// What a reference leads to.
  struct Target {
    var place: SchemaPlace
    var resource: Int
    /// The name of the dynamic anchor by which it was found.
    var dynamicAnchor: String?
  }

  /// The resource of a schema that was reached.
  func resource(of place: SchemaPlace) -> Int? { resourceOf[place] }

  /// Follows a reference that stands in a resource, loading the document it names.
  mutating func resolve(
    _ text: String,
    from resource: Int,
    at place: SchemaPlace
  ) throws(SchemaError) -> Target {
    let uri = resources[resource].uri.resolving(URIReference(text))
    let base = uri.withoutFragment
    let found: Int
    if let known = byURI[base] {
      found = known
    } else if let bytes = Metaschema.bytes(base) ?? registry.bytes(base) {
      found = try add(bytes, uri: base)
    } else {
      throw error(
        .unresolvedReference,
        at: place,
        "\(text) leads to \(base), which is not among the documents given"
      )
    }
    let root = resources[found].place
    let fragment = URIReference.decode(uri.fragment ?? "")
    if fragment == "" { return Target(place: root, resource: found) }
    if let fragment, let names = JSONPointer.names(fragment) {
      if let target = try follow(names, from: found) { return target }
    } else if let fragment, let token = resources[found].anchors[fragment] {
      let target = SchemaPlace(document: root.document, token: token)
      let isDynamic = resources[found].dynamicAnchors[fragment] == token
      return Target(
        place: target,
        resource: resourceOf[target] ?? found,
        dynamicAnchor: isDynamic ? fragment : nil
      )
    }
    throw error(.unresolvedReference, at: place, "\(text) leads to no schema")
  }

  /// Follows a JSON pointer from the root of a resource.
  private mutating func follow(
    _ names: [String],
    from resource: Int
  ) throws(SchemaError) -> Target? {
    var place = resources[resource].place
    var resource = resource
    let document = document(place)
    for name in names {
      switch document.tokens[place.token].kind {
      case .objectStart:
        guard let value = document.value(name, in: place.token) else { return nil }
        place.token = value
      case .arrayStart:
        let elements = document.elements(place.token)
        guard let index = Int(name), elements.indices.contains(index), String(index) == name else {
          return nil
        }
        place.token = elements[index]
      default: return nil
      }
      resource = byRoot[place] ?? resource
    }
    switch document.tokens[place.token].kind {
    case .objectStart, .true, .false: break
    default: return nil
    }
    try index(place, resource)  // it may lie where no keyword says that schemas are
    return Target(place: place, resource: resourceOf[place] ?? resource)
  }

  /// Everything that declares a dynamic anchor, as far as documents were loaded.
  func dynamicAnchors(_ name: String) -> [Target] {
    resources.indices.compactMap { index in
      resources[index].dynamicAnchors[name].map {
        let place = SchemaPlace(document: resources[index].place.document, token: $0)
        return Target(place: place, resource: index)
      }
    }
  }
}
