import ByteKit
import HealthModel
import XMLCodec

extension AppleDecoder {
  /// Reads a Correlation whose start tag is in `tag`: its members are samples held whole in its
  /// details.
  mutating func correlation(
    _ bytes: Span<UInt8>,
    start: Int,
    contentStart: Int,
    into batch: inout RecordBatch
  ) -> Int? {
    let isEmpty = tag.isSelfClosing
    var shell = XMLElement(name: "Correlation")
    for index in 0..<tag.attributeCount {
      let attribute = tag.attribute(index)
      shell.attributes.append(
        (bytes.text(attribute.name), decoded(bytes, attribute.value, batch: &batch))
      )
    }
    let firstRow = batch.rows.count
    let firstReject = batch.rejects.count
    var others: [XMLElement] = []
    var end = contentStart
    if !isEmpty {
      switch members(bytes, from: contentStart, shell: &shell, others: &others, batch: &batch) {
      case .done(let after): end = after
      case .incomplete:
        batch.rows.removeSubrange(firstRow...)
        batch.rejects.removeSubrange(firstReject...)
        return nil
      case .malformed(let offset, let code):
        batch.rows.removeSubrange(firstRow...)
        batch.rejects.removeSubrange(firstReject...)
        // Its members will be read as samples, and found odd again.
        batch.findings.rollBack(to: base + start)
        return reject(code, at: offset, bytes, start: start, batch: &batch)
      }
    }
    let members = Array(batch.rows[firstRow...])
    batch.rows.removeSubrange(firstRow...)
    let range = base + start..<base + end
    if batch.rejects.count > firstReject {
      // A correlation is only whole with all its members: the first bad one is why it is rejected.
      let first = batch.rejects[firstReject]
      batch.rejects.removeSubrange(firstReject...)
      batch.rejects.append(Rejection(first.code, at: first.offset, record: range, first.detail))
      return end
    }
    metadata.begin()
    do throws(ElementProblem) {
      var row = try row(
        of: shell,
        kind: .correlation,
        typeAttribute: "type",
        ElementContext(start: range.lowerBound, end: range.upperBound),
        batch: &batch
      )
      if row.type.isNone { throw ElementProblem(code: .missingType, detail: "") }
      if !row.dates.contains(.start) { throw ElementProblem(code: .missingStart, detail: "") }
      row.metadata = metadata.finish(into: &batch)
      row.details = try details(members, others, into: &batch)
      batch.rows.append(row)
    } catch {
      batch.rejects.append(Rejection(error.code, at: base + start, record: range, error.detail))
    }
    return end
  }

  /// Reads the children of a correlation: Records become rows for a moment, metadata goes to the
  /// shell.
  private mutating func members(
    _ bytes: Span<UInt8>,
    from start: Int,
    shell: inout XMLElement,
    others: inout [XMLElement],
    batch: inout RecordBatch
  ) -> ChildrenResult {
    var i = start
    while true {
      switch XMLScanner.next(bytes, at: i, into: &tag) {
      case .startTag(let contentStart):
        if bytes.equals("Record", at: tag.name) {
          guard let end = record(bytes, start: i, contentStart: contentStart, into: &batch) else {
            return .incomplete
          }
          i = end
          continue
        }
        if Self.isTopLevel(bytes, tag.name) { return .malformed(i, .malformed) }
        var position = contentStart
        var flaws: XMLTextFlaws = []
        do {
          let child = try XMLElement.parse(
            bytes,
            tag: &tag,
            from: &position,
            flaws: &flaws,
            strangers: Self.topLevel
          )
          if child.name == "MetadataEntry" {
            shell.children.append(child)
          } else {
            others.append(child)
          }
        } catch {
          return failed(error)
        }
        note(flaws.rawValue, at: i, log: &batch.findings)
        i = position
      case .endTag(let name, let end):
        guard bytes.equals("Correlation", at: name) else { return .malformed(i, .malformed) }
        return .done(end)
      case .text(let end):
        if end == bytes.count { return .incomplete }
        i = end
      case .cdata(_, let end), .skipped(let end): i = end
      case .malformed(let offset): return .malformed(offset, .malformed)
      case .doctype: return .malformed(i, .malformed)
      case .incomplete, .end: return .incomplete
      }
    }
  }

  /// Writes `{"members":[...],"elements":[...]}` with the members in canonical form.
  private mutating func details(
    _ members: [RecordRow],
    _ others: [XMLElement],
    into batch: inout RecordBatch
  ) throws(ElementProblem) -> ArenaSlice {
    if members.isEmpty, others.isEmpty { return .none }
    var text = ByteBuffer(capacity: 512)
    var object = ObjectWriter(&text)
    if !members.isEmpty {
      object.key("members", to: &text)
      text.append("[")
      for (index, member) in members.enumerated() {
        var member = member
        var detail = ""
        guard
          normalizer.normalize(
            &member,
            symbols: &batch.symbols,
            findings: &batch.findings,
            arena: batch.arena,
            detail: &detail
          )
        else {
          throw ElementProblem(code: .wrongDimension, detail: detail)
        }
        if index > 0 { text.append(",") }
        memberEncoder.write(member, of: batch, to: &text)
      }
      text.append("]")
    }
    if !others.isEmpty {
      object.elements("elements", others, to: &text)
    }
    object.close(&text)
    let start = batch.arena.count
    batch.arena.append(text.span)
    return ArenaSlice(start: start, end: batch.arena.count)
  }
}
