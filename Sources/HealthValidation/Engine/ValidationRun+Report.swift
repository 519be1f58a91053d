import ByteKit
import HealthFormats
import HealthModel

extension ValidationRun {
  /// Notes a finding about a whole file, or at a place that is known already.
  package func note(_ rule: RuleID, _ message: String, at place: FindingPlace) {
    guard let outcome = outcomes[rule], !isFull else { return }
    var finding = ValidationFinding(
      rule: rule,
      severity: outcome.severity,
      place: place,
      message: message
    )
    var hash = StableHash()
    hash.add(message)
    finding.contentKey = hash.value
    enter(finding)
  }

  /// Enters a finding whose place is known.
  private func enter(_ given: ValidationFinding) {
    var finding = given
    if let index = gate.suppression(of: given.rule, type: given.type, source: given.source) {
      used[index, default: 0] += 1
      outcomes[given.rule]?.suppressed += 1
      return
    }
    if settings.identifiesContent {
      let path = finding.place.path
      let content = ContentKey(rule: finding.rule, key: finding.contentKey)
      contents[path, default: [:]][content, default: 0] += 1
      if let left = remaining[path]?[content], left > 0 {
        remaining[path]?[content] = left - 1
        outcomes[finding.rule]?.known += 1
        return
      }
    }
    book(1, finding.rule, type: finding.type, source: finding.source)
    guard outcomes[finding.rule]?.examples.count ?? .max < settings.exampleLimit else { return }
    finding.occurrence = nextOccurrence(finding)
    outcomes[finding.rule]?.examples.append(finding)
  }

  /// Says what only the end of an input tells.
  package func endRecords(declared: Int?, orphans: [Int]) {
    if let declared, declared != input.records + passedOver {
      note(
        .recordCount,
        "the file says \(declared) records, there are \(input.records + passedOver)",
        at: filePlace
      )
    }
    for rule in [RuleID.timeOffsetZero, .timeFixedOffset] {
      guard let message = inputChecks.message(rule, isExport: input.format == .xml),
        var finding = offsetFinding, let severity = outcomes[rule]?.severity
      else { continue }
      finding.rule = rule
      finding.severity = severity
      finding.message = message
      enter(finding)
    }
    for route in inputChecks.unusedRoutes {
      var place = FindingPlace(path: input.path)
      place.entry = route
      note(.refUnused, "no workout names this route", at: place)
    }
    for offset in orphans {
      late.append(
        LateFinding(
          rule: .refMissing,
          column: .details,
          message: "a member of the correlation has no sample of its own",
          input: inputs.count,
          offset: offset
        )
      )
    }
  }

  /// The beginning of the input.
  var filePlace: FindingPlace {
    var place = FindingPlace(path: input.path)
    place.entry = input.entry
    return place
  }

  /// Adds the repeats of records that became known at the end.
  package func addLateRepeats() throws(ConversionError) {
    do throws(FileError) {
      late += try neighbours.late()
    } catch {
      throw ConversionError(error)
    }
    late.sort { ($0.input, $0.offset, $0.rule.order) < ($1.input, $1.offset, $1.rule.order) }
    let isOn = settings.isOn
    late.removeAll { !isOn($0.rule) }
  }

  /// Says of a late finding what can be said when its input can't be read again.
  package func note(unplaced finding: LateFinding) {
    inputNumber = finding.input
    input = inputs[finding.input]
    gate = FindingGate(settings, path: input.path, now: now)
    note(finding.rule, "\(finding.message) (the record at byte \(finding.offset))", at: filePlace)
  }

  /// The report, when all inputs are read.
  package func report(isStoppedEarly: Bool) -> ValidationReport {
    if let last = inputs.last {
      input = last
      inputNumber = inputs.count - 1
      gate = FindingGate(settings, path: input.path, now: now)
    }
    if !isStoppedEarly {
      noteCopies()
      noteUnusedSuppressions()
      for (_, keys) in remaining {
        for (content, count) in keys where count > 0 { outcomes[content.rule]?.fixed += count }
      }
    }
    let records = inputs.reduce(0) { $0 + $1.records }
    for (rule, tolerance) in settings.tolerances {
      guard let count = outcomes[rule]?.count, count > 0, tolerance.allows(count, of: records)
      else { continue }
      outcomes[rule]?.suppressed += count
      outcomes[rule]?.count = 0
      outcomes[rule]?.examples = []
      outcomes[rule]?.byType = [:]
      outcomes[rule]?.bySource = [:]
      outcomes[rule]?.byInput = []
    }
    for rule in outcomes.keys {
      let missing = inputs.count - (outcomes[rule]?.byInput.count ?? 0)
      outcomes[rule]?.byInput += [Int](repeating: 0, count: max(0, missing))
    }
    var report = ValidationReport()
    report.profile = settings.profile.rawValue
    report.hasBaseline = settings.baseline != nil
    report.inputs = inputs
    report.rules = RuleID.allCases.compactMap { outcomes[$0] }
    report.isStoppedEarly = isStoppedEarly
    return report
  }

  private func noteCopies() {
    for copy in neighbours.copies(names) {
      note(
        copy.rule,
        "\(copy.count) records of \(copy.type) from \(copy.first) and \(copy.second)",
        at: FindingPlace(path: input.path)
      )
    }
  }

  private func noteUnusedSuppressions() {
    for (index, suppression) in settings.suppressions.enumerated() where used[index] == nil {
      let state =
        suppression.holds(at: now) ? "covers nothing" : "ended on \(suppression.until ?? "")"
      note(
        .configUnusedSuppression,
        "the suppression of \(suppression.rule) (\(suppression.reason)) \(state)",
        at: FindingPlace(path: input.path)
      )
    }
  }

  /// The findings of this run, as the baseline of later ones.
  package var baseline: Baseline { Baseline(contents) }

  /// The given baseline without what is fixed.
  package var prunedBaseline: Baseline {
    settings.baseline?.pruned(to: contents) ?? Baseline()
  }
}
