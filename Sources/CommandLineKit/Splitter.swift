/// Cuts the arguments of one command into flags with values and operands (POSIX XBD 12.2, GNU
/// getopt_long).
///
/// It reads on after a mistake, because a later `--help` wins over it; the first mistake is kept.
struct Splitter {
  let command: Command
  let arguments: [String]
  private(set) var settings: [Setting] = []
  private(set) var operands: [(text: String, index: Int)] = []
  private(set) var request: Request?
  private(set) var error: UsageError?
  private var next: Int
  private let hasDigitFlag: Bool

  init(_ command: Command, _ arguments: [String], from start: Int) {
    self.command = command
    self.arguments = arguments
    next = start
    hasDigitFlag = command.flags.contains { $0.short?.isNumber ?? false }
    split()
  }

  private mutating func split() {
    while next < arguments.count {
      let token = arguments[next]
      let index = next
      next += 1
      if token == "--" {
        operands += arguments.indices[next...].map { (arguments[$0], $0) }
        next = arguments.count
      } else if let found = Request(token) {
        request = request ?? found
      } else if token.hasPrefix("--") {
        long(token, at: index)
      } else if token.hasPrefix("-"), token != "-", !isNegativeOperand(token) {
        cluster(token, at: index)
      } else {
        operands.append((token, index))
      }
    }
  }

  private func isNegativeOperand(_ token: String) -> Bool {
    guard command.allowsNegativeOperands, !hasDigitFlag else { return false }
    let rest = token.utf8.dropFirst()
    let first = rest.first == UInt8(ascii: ".") ? rest.dropFirst().first : rest.first
    return first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  private mutating func fail(_ error: UsageError) {
    if self.error == nil { self.error = error }
  }

  // MARK: - Long flags

  private mutating func long(_ token: String, at index: Int) {
    let equals = token.firstIndex(of: "=")
    let spelling = String(token[..<(equals ?? token.endIndex)])
    let attached = equals.map { String(token[token.index(after: $0)...]) }
    guard
      let flag = command.flags.firstIndex(where: { $0.longSpellings.contains(spelling) })
    else {
      let isRequest = Request(spelling) != nil
      fail(
        isRequest
          ? UsageError(.unexpectedValue, "\(spelling) takes no value", token: token, index: index)
          : unknown(spelling, token: token, index: index)
      )
      return
    }
    let info = command.flags[flag]
    if info.valueName != nil {
      take(flag, spelling, attached: attached, token: token, at: index)
    } else if attached != nil {
      fail(UsageError(.unexpectedValue, "\(spelling) takes no value", token: token, index: index))
    } else {
      let value = spelling == "--\(info.long)" ? "on" : "off"
      add(Setting(flag: flag, spelling: spelling, value: value, token: token, index: index))
    }
  }

  private func unknown(_ spelling: String, token: String, index: Int) -> UsageError {
    let known = command.flags.filter { !$0.isHidden }.flatMap(\.longSpellings) + Request.spellings
    return UsageError(
      .unknownFlag,
      "unknown flag \(spelling)",
      token: token,
      index: index,
      suggestion: suggestion(for: spelling, among: known)
    )
  }

  // MARK: - Short flags

  /// Reads `-abc` or `-ofile`.
  private mutating func cluster(_ token: String, at index: Int) {
    let body = token.dropFirst()
    // One dash too few would otherwise be `-o utput`, a file nobody wanted.
    if body.count > 1, command.flags.contains(where: { $0.longSpellings.contains("-" + token) }) {
      var error = unknown(token, token: token, index: index)
      error.suggestion = "-" + token
      return fail(error)
    }
    var rest = body
    while let letter = rest.popFirst() {
      let spelling = "-\(letter)"
      if let found = Request(spelling) {
        request = request ?? found
        continue
      }
      guard let flag = command.flags.firstIndex(where: { $0.short == letter }) else {
        var error = UsageError(.unknownFlag, "unknown flag \(spelling)", token: token, index: index)
        if body.count > 1 {
          error.message += " in \(token)"
          error.suggestion = unknown("-" + token, token: token, index: index).suggestion
        }
        return fail(error)
      }
      guard command.flags[flag].valueName != nil else {
        add(Setting(flag: flag, spelling: spelling, value: "on", token: token, index: index))
        continue
      }
      // `-o=file` is written by people who know `--output=file`; a file named `=file` is not meant.
      let attached = rest.isEmpty ? nil : String(rest.first == "=" ? rest.dropFirst() : rest)
      return take(flag, spelling, attached: attached, token: token, at: index)
    }
  }

  // MARK: - Values

  /// Takes the attached value, or else the next word, whatever it looks like, except a request for
  /// help.
  private mutating func take(
    _ flag: Int,
    _ spelling: String,
    attached: String?,
    token: String,
    at index: Int
  ) {
    if let attached {
      add(Setting(flag: flag, spelling: spelling, value: attached, token: token, index: index))
    } else if next < arguments.count, Request(arguments[next]) == nil {
      let value = arguments[next]
      add(Setting(flag: flag, spelling: spelling, value: value, token: value, index: next))
      next += 1
    } else {
      let name = command.flags[flag].valueName ?? ""
      fail(UsageError(.missingValue, "\(spelling) needs \(name)", token: token, index: index))
    }
  }

  private mutating func add(_ setting: Setting) {
    let info = command.flags[setting.flag]
    if info.valueName != nil {
      if setting.value.isEmpty, !info.allowsEmpty {
        return fail(setting.placing(UsageError("it is empty")))
      }
      if !info.choices.isEmpty, !info.choices.contains(setting.value) {
        var error = setting.placing(UsageError("choose \(alternatives(info.choices))"))
        error.suggestion = suggestion(for: setting.value, among: info.choices)
        return fail(error)
      }
    }
    settings.append(setting)
  }
}
