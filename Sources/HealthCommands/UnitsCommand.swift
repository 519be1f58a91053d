import ByteKit
import CommandLineKit
import HealthUnits

/// `healthconv units`: exact conversions.
enum UnitsCommand {
  static let command = Command(
    "units",
    summary: "Convert values between units, exactly",
    examples: [Example("healthconv units convert 150 lb kg", "68.0388555 kg")],
    subcommands: [convert]
  )

  private static let convert = Command(
    "convert",
    summary: "Convert a value from one unit to another, exactly",
    discussion: """
      Factors are exact; the result is rounded once, to the nearest double, when it has \
      more than 15 digits. Without operands, reads lines VALUE TAB FROM TAB TO from \
      standard input and writes each with its result after one more tab.
      """,
    operands: [Operand("VALUE", .optional), Operand("FROM", .optional), Operand("TO", .optional)],
    examples: [
      Example("healthconv units convert 150 lb kg", "pounds to kilograms"),
      Example("healthconv units convert -40 degF degC", "temperatures"),
      Example("healthconv units convert 6.1 'mmol<180.1558800000541>/L' mg/dL", "glucose"),
    ],
    flags: [] as [Flag<EmptyOptions>],
    options: EmptyOptions(),
    allowsNegativeOperands: true
  ) { _, operands throws(UsageError) in
    if operands.isEmpty { return lines() }
    guard operands.count == 3 else {
      throw UsageError(.missingOperand, "give VALUE FROM TO, as in 150 lb kg")
    }
    switch result(operands[0], operands[1], operands[2]) {
    case .success(let text):
      let unit = (try? UnitRegistry.standard.unit(operands[2]).symbol) ?? operands[2]
      Terminal.write("\(text) \(unit)\n", to: .output)
      return .done
    case .failure(let problem):
      Terminal.write("healthconv: \(problem.text)\n", to: .error)
      return .failed
    }
  }

  private struct Problem: Error {
    let text: String
  }

  private static func result(
    _ value: String,
    _ from: String,
    _ to: String
  ) -> Result<String, Problem> {
    let bytes = Array(value.utf8)
    let conversion: UnitConversion
    do throws(UnitError) {
      let target = try UnitRegistry.standard.unit(to)
      let source = try UnitRegistry.standard.unit(from, for: target.dimension).unit
      conversion = try UnitRegistry.standard.conversion(from: source, to: target)
    } catch {
      return .failure(Problem(text: "\(error)"))
    }
    var out: [UInt8] = []
    switch ExactDecimal.parse(bytes.span, 0..<bytes.count) {
    case .exact(let number): conversion.convert(number).write(to: &out)
    case .long where conversion.isIdentity:
      writeLongDecimal(bytes.span, 0..<bytes.count, to: &out)
    case .long:
      conversion.convertLong(bytes.span, 0..<bytes.count)?.write(to: &out)
    case .notANumber: return .failure(Problem(text: "\"\(value)\" is not a number"))
    }
    return .success(String(decoding: out, as: UTF8.self))
  }

  /// Converts the lines of standard input.
  private static func lines() -> ExitStatus {
    var status = ExitStatus.done
    var out = ""
    while let line = readLine() {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count >= 3 else {
        Terminal.write("healthconv: not VALUE TAB FROM TAB TO: \(line)\n", to: .error)
        status = .doneWithFindings
        continue
      }
      switch result(parts[0], parts[1], parts[2]) {
      case .success(let text): out += "\(line)\t\(text)\n"
      case .failure(let problem):
        Terminal.write("healthconv: \(line): \(problem.text)\n", to: .error)
        status = .doneWithFindings
      }
      if out.utf8.count > 1 << 16 {
        Terminal.write(out, to: .output)
        out = ""
      }
    }
    Terminal.write(out, to: .output)
    return status
  }
}
