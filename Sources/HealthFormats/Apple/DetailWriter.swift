import ByteKit
import HealthModel
import JSONCodec
import XMLCodec

/// Collects the `details` object of a sample: its beats, and child elements nobody knows.
struct DetailWriter {
  /// Unknown children, kept whole.
  var elements: [XMLElement] = []
  /// The beats so far, in the arena: objects and commas, without the brackets.
  private var beats = ArenaSlice.none

  /// Makes the beats so far the end of the arena, so that `beat` can go on there.
  mutating func resumeBeats(in arena: inout ByteBuffer) {
    let start = arena.count
    if !beats.isEmpty { arena.appendCopy(of: beats.range) }
    beats = ArenaSlice(start: start, end: arena.count)
  }

  /// Adds a beat at the end of the arena; returns what had to be mended in its two texts.
  mutating func beat(
    bpm: Range<Int>,
    time: Range<Int>,
    of bytes: Span<UInt8>,
    arena: inout ByteBuffer
  ) -> (bpm: XMLTextFlaws, time: XMLTextFlaws) {
    var flaws: (bpm: XMLTextFlaws, time: XMLTextFlaws) = ([], [])
    arena.append(beats.isEmpty ? "{\"bpm\":" : ",{\"bpm\":")
    if case .exact(let decimal) = ExactDecimal.parse(bytes, bpm) {
      arena.append(decimal)
    } else {
      flaws.bpm = Self.append(bytes, bpm, to: &arena)
    }
    arena.append(",\"time\":")
    flaws.time = Self.append(bytes, time, to: &arena)
    arena.append("}")
    beats = ArenaSlice(start: Int(beats.start), end: arena.count)
    return flaws
  }

  /// Appends a decoded text as a JSON string.
  private static func append(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to arena: inout ByteBuffer
  ) -> XMLTextFlaws {
    arena.append("\"")
    let start = arena.count
    let flaws = XMLText.decode(bytes, range, into: &arena)
    if arena.span.needsNoJSONEscape(start..<arena.count) {
      arena.append("\"")
    } else {
      let text = arena.span.text(start..<arena.count)
      arena.truncate(to: start - 1)
      arena.appendJSON(text)
    }
    return flaws
  }

  /// Writes the object into the arena; nothing when there is nothing.
  func finish(into batch: inout RecordBatch) -> ArenaSlice {
    if beats.isEmpty, elements.isEmpty { return .none }
    let start = batch.arena.count
    batch.arena.append("{")
    if !beats.isEmpty {
      batch.arena.append("\"beats\":[")
      batch.arena.appendCopy(of: beats.range)
      batch.arena.append("]")
    }
    if !elements.isEmpty {
      batch.arena.append(beats.isEmpty ? "\"elements\":" : ",\"elements\":")
      batch.arena.append("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { batch.arena.append(",") }
        element.writeJSON(to: &batch.arena)
      }
      batch.arena.append("]")
    }
    batch.arena.append("}")
    return ArenaSlice(start: start, end: batch.arena.count)
  }
}

extension RecordBatch {
  /// Puts a compact JSON object into the arena; an empty one says nothing and is left out.
  mutating func appendObject(_ text: Span<UInt8>) -> ArenaSlice {
    if text.count <= 2 { return .none }
    let start = arena.count
    arena.append(text)
    return ArenaSlice(start: start, end: arena.count)
  }
}

extension XMLElement {
  /// Writes the element as `{"name":...,"attributes":{...},"text":...,"children":[...]}`, the empty
  /// left out.
  func writeJSON(to out: inout ByteBuffer) {
    out.append("{\"name\":")
    out.appendJSON(name)
    if !attributes.isEmpty {
      out.append(",\"attributes\":")
      writeAttributes(to: &out)
    }
    if !text.isEmpty {
      out.append(",\"text\":")
      out.appendJSON(text)
    }
    if !children.isEmpty {
      out.append(",\"children\":[")
      for (index, child) in children.enumerated() {
        if index > 0 { out.append(",") }
        child.writeJSON(to: &out)
      }
      out.append("]")
    }
    out.append("}")
  }

  /// Writes the attributes as an object; one given twice has an array of its values.
  func writeAttributes(to out: inout ByteBuffer, except taken: Set<String> = []) {
    out.append("{")
    var written: Set<String> = taken
    var isFirst = true
    for (name, _) in attributes where written.insert(name).inserted {
      if !isFirst { out.append(",") }
      isFirst = false
      out.appendJSON(name)
      out.append(":")
      let values = attributes.filter { $0.name == name }.map(\.value)
      if values.count == 1 {
        out.appendJSON(values[0])
      } else {
        out.append("[")
        for (index, value) in values.enumerated() {
          if index > 0 { out.append(",") }
          out.appendJSON(value)
        }
        out.append("]")
      }
    }
    out.append("}")
  }
}

extension ObjectWriter {
  /// Writes a member that is a list of whole elements.
  mutating func elements(
    _ name: StaticString,
    _ elements: [XMLElement],
    to out: inout ByteBuffer
  ) {
    key(name, to: &out)
    out.append("[")
    for (index, element) in elements.enumerated() {
      if index > 0 { out.append(",") }
      element.writeJSON(to: &out)
    }
    out.append("]")
  }
}
