extension Tool {
  /// Parses the arguments and runs the command, or shows what was asked for, or tells what is
  /// wrong.
  ///
  /// `show` receives each text with the stream it belongs to, so that a test can keep it.
  public func run(
    _ arguments: [String],
    terminal: Terminal = .current(),
    show: (String, Terminal.Stream) -> Void = { Terminal.write($0, to: $1) }
  ) -> ExitStatus {
    var path = [root.name]
    do throws(UsageError) {
      switch try parse(arguments, width: terminal.width) {
      case .help(let text), .version(let text):
        show(text, .output)
        return .done
      case .run(let invocation):
        path = invocation.path
        return try invocation.run()
      }
    } catch {
      if error.kind == .missingCommand {
        show(shortHelp(for: error.command, width: terminal.width), .error)
      } else {
        let names = error.command.isEmpty ? path : error.command
        show("\(root.name): \(error)\n", .error)
        show("'\(names.joined(separator: " ")) --help' explains the command line.\n", .error)
      }
      return .usage
    }
  }

  private func shortHelp(for path: [String], width: Int) -> String {
    let found = root.walk().first { $0.path == path }
    return help(for: found?.command ?? root, path: path, .short, width: width)
  }
}
