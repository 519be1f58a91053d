import CommandLineKit
import HealthFormats
import HealthUnits
import JSONCodec

/// `healthconv units explain`: what an expression means.
enum UnitsExplainCommand {
  struct Options: Sendable {
    var units = UnitsFlags()
    var isJSON = false
    var isUCUM = false

    static let flags: [Flag<Options>] =
      [
        Flag(
          "json",
          in: "Output",
          help: "print as JSON (healthconv schema unit)",
          update: .set(\.isJSON)
        ),
        Flag(
          "ucum",
          in: "Units",
          help: "read the expression as a code of UCUM, as FHIR has them",
          update: .set(\.isUCUM)
        ),
      ] + UnitsFlags.flags.map { $0.inside(\.units) }
  }

  static let command = Command(
    "explain",
    summary: "Explain a unit: what it measures, its exact factor, its other spellings",
    discussion: """
      EXPR is a unit as HealthKit, FHIR or people write it. HealthKit divides by all that \
      follows a solidus, so kg/m.s^2 is kg/(m.s^2); UCUM reads from left to right.
      """,
    operands: [Operand("EXPR")],
    examples: [
      Example("healthconv units explain 'mL/min·kg'", "how VO2max is measured"),
      Example("healthconv units explain --ucum st", "a stere in UCUM, a stone elsewhere"),
    ],
    flags: Options.flags,
    options: Options()
  ) { options, operands throws(UsageError) in
    let text = operands.first ?? ""
    do throws(ConversionError) {
      let registry = try options.units.registry()
      do throws(UnitError) {
        let explanation = try registry.explanation(of: text, asUCUM: options.isUCUM)
        if options.isJSON {
          let bytes = UnitView.json(explanation, isUCUM: options.isUCUM).document()
          return Failure.write(bytes, to: "-") ?? .done
        }
        Terminal.write(UnitView.text(explanation), to: .output)
        return .done
      } catch {
        return Failure.report(error)
      }
    } catch {
      return Failure.report(error)
    }
  }
}
