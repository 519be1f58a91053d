import CommandLineKit
import HealthModel

/// A page with one row a rule, and below it what to do.
struct MarkdownReport {
  private static let exampleCount = 3

  let report: ValidationReport

  init(_ report: ValidationReport) { self.report = report }

  var text: String { blocks.joined(separator: "\n") + "\n" }

  /// The page without its last lines if it is longer than `limit` bytes, and a line that says so.
  func summary(limit: Int) -> [UInt8] {
    let whole = Array(text.utf8)
    if whole.count <= limit { return whole }
    let note = "\nThe rest is left out: it would be longer than this page may be.\n"
    var out: [UInt8] = []
    // Cut between blocks, so that no tag stays open.
    for block in blocks {
      let bytes = Array((block + "\n").utf8)
      if out.count + bytes.count + note.utf8.count > limit { break }
      out += bytes
    }
    return out + Array(note.utf8)
  }

  /// Pieces that may stand alone.
  private var blocks: [String] {
    var blocks = ["## healthconv validate: \(report.verdict)", ""]
    let asides = report.asides
    blocks.append("In \(report.extent)" + (asides.isEmpty ? "." : "; \(asides)."))
    if report.isStoppedEarly { blocks += ["", "**Stopped early** at --max-errors."] }
    let broken = report.broken
    guard !broken.isEmpty else { return blocks }
    blocks += [
      "", "| | Rule | Findings | Records | First at | What |", "|---|---|---:|---:|---|---|",
    ]
    blocks += broken.map(row)
    blocks += broken.map(details)
    return blocks
  }

  private func row(_ outcome: RuleOutcome) -> String {
    let place = outcome.newExamples.first.map { Self.code($0.place.text, isInTable: true) } ?? ""
    let cells = [
      outcome.severity.name, "`\(outcome.rule.rawValue)`", Readable.count(outcome.count),
      outcome.share(of: report.recordCount) ?? "", place, outcome.row.title,
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private func details(_ outcome: RuleOutcome) -> String {
    let row = outcome.row
    var lines = [
      "", "<details><summary><code>\(row.id.rawValue)</code> \(row.title)</summary>", "",
      "\(row.why) \(row.advice)", "",
    ]
    let shown = outcome.newExamples.prefix(Self.exampleCount)
    lines += shown.map { "- \(Self.code($0.place.text)) \(Self.code($0.message.visible))" }
    let more = outcome.count - shown.count
    if more > 0 { lines.append("- and \(Readable.count(more)) more") }
    return (lines + ["", "</details>"]).joined(separator: "\n")
  }

  /// Text in a code span, in which nothing of it is markup (CommonMark §6.1).
  static func code(_ text: String, isInTable: Bool = false) -> String {
    guard !text.isEmpty else { return "" }
    var longest = 0
    var run = 0
    for scalar in text.unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    // A blank beside a grave accent, or beside a blank that would be taken away.
    let needsBlanks = ["`", " "].contains { text.hasPrefix($0) || text.hasSuffix($0) }
    let padded = needsBlanks ? " \(text) " : text
    // In a table a bar ends the cell even inside a code span (GFM §4.10).
    return fence + (isInTable ? padded.replacing("|", with: "\\|") : padded) + fence
  }
}
