import CommandLineKit

/// `healthconv units`: exact conversions, and what the program knows of units.
enum UnitsCommand {
  static let command = Command(
    "units",
    summary: "Convert values between units exactly; list and explain units",
    examples: [
      Example("healthconv units convert 150 lb kg", "68.0388555 kg"),
      Example("healthconv units list pressure", "every unit of pressure"),
      Example("healthconv units explain mL/min/kg", "what is that, exactly?"),
    ],
    subcommands: [
      UnitsConvertCommand.command, UnitsListCommand.command, UnitsExplainCommand.command,
    ]
  )
}
