import JSONCodec
import TestSupport
import Testing

/// What `parseAlike` gives for the lines of a text, one after the other.
private func parseAlike(_ lines: [[UInt8]]) -> [(parsed: Parsed, shape: Int?)] {
  var tape = JSONTape()
  let text = Array(lines.joined(separator: [0x0A]))
  var start = 0
  return lines.map { line in
    let range = start..<start + line.count
    start += line.count + 1
    do throws(JSONError) {
      try tape.parseAlike(text.span, range)
      return (.success(tape.tokens), tape.shape)
    } catch {
      return (.failure(error), nil)
    }
  }
}

/// The same by the parser that knows nothing of other lines.
private func parseAlone(_ lines: [[UInt8]]) -> [Parsed] {
  let text = Array(lines.joined(separator: [0x0A]))
  var start = 0
  return lines.map { line in
    defer { start += line.count + 1 }
    return parseTape(text, start..<start + line.count)
  }
}

extension SplitMix64 {
  /// A flat object of which any member may be absent.
  fileprivate mutating func record() -> [UInt8] {
    let members: [(String, [String])] = [
      ("type", [#""BodyMass""#, #""""#, #""a\"b""#]),
      ("startDate", [#""2024-02-03T10:00:00+01:00""#, #""2024""#]),
      ("value", ["71.5", "-3e7", "0", "null", "true", "false"]),
      ("unit", [#""kg""#, #""é""#]),
      ("a rather long name of a member", ["1", "[1,[2]]"]),
      ("metadata", ["null", "{}", #"{"a":"b","c":[1]}"#]),
    ]
    let isSpaced = Int.random(in: 0..<8, using: &self) == 0
    let pairs = members.filter { _ in Int.random(in: 0..<6, using: &self) > 0 }.map {
      "\"\($0.0)\":\(isSpaced ? " " : "")\($0.1.randomElement(using: &self) ?? "1")"
    }
    return Array("{\(pairs.joined(separator: ","))}".utf8)
  }
}

@Suite struct ShapeTests {
  @Test func linesGiveWhatTheyGiveAlone() {
    var random = SplitMix64(seed: testSeed())
    var known = 0
    for _ in 0..<400 {
      var lines: [[UInt8]] = []
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let record = random.record()
        lines.append(Int.random(in: 0..<5, using: &random) == 0 ? random.mutated(record) : record)
      }
      let fast = parseAlike(lines)
      let slow = parseAlone(lines)
      for index in lines.indices where fast[index].parsed != slow[index] {
        Issue.record("\(shown(lines[index])): \(fast[index].parsed) but alone \(slow[index])")
        return
      }
      known += fast.count { $0.shape != nil }
    }
    #expect(known > 2_000)
  }

  @Test(arguments: seedTexts)
  func everyCutAndFlipBehindItsLikeGivesWhatItGivesAlone(_ text: String) {
    let line = Array(text.utf8).filter { $0 != 0x0A }
    var lines = [line, line]
    for end in line.indices {
      lines.append(Array(line[..<end]))
      for byte in [0, 0x22, 0x5C, 0x7D, 0x2C, 0x30, 0x80] as [UInt8] {
        var damaged = line
        damaged[end] = byte
        lines.append(damaged)
      }
      lines.append(line)
    }
    let slow = parseAlone(lines)
    for (index, fast) in parseAlike(lines).enumerated() where fast.parsed != slow[index] {
      Issue.record("\(shown(lines[index])): \(fast.parsed) but alone \(slow[index])")
      return
    }
  }

  @Test func oneShapeMeansTheSameNames() throws {
    var random = SplitMix64(seed: testSeed())
    let lines = (0..<2_000).map { _ in random.record() }
    var names: [Int: [String]] = [:]
    for (line, result) in zip(lines, parseAlike(lines)) {
      guard let shape = result.shape else { continue }
      let members = try JSONValue.parse(line.span, 0..<line.count).members ?? []
      let own = members.map(\.key)
      #expect(names[shape, default: own] == own)
      names[shape] = own
    }
    #expect(names.count > 8)
  }

  @Test func nestingIsLimitedAsAlone() {
    for depth in 509...513 {
      let value =
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let lines = [#"{"a":1}"#, #"{"a":2}"#, "{\"a\":\(value)}", #"{"a":3}"#].map { Array($0.utf8) }
      #expect(parseAlike(lines).map(\.parsed) == parseAlone(lines))
    }
  }
}
