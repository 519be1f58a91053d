import Foundation
import TestSupport
import Testing

/// One input of cases/ and what its page says has to come out.
struct SharedCase: CustomTestStringConvertible, Sendable {
  /// The number of the problem, as in `apple-01`.
  var id: String
  var file: String
  /// What to ask for beside `convert INPUT --to ndjson`.
  var arguments: [String] = []
  var exit = 0
  /// How many records beside the person's characteristics come out.
  var records: Int
  /// What the output and the messages must hold.
  var has: [String] = []
  var says: [String] = []
  /// What neither may hold.
  var lacks: [String] = []

  init(
    _ id: String,
    _ file: String,
    _ records: Int,
    exit: Int = 0,
    with arguments: [String] = [],
    has: [String] = [],
    says: [String] = [],
    lacks: [String] = []
  ) {
    self.id = id
    self.file = file
    self.records = records
    self.exit = exit
    self.arguments = arguments
    self.has = has
    self.says = says
    self.lacks = lacks
  }

  var testDescription: String {
    ([id, file] + arguments).joined(separator: " ")
  }

  /// The input; the folder's name begins with the number.
  var path: String {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: Shared.path("cases"))) ?? []
    let folder = folders.first { $0.hasPrefix(id + "-") } ?? id
    return Shared.path("cases/\(folder)/\(file)")
  }
}
