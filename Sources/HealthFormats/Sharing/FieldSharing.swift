import ByteKit
import HealthModel
import JSONCodec

/// What becomes of the single parts of records: names, devices, identifiers, metadata.
struct FieldSharing {
  let options: SharingOptions
  let dates: DateChange

  init(_ options: SharingOptions) {
    self.options = options
    dates = DateChange(options)
  }

  /// Whether a part is taken out; a shared record has only the fields it needs.
  func removes(_ field: SharingCounts.Field) -> Bool {
    if options.share != nil { return field != .details }
    return switch field {
    case .source: options.redactions.contains(.source)
    case .device: options.redactions.contains(.device)
    case .uuid: options.redactions.contains(.uuid)
    case .metadata: options.redactions.contains(.metadata)
    case .creationDate, .details: false
    }
  }

  /// What is left of a device, nil when nothing is: pseudonyms in the place of what names one
  /// device and no other, and no part that tells a hidden source.
  func device(_ device: JSONValue, hiding source: String?) -> JSONValue? {
    let members = device.members ?? [("name", device)]
    let hidden = source.map { Array($0.utf8) } ?? []
    let kept = members.compactMap { key, value -> (key: String, value: JSONValue)? in
      let text = value.stringValue ?? value.compact()
      if let pseudonyms = options.pseudonyms, !Self.kindOfDevice.contains(key) {
        return (key, .string(pseudonyms.name(text, .device)))
      }
      if tells(Array(text.utf8), [hidden]) { return nil }
      guard let moved = movingDates(in: text) else { return nil }
      return (key, moved == text ? value : .string(moved))
    }
    return kept.isEmpty ? nil : .object(kept)
  }

  /// A text that is no date field: as it is when it tells no date, moved when it is one, else nil.
  func movingDates(in text: String) -> String? {
    guard options.changesDates else { return text }
    if DateSearch.maySayDate(text) { return dates.appliedToForeign(text) }
    // Forms that only a parser knows, such as 2024-W18-2; short texts are numbers.
    return text.utf8.count < 8 ? text : dates.appliedToForeign(text) ?? text
  }

  /// What is left of an identifier; nil when it tells a date, as those of some apps do.
  func identifier(_ text: String) -> String? {
    if let pseudonyms = options.pseudonyms { return pseudonyms.identifier(text) }
    return options.changesDates && DateSearch.maySayDate(text) ? nil : text
  }

  /// Whether a text holds one of some names; shorter ones than three bytes are in too many texts.
  private func tells(_ text: [UInt8], _ names: [[UInt8]]) -> Bool {
    names.contains { $0.count > 2 && text.firstRange(of: $0) != nil }
  }

  /// The parts of a device that thousands share.
  private static let kindOfDevice: Set<String> = [
    "manufacturer", "model", "hardware", "firmware", "software",
  ]

  /// The texts of a device that name it.
  static func names(of device: JSONValue) -> [String] {
    (device.members ?? []).filter { !kindOfDevice.contains($0.key) }
      .compactMap(\.value.stringValue)
  }
}

// MARK: - Metadata

extension FieldSharing {
  /// Whether metadata stays as it is.
  var keepsMetadata: Bool {
    !options.changesDates && options.pseudonyms == nil && !removes(.source) && !removes(.device)
      && !removes(.uuid)
  }

  /// What is left of metadata, nil when nothing is.
  ///
  /// - Parameter names: the names that the record must not tell any more.
  func metadata(
    _ metadata: JSONValue,
    names: [String],
    _ counts: inout SharingCounts
  ) -> JSONValue? {
    let names = names.map { Array($0.utf8) }
    var kept: [(key: String, value: JSONValue)] = []
    for (key, value) in metadata.members ?? [] {
      guard let key = self.key(key, names),
        let value = entry(value, Catalogue.standard.metadataRole(of: key), names, &counts)
      else {
        counts.remove(.metadata)
        continue
      }
      kept.append((key, value))
    }
    return kept.isEmpty ? nil : .object(kept)
  }

  /// A key, unless it tells a name or a date itself.
  private func key(_ key: String, _ names: [[UInt8]]) -> String? {
    if tells(Array(key.utf8), names) { return nil }
    return options.changesDates && DateSearch.maySayDate(key) ? nil : key
  }

  private func entry(
    _ value: JSONValue,
    _ role: MetadataRole,
    _ names: [[UInt8]],
    _ counts: inout SharingCounts
  ) -> JSONValue? {
    switch value {
    case .null, .bool: return value
    case .array(let elements):
      let kept = elements.compactMap { entry($0, role, names, &counts) }
      return kept.isEmpty ? nil : .array(kept)
    case .object(let members):
      let kept = members.compactMap { key, value -> (key: String, value: JSONValue)? in
        let own = Catalogue.standard.metadataRole(of: key)
        guard let key = self.key(key, names),
          let value = entry(value, own == .foreign ? role : own, names, &counts)
        else { return nil }
        return (key, value)
      }
      return kept.isEmpty ? nil : .object(kept)
    case .number(let text):
      return self.text(text, role, names, &counts).map { $0 == text ? value : .string($0) }
    case .string(let text): return self.text(text, role, names, &counts).map { .string($0) }
    }
  }

  private func text(
    _ text: String,
    _ role: MetadataRole,
    _ names: [[UInt8]],
    _ counts: inout SharingCounts
  ) -> String? {
    let field: SharingCounts.Field? =
      switch role {
      case .identifier: .uuid
      case .device: .device
      case .source: .source
      case .known, .foreign: nil
      }
    if let field {
      if removes(field) { return nil }
      if let pseudonyms = options.pseudonyms {
        counts.replace(field)
        return field == .uuid
          ? pseudonyms.identifier(text)
          : pseudonyms.name(text, field == .device ? .device : .source)
      }
    }
    let bytes = Array(text.utf8)
    let tellsName = tells(bytes, names)
    if let pseudonyms = options.pseudonyms,
      tellsName || role == .foreign && !isNumber(bytes) && dates.appliedToForeign(text) == nil
    {
      counts.replace(.metadata)
      return pseudonyms.name(text, .text)
    }
    if tellsName { return nil }
    let moved = movingDates(in: text)
    if let moved, moved != text { counts.change(dates: 1) }
    return moved
  }

  private func isNumber(_ bytes: [UInt8]) -> Bool {
    ExactDecimal.parse(bytes.span, 0..<bytes.count) != .notANumber
  }
}
