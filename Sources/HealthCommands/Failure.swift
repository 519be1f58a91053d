import ByteKit
import CommandLineKit
import HealthFormats

/// How a job that can't be done ends.
enum Failure {
  /// Says why on standard error.
  ///
  /// A reader that went away is no failure: the rest is not wanted.
  static func report(_ error: ConversionError) -> ExitStatus {
    if error.isBrokenPipe { return .done }
    Terminal.write("healthconv: \(error.description)\n", to: .error)
    return .failed
  }

  /// Writes a report file, `-` to standard output; the status to end with when that fails.
  static func write(_ bytes: [UInt8], to path: String) -> ExitStatus? {
    do throws(FileError) {
      if path == "-" {
        try StandardOutput.write(bytes.span)
      } else {
        let file = try OutputFile(path: path, replacing: true)
        try file.write(bytes.span)
        try file.commit()
      }
      return nil
    } catch {
      return report(ConversionError(error))
    }
  }
}

/// Numbers of bytes as people write them.
enum ByteSize {
  /// Reads `64M`, `1G`, `500k` or a plain number of bytes; the letters are powers of 1,024.
  static func parse(_ text: String) throws(UsageError) -> Int {
    let units: [(suffix: String, shift: Int)] = [("k", 10), ("m", 20), ("g", 30), ("t", 40)]
    var digits = text.lowercased()
    if digits.hasSuffix("ib") {
      digits.removeLast(2)
    } else if digits.hasSuffix("b") {
      digits.removeLast()
    }
    var shift = 0
    if let unit = units.first(where: { digits.hasSuffix($0.suffix) }) {
      digits.removeLast()
      shift = unit.shift
    }
    guard let number = Int(digits), number > 0, number < Int.max >> shift else {
      throw UsageError(.invalidValue, "\"\(text)\" is no size such as 256M", token: text)
    }
    return number << shift
  }
}
