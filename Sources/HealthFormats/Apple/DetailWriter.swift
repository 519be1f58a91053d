import ByteKit
import HealthModel
import JSONCodec
import XMLCodec

/// Collects the `details` object of a sample: its beats, and child elements nobody knows.
struct DetailWriter {
  /// Unknown children, kept whole.
  var elements: [XMLElement] = []
  private var beatCount = 0
  private var beats: [UInt8] = []

  /// Adds a beat; returns what had to be mended in its two texts.
  mutating func beat(
    bpm: Range<Int>,
    time: Range<Int>,
    of bytes: Span<UInt8>,
    arena: inout ByteBuffer
  ) -> (bpm: XMLTextFlaws, time: XMLTextFlaws) {
    if beats.isEmpty { beats.reserveCapacity(4096) }
    beats.append(contentsOf: (beatCount == 0 ? "{\"bpm\":" : ",{\"bpm\":").utf8)
    var flaws: (bpm: XMLTextFlaws, time: XMLTextFlaws) = ([], [])
    if case .exact(let decimal) = ExactDecimal.parse(bytes, bpm) {
      decimal.write(to: &beats)
    } else {
      flaws.bpm = appendText(bytes, bpm, arena: &arena)
    }
    beats.append(contentsOf: ",\"time\":".utf8)
    flaws.time = appendText(bytes, time, arena: &arena)
    beats.append(UInt8(ascii: "}"))
    beatCount += 1
    return flaws
  }

  /// Appends a decoded text as a JSON string; the end of the arena serves as scratch.
  private mutating func appendText(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    arena: inout ByteBuffer
  ) -> XMLTextFlaws {
    let start = arena.count
    let flaws = XMLText.decode(bytes, range, into: &arena)
    writeJSONString(arena.span, start..<arena.count, to: &beats)
    arena.truncate(to: start)
    return flaws
  }

  /// Writes the object into the arena; nothing when there is nothing.
  func finish(into batch: inout RecordBatch) -> ArenaSlice {
    if beatCount == 0, elements.isEmpty { return .none }
    let start = batch.arena.count
    batch.arena.append("{")
    if beatCount > 0 {
      batch.arena.append("\"beats\":[")
      batch.arena.append(contentsOf: beats)
      batch.arena.append("]")
    }
    if !elements.isEmpty {
      batch.arena.append(beatCount > 0 ? ",\"elements\":" : "\"elements\":")
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
