import ByteKit
import CommandLineKit
import HealthFormats
import HealthUnits

/// `healthconv units convert`: one value, or the lines of standard input.
enum UnitsConvertCommand {
  struct Options: Sendable {
    var units = UnitsFlags()
    var target: String?
    var isUCUM = false

    static let flags: [Flag<Options>] =
      [
        Flag(
          "to",
          .value("UNIT"),
          in: "Units",
          help: "read lines VALUE UNIT from standard input and convert each to UNIT",
          update: .set(\.target)
        ),
        Flag(
          "ucum",
          in: "Units",
          help: "read and write units as codes of UCUM, as FHIR has them",
          update: .set(\.isUCUM)
        ),
      ] + UnitsFlags.flags.map { $0.inside(\.units) }
  }

  static let command = Command(
    "convert",
    summary: "Convert a value from one unit to another, exactly",
    discussion: """
      Factors are exact; the result is rounded once, to the nearest double, when it has \
      more than 15 digits. With --to and without operands, each line VALUE UNIT of \
      standard input is answered by a line VALUE UNIT, in order. A line that can't be \
      converted is answered by an empty one, and standard error says why; the exit status \
      is then 1.
      """,
    operands: [Operand("VALUE", .optional), Operand("FROM", .optional), Operand("TO", .optional)],
    examples: [
      Example("healthconv units convert 150 lb kg", "pounds to kilograms"),
      Example("healthconv units convert -40 degF degC", "temperatures"),
      Example("healthconv units convert 6.1 'mmol<180.1558800000541>/L' mg/dL", "glucose"),
      Example("healthconv units convert --to kg < weights.txt", "line by line: 150 lb"),
    ],
    flags: Options.flags,
    options: Options(),
    allowsNegativeOperands: true
  ) { options, operands throws(UsageError) in
    let one = "give VALUE FROM TO, as in 150 lb kg"
    if options.target != nil, !operands.isEmpty, operands.count != 2 {
      throw UsageError(.missingOperand, "with --to, give VALUE FROM or nothing")
    }
    if options.target == nil, operands.count != 3 {
      throw UsageError(
        .missingOperand,
        operands.isEmpty ? one + ", or --to UNIT to convert lines of standard input" : one
      )
    }
    let registry: UnitRegistry
    do throws(ConversionError) {
      registry = try options.units.registry()
    } catch {
      return Failure.report(error)
    }
    do throws(UnitError) {
      let target = options.target ?? operands[2]
      var converter = try UnitConverter(to: target, in: registry, isUCUM: options.isUCUM)
      if operands.isEmpty { return lines(&converter) }
      Terminal.write(try converter.convert(operands[0], operands[1]) + "\n", to: .output)
      return .done
    } catch {
      return Failure.report(error)
    }
  }

  /// Converts the lines of standard input; each is answered by one line.
  private static func lines(_ converter: inout UnitConverter) -> ExitStatus {
    var status = ExitStatus.done
    var out = ""
    var number = 0
    while let line = readLine() {
      number += 1
      do throws(UnitError) {
        if line.contains(where: { !$0.isWhitespace }) { out += try converter.convert(line: line) }
      } catch {
        _ = Failure.report(error, before: "line \(number): ")
        status = .doneWithFindings
      }
      out += "\n"
      if out.utf8.count > 1 << 16 {
        guard Terminal.write(out, to: .output) else { return .done }
        out = ""
      }
    }
    Terminal.write(out, to: .output)
    return status
  }
}
