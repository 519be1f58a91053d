import CommandLineKit
import HealthConvert
import HealthFormats
import HealthUnits

/// The option of every command that reads units: units of one's own.
struct UnitsFlags: Sendable {
  var files: [String] = []

  static let flags: [Flag<UnitsFlags>] = [
    Flag(
      "units-file",
      .repeatable("FILE"),
      in: "Units",
      help: "add or override units by a JSON file (healthconv schema units-file)",
      completion: .files,
      update: .append(to: \.files)
    )
  ]

  /// The standard units with those of the files.
  func registry() throws(ConversionError) -> UnitRegistry {
    files.isEmpty ? .standard : try UnitsFile.registry(reading: files)
  }
}

extension Failure {
  /// Says on standard error what is wrong with a unit, and shows the place.
  static func report(_ error: UnitError, before: String = "") -> ExitStatus {
    Terminal.write("healthconv: \(before)\(error)\n\(error.diagram)", to: .error)
    return .failed
  }
}
