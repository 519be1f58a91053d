import ByteKit
import CommandLineKit
import Schemas

/// `healthconv schema`: the contracts of the files this program writes.
enum SchemaCommand {
  static let command = Command(
    "schema",
    summary: "Print the schema of a file or report this program writes",
    discussion: "Without a name, lists the schemas.",
    operands: [
      Operand("NAME", .optional, completion: .words(EmbeddedSchema.all.map(\.name)))
    ],
    examples: [
      Example("healthconv schema", "which schemas are there?"),
      Example("healthconv schema record > record.schema.json", "save one"),
    ],
    flags: [] as [Flag<EmptyOptions>],
    options: EmptyOptions()
  ) { _, operands throws(UsageError) in
    guard let name = operands.first else {
      let width = EmbeddedSchema.all.map(\.name.count).max() ?? 0
      let lines = EmbeddedSchema.all.map {
        $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.summary
      }
      Terminal.write(lines.joined(separator: "\n") + "\n", to: .output)
      return .done
    }
    guard let schema = EmbeddedSchema.all.first(where: { $0.name == name }) else {
      throw UsageError(
        .invalidValue,
        "there is no schema \"\(name)\"",
        token: name,
        suggestion: suggestion(for: name, among: EmbeddedSchema.all.map(\.name))
      )
    }
    return Failure.write(schema.bytes, to: "-") ?? .done
  }
}
