import ByteKit
import Foundation
import HealthUnits
import TestSupport
import Testing

/// A decimal from its text, which must be valid and have at most 19 digits.
func decimal(_ text: String) throws -> ExactDecimal {
  let bytes = Array(text.utf8)
  guard case .exact(let value) = ExactDecimal.parse(bytes.span, 0..<bytes.count) else {
    throw NotADecimal(text: text)
  }
  return value
}

struct NotADecimal: Error {
  var text: String
}

/// A decimal in the layout of the program's output.
func written(_ value: ExactDecimal) -> String {
  var out: [UInt8] = []
  value.write(to: &out)
  return String(decoding: out, as: UTF8.self)
}

/// Converts text of any length, as the program does.
func convert(_ text: String, _ conversion: UnitConversion) -> ExactDecimal? {
  let bytes = Array(text.utf8)
  switch ExactDecimal.parse(bytes.span, 0..<bytes.count) {
  case .exact(let value): return conversion.convert(value)
  case .long: return conversion.convertLong(bytes.span, 0..<bytes.count)
  case .notANumber: return nil
  }
}

/// A value of a unit as it prints after a conversion between two units given as text.
func convert(
  _ text: String,
  _ from: String,
  _ to: String,
  in registry: UnitRegistry = .standard
) throws -> String {
  written(try registry.conversion(from: from, to: to).convert(decimal(text)))
}

/// The decoded JSON file of the shared data.
func sharedJSON<Value: Decodable>(_ path: String, as type: Value.Type) -> Value? {
  guard Shared.isAvailable, let bytes = try? readBytes(Shared.path(path)) else { return nil }
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  return try? decoder.decode(type, from: Data(bytes))
}
