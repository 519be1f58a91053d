import CommandLineKit
import HealthFormats
import HealthUnits
import JSONCodec

/// `healthconv units list`: the table of units.
enum UnitsListCommand {
  struct Options: Sendable {
    var units = UnitsFlags()
    var isJSON = false

    static let flags: [Flag<Options>] =
      [
        Flag(
          "json",
          in: "Output",
          help: "print as JSON (healthconv schema units)",
          update: .set(\.isJSON)
        )
      ] + UnitsFlags.flags.map { $0.inside(\.units) }
  }

  static let command = Command(
    "list",
    summary: "List the units this program knows, with their exact factors",
    discussion: """
      DIMENSION is a name such as mass or "mass concentration", or a unit whose dimension \
      is meant. Prefixes of the SI go before the units marked +.
      """,
    operands: [
      Operand("DIMENSION", .optional, completion: .words(Dimension.named.map(\.name)))
    ],
    examples: [
      Example("healthconv units list pressure", "every unit of pressure"),
      Example("healthconv units list mg/dL", "what glucose may be measured in"),
      Example("healthconv units list --json", "the whole table for a program"),
    ],
    flags: Options.flags,
    options: Options()
  ) { options, operands throws(UsageError) in
    let registry: UnitRegistry
    do throws(ConversionError) {
      registry = try options.units.registry()
    } catch {
      return Failure.report(error)
    }
    var listings = registry.listings
    if let name = operands.first {
      guard let dimension = Dimension(named: name) ?? (try? registry.unit(name))?.dimension else {
        throw UsageError(
          .invalidValue,
          "there is no dimension or unit \"\(name)\"",
          token: name,
          suggestion: suggestion(for: name, among: Dimension.named.map(\.name))
        )
      }
      listings = listings.filter { $0.unit.dimension == dimension }
    }
    if options.isJSON {
      return Failure.write(
        JSONValue.array(listings.map { UnitView.json($0, registry) }).document(),
        to: "-"
      )
        ?? .done
    }
    Terminal.write(table(listings, registry), to: .output)
    return .done
  }

  private static func table(_ listings: [UnitListing], _ registry: UnitRegistry) -> String {
    let rows = listings.map { listing in
      let unit = listing.unit
      return [
        unit.symbol + (listing.takesPrefixes ? " +" : ""), "\(unit.dimension)",
        UnitView.relation(unit), registry.ucumCode(for: unit) ?? "",
        (listing.spellings + listing.anyCase).joined(separator: ", "),
      ]
    }
    return UnitView.columns([["UNIT", "MEASURES", "EXACTLY", "UCUM", "ALSO WRITTEN"]] + rows)
  }
}
