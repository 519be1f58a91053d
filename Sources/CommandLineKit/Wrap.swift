/// Breaks text at blanks so that no line is longer than the width, if the words allow it.
///
/// Blank lines separate paragraphs; indented lines are kept as they are.
public func wrap(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  var current = ""
  func flush() {
    if !current.isEmpty { lines.append(current) }
    current = ""
  }
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.isEmpty || line.first == " " {
      flush()
      lines.append(String(line))
      continue
    }
    for word in line.split(separator: " ") {
      if !current.isEmpty, current.count + 1 + word.count > width { flush() }
      current += (current.isEmpty ? "" : " ") + word
    }
  }
  flush()
  while lines.last == "" { lines.removeLast() }
  return lines
}

/// A two-column list: labels on the left, wrapped text beside them, or below where there is no
/// room.
func columns(_ rows: [(label: String, text: [String])], labelWidth: Int, width: Int) -> [String] {
  let start = labelWidth + 4
  // Less than 30 columns for the text would make it a ribbon.
  let isNarrow = width - start < 30
  let indent = isNarrow ? 6 : start
  var lines: [String] = []
  for row in rows {
    let text = row.text.flatMap { wrap($0, width: width - indent) }
    var label = "  " + row.label
    var rest = text[...]
    if !isNarrow, row.label.count <= labelWidth, let first = rest.popFirst() {
      label += String(repeating: " ", count: start - label.count) + first
    }
    lines.append(label)
    lines += rest.map { $0.isEmpty ? "" : String(repeating: " ", count: indent) + $0 }
  }
  return lines
}
