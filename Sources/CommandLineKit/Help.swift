/// How much help is shown.
public enum HelpLength: Sendable {
  /// One line a flag.
  case short
  /// Everything.
  case long
}

extension Tool {
  /// The help of a command, never wider than 100 columns.
  public func help(
    for command: Command,
    path: [String],
    _ length: HelpLength,
    width: Int = 80
  ) -> String {
    let width = min(max(width, 40), 100)
    let page = HelpPage(command: command, path: path, length: length, width: width)
    return page.lines.joined(separator: "\n") + "\n"
  }
}

/// Lays out one page of help from the table.
private struct HelpPage {
  let command: Command
  let path: [String]
  let length: HelpLength
  let width: Int

  private var name: String { path.joined(separator: " ") }

  var lines: [String] {
    var lines = wrap(command.summary, width: width) + [""]
    lines += usage
    if !command.examples.isEmpty {
      lines += ["", "Examples:"] + command.examples.flatMap(example)
    }
    if length == .long, !command.discussion.isEmpty {
      lines += [""] + wrap(command.discussion, width: width)
    }
    if command.isGroup {
      let rows = command.subcommands.map { ($0.name, [$0.summary]) }
      lines += ["", "Commands:"]
      lines += columns(rows, labelWidth: labelWidth(rows.map(\.0)), width: width)
    }
    lines += flagSections
    return footer.isEmpty ? lines : lines + [""] + wrap(footer, width: width)
  }

  private var usage: [String] {
    var words = command.operands.map(\.usage)
    if command.isGroup { words.append("COMMAND ...") } else { words.insert("[FLAGS]", at: 0) }
    let start = "Usage: \(name) "
    let text = words.joined(separator: " ")
    if width - start.count < 20, start.count + text.count > width {
      return ["Usage: \(name)"] + wrap(text, width: width - 6).map { "      " + $0 }
    }
    return wrap(text, width: width - start.count).enumerated()
      .map { ($0.offset == 0 ? start : String(repeating: " ", count: start.count)) + $0.element }
  }

  private func example(_ example: Example) -> [String] {
    // A command line is never broken: it is there to be copied.
    ["  " + example.line] + wrap(example.text, width: width - 6).map { "      " + $0 }
  }

  private var footer: String {
    switch (length, command.isGroup) {
    case (_, true): "'\(name) help COMMAND' explains a command."
    case (.short, false): "'\(name) --help' tells more."
    case (.long, false) where path.count == 1: ""
    case (.long, false): "'\(path[0]) --help' lists the commands."
    }
  }

  // MARK: - Flags

  private var flagSections: [String] {
    let shown = command.flags.filter { !$0.isHidden }
    var categories: [String] = []
    for flag in shown where !categories.contains(flag.category) {
      categories.append(flag.category)
    }
    let help = [("-h, --help", ["show help: the short one with -h, all of it with --help"])]
    let version = [("    --version", ["show the version"])]
    let labels = shown.map(label) + [help[0].0, version[0].0]
    let labelWidth = labelWidth(labels)
    var lines: [String] = []
    for category in categories {
      let rows = shown.filter { $0.category == category }.map { (label($0), text($0)) }
      lines += ["", "\(category):"] + columns(rows, labelWidth: labelWidth, width: width)
    }
    lines += ["", "Help:"] + columns(help + version, labelWidth: labelWidth, width: width)
    return lines
  }

  /// The width of the left column; a label much longer than the others stands alone on its line.
  private func labelWidth(_ labels: [String]) -> Int {
    labels.map(\.count).filter { $0 <= 28 }.max() ?? 0
  }

  private func label(_ flag: FlagInfo) -> String {
    let short = flag.short.map { "-\($0), " } ?? "    "
    let long = flag.isNegatable ? "--[no-]\(flag.long)" : "--\(flag.long)"
    return short + long + (flag.valueName.map { " " + $0 } ?? "")
  }

  private func text(_ flag: FlagInfo) -> [String] {
    var notes: [String] = []
    if !flag.choices.isEmpty { notes.append(alternatives(flag.choices)) }
    if let text = flag.defaultText, !text.isEmpty { notes.append("default: \(text)") }
    if flag.isRepeatable { notes.append("may be repeated") }
    let line = flag.help + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    return length == .long && !flag.details.isEmpty ? [line, flag.details] : [line]
  }
}
