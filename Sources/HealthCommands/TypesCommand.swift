import CommandLineKit
import HealthModel
import JSONCodec

/// `healthconv types`: the catalogue of types.
enum TypesCommand {
  struct Options: Sendable {
    var isJSON = false

    static let flags: [Flag<Options>] = [
      Flag("json", in: "Output", help: "print as JSON", update: .set(\.isJSON))
    ]
  }

  static let command = Command(
    "types",
    summary: "List the types this program knows, with their units and values",
    discussion: "PATTERN is part of a name; * stands for any text.",
    operands: [Operand("PATTERN", .optional)],
    examples: [
      Example("healthconv types heart", "types with heart in their name"),
      Example("healthconv types 'Dietary*' --json", "nutrients, for a program"),
    ],
    flags: Options.flags,
    options: Options()
  ) { options, operands throws(UsageError) in
    let catalogue = Catalogue.standard
    let entries = operands.first.map { catalogue.search($0) } ?? catalogue.entries
    guard !entries.isEmpty else {
      let pattern = operands.first ?? ""
      let near = catalogue.suggestions(for: pattern)
      let hint = near.isEmpty ? "" : "; did you mean \(alternatives(near))?"
      Terminal.write("healthconv: no type matches \"\(pattern)\"\(hint)\n", to: .error)
      return .doneWithFindings
    }
    if options.isJSON {
      Terminal.write(JSONValue.array(entries.map(json)).pretty() + "\n", to: .output)
    } else {
      let rows = entries.map(row)
      let width = rows.map(\.name.count).max() ?? 0
      let lines = rows.map { row in
        row.name + String(repeating: " ", count: width + 2 - row.name.count) + row.text
      }
      Terminal.write(lines.joined(separator: "\n") + "\n", to: .output)
    }
    return .done
  }

  private static func row(_ entry: CatalogueEntry) -> (name: String, text: String) {
    switch entry {
    case .quantity(let type):
      let style = type.aggregation == .cumulative ? "cumulative" : "discrete"
      return (type.name, "quantity in \(type.canonicalUnit), \(style)")
    case .category(let type):
      return (type.name, "category: \(type.values.map(\.name).joined(separator: ", "))")
    case .correlation(let type): return (type.name, "correlation")
    case .activity(let activity): return (activity.name, "workout activity")
    }
  }

  private static func json(_ entry: CatalogueEntry) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("name", .string(entry.name)), ("identifier", .string(entry.identifier)),
      ("title", .string(entry.title)),
    ]
    switch entry {
    case .quantity(let type):
      members += [
        ("kind", .string("quantity")), ("unit", .string(type.canonicalUnit)),
        ("ucum", .string(type.ucum)), ("aggregation", .string(type.aggregation.rawValue)),
        ("group", .string(type.group.rawValue)),
      ]
      if let loinc = type.loinc { members.append(("loinc", .string(loinc))) }
    case .category(let type):
      members += [
        ("kind", .string("category")),
        (
          "values",
          .array(
            type.values.map {
              .object([("name", .string($0.name)), ("raw", .integer($0.raw))])
            }
          )
        ),
      ]
    case .correlation(let type):
      members += [
        ("kind", .string("correlation")),
        ("members", .array(type.members.map { .string($0) })),
      ]
    case .activity(let activity):
      members += [("kind", .string("activity")), ("raw", .integer(activity.raw))]
    }
    return .object(members)
  }
}
