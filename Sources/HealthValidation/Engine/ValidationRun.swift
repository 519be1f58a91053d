import ByteKit
import HealthFormats
import HealthModel
import Synchronization

/// What a validation knows, over all its inputs; filled in the order of the input.
package final class ValidationRun: @unchecked Sendable {
  /// The error that ends a run at the greatest number of errors.
  package static let stopCode = "validate.enough-errors"

  // All that is variable is only touched by the thread whose turn it is, or between inputs;
  // `wanted` is behind its lock, and the gate changes between inputs.
  let settings: RuleSettings
  let names = Names()
  let catalogue = Catalogue.standard
  var now: Int64
  var outcomes: [RuleID: RuleOutcome] = [:]
  var neighbours: NeighbourChecks
  var inputChecks = InputChecks()
  var input = ValidatedInput(path: "")
  /// How many records of the input a filter passed over so far.
  var passedOver = 0
  var gate: FindingGate
  var locator: FieldLocator?
  /// Findings by path and content, as a baseline is made of them.
  var contents: [String: [ContentKey: Int]] = [:]
  /// What of the baseline was not met yet.
  var remaining: [String: [ContentKey: Int]]
  var occurrences: [String: Int] = [:]
  /// How many findings each suppression covered.
  var used: [Int: Int] = [:]
  let wanted: Mutex<[RuleID: Int]>
  /// The inputs that were read.
  var inputs: [ValidatedInput] = []
  /// The number of the input that is read, or read again.
  var inputNumber = 0
  /// The errors that count so far.
  var errorCount = 0
  /// The record to show if the offsets of the input turn out to be wrong.
  var offsetDraft: Draft?
  var offsetFinding: ValidationFinding?
  /// What became known too late to be told where it stands.
  package var late: [LateFinding] = []

  /// A run that has read nothing.
  package init(_ settings: RuleSettings, now: Int64) {
    self.settings = settings
    self.now = now
    neighbours = NeighbourChecks(settings, inBed: names.id("InBed"))
    gate = FindingGate(settings, path: "", now: now)
    remaining = settings.baseline?.counts ?? [:]
    wanted = Mutex(
      Dictionary(
        uniqueKeysWithValues: RuleID.allCases.map { ($0, settings.exampleLimit) }
      )
    )
    for rule in RuleID.allCases where settings.isOn(rule) {
      outcomes[rule] = RuleOutcome(rule: rule, severity: settings.severity(rule))
    }
  }

  /// Turns to an input.
  package func begin(
    _ input: ValidatedInput,
    locator: FieldLocator?,
    exportDate: Timestamp?,
    routes: [String]? = nil
  ) {
    self.input = input
    passedOver = 0
    inputNumber = inputs.count
    gate = FindingGate(settings, path: input.path, now: now)
    self.locator = locator
    if settings.now == nil, let exportDate { now = exportDate.seconds }
    neighbours.begin(input: inputNumber, isPipe: input.path == "-")
    inputChecks = InputChecks(routes: routes)
    offsetFinding = nil
  }

  /// Turns again to an input that was read, for findings that became known late.
  package func beginAgain(_ number: Int, locator: FieldLocator) {
    input = inputs[number]
    input.records = 0
    passedOver = 0
    inputNumber = number
    gate = FindingGate(settings, path: input.path, now: now)
    self.locator = locator
  }

  /// Ends an input.
  package func end(bytes: Int) {
    input.bytes = max(input.bytes, bytes)
    inputs.append(input)
  }

  /// The file and the entry of an input that was read.
  package func place(ofInput number: Int) -> (path: String, entry: String) {
    (inputs[number].path, inputs[number].entry)
  }

  /// How many drafts of each rule are still wanted.
  var wantedDrafts: [RuleID: Int] { wanted.withLock { $0 } }

  /// Empty notes for a worker.
  func makeNotes() -> ChunkNotes { ChunkNotes(gate) }

  func makeChecker() -> RowChecker {
    RowChecker(settings: settings, catalogue: catalogue, names: names, now: now)
  }

  /// Whether there are as many errors as are allowed.
  package var isFull: Bool { settings.maximumErrors.map { errorCount >= $0 } ?? false }
}

/// A finding whose record is looked up again when all inputs are read.
package struct LateFinding {
  var rule: RuleID
  var column: Column?
  var message: String
  /// The number of the input.
  package var input: Int
  /// The offset at which the record begins.
  var offset: Int
}
