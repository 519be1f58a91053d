import CommandLineKit
import HealthModel

extension Unicode.Scalar {
  /// Whether showing it would break a line, move the cursor or turn the direction of writing.
  var isUnsafeToShow: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Marks that turn the direction, and the byte order mark (Unicode, UTR 36 §2.10).
    case .format:
      switch value {
      case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C, 0xFEFF: true
      default: false
      }
    default: false
    }
  }

  /// How many columns of a terminal it takes: 0 for marks, 2 for wide letters and pictures.
  var columnCount: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    // Ranges whose letters are wide throughout (Unicode, UAX 11).
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return properties.isEmojiPresentation ? 2 : 1
    }
  }
}

extension String {
  /// The text in one line, with what must not reach a terminal or a log written as an escape.
  var visible: String {
    guard unicodeScalars.contains(where: \.isUnsafeToShow) else { return self }
    var out = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where scalar.isUnsafeToShow:
        out += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}

extension FindingPlace {
  /// The file and the entry, as messages name them.
  var fileText: String {
    let name = path == "-" ? "standard input" : path.isEmpty ? "unnamed" : path.visible
    return entry.isEmpty ? name : "\(name): \(entry.visible)"
  }

  /// `path:line:column`, the column in bytes.
  var text: String { "\(fileText):\(line):\(column)" }

  /// The path as CI wants it: relative to a root where it lies below it, without `./`.
  static func relative(_ path: String, to root: String) -> String {
    if path == "-" { return "stdin" }
    var text = path[...]
    if !root.isEmpty, text.hasPrefix(root + "/") { text = text.dropFirst(root.count + 1) }
    while text.hasPrefix("./") { text = text.dropFirst(2).drop { $0 == "/" } }
    return text.isEmpty ? "unnamed" : String(text)
  }
}

extension RuleOutcome {
  /// Its row of the table.
  var row: Rule { Rule.of(rule) }

  /// The examples that count: those that no baseline knows.
  var newExamples: [ValidationFinding] { examples.filter(\.isNew) }

  /// How many findings count and are no examples.
  var unlisted: Int { max(0, count - newExamples.count) }

  /// Which share of the records its findings are, such as `0.4 %`; nil when it says nothing.
  func share(of records: Int) -> String? {
    guard records > 0, count <= records, newExamples.contains(where: { $0.place.record > 0 }) else {
      return nil
    }
    if count == records { return "100 %" }
    let (quotient, rest) = (count * 1000).quotientAndRemainder(dividingBy: records)
    let tenths = min(999, quotient + (rest * 2 >= records ? 1 : 0))
    return tenths == 0 ? "under 0.1 %" : "\(tenths / 10).\(tenths % 10) %"
  }
}

extension ValidationReport {
  /// `2 errors, 1 warning`, or `no findings`.
  var verdict: String {
    let counts = Severity.allCases.reversed().map { ($0, count($0)) }.filter { $0.1 > 0 }
    return counts.isEmpty
      ? "no findings"
      : counts.map { Readable.plural($0.1, $0.0.name) }.joined(separator: ", ")
  }

  /// What does not count and why: `3 suppressed, 12 known, 1 fixed`; empty when there is nothing.
  var asides: String {
    let parts: [(Int, String)] = [
      (rules.reduce(0) { $0 + $1.suppressed }, "suppressed"),
      (rules.reduce(0) { $0 + $1.known }, "known to the baseline"),
      (rules.reduce(0) { $0 + $1.fixed }, "fixed since the baseline"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\(Readable.count($0.0)) \($0.1)" }
      .joined(separator: ", ")
  }

  /// `3 files with 1,200 records, checked against 76 rules`.
  var extent: String {
    let files = Readable.plural(inputs.count, "file")
    let records = Readable.plural(recordCount, "record")
    return "\(files) with \(records), checked against \(Readable.plural(rules.count, "rule"))"
  }

  /// What every format says of a run that did not come to its end.
  static let stoppedEarly = "stopped early at --max-errors: not everything was checked"
}
