import ByteKit
import HealthModel
import JSONCodec

/// Members of correlations appear again as samples at top level, and each sample must come out
/// once.
///
/// This notes which samples could be such twins and which members ask for one.
struct TwinNotes {
  /// A member of a correlation: what identifies it, and all of it in canonical form.
  struct Member: Sendable {
    var identity: Fingerprint
    var json: [UInt8]
    /// Where its correlation begins.
    var offset: Int
  }

  /// Identities of the top-level samples of the chunk that may be somebody's twin.
  var samples: [Fingerprint] = []
  /// Members of the chunk's correlations.
  var members: [Member] = []
  /// Identities of the chunk's workouts, with their offsets.
  var workouts: [(identity: Fingerprint, offset: Int)] = []

  /// Forgets everything.
  mutating func removeAll() {
    samples.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    workouts.removeAll(keepingCapacity: true)
  }
}

/// Takes the notes of a worker's rows.
struct TwinTracker {
  /// What makes two samples the same sample.
  private static let identifying: [Column] = [
    .type, .startDate, .endDate, .value, .unit, .sourceName,
  ]

  private var encoder = JSONRowEncoder(columns: TwinTracker.identifying)
  private var workoutEncoder = JSONRowEncoder(columns: JSONRowEncoder.allColumns)
  private var tape = JSONTape()

  /// Whether a row of a kind and type matters for twins: most samples don't.
  @inline(__always)
  func isNoted(_ kind: RecordKind, _ type: Symbol, of batch: borrowing RecordBatch) -> Bool {
    switch kind {
    case .sample: batch.symbols.isCorrelationMember(type)
    case .correlation, .workout: true
    default: false
    }
  }

  /// Notes a row that matters, before filters decide about it.
  mutating func note(_ row: RecordRow, of batch: borrowing RecordBatch, in notes: inout TwinNotes) {
    switch row.kind {
    case .sample: noteSample(row, of: batch, in: &notes)
    case .correlation: noteMembers(row, of: batch, in: &notes)
    case .workout: noteWorkout(row, of: batch, in: &notes)
    default: break
    }
  }

  private mutating func noteSample(
    _ row: RecordRow,
    of batch: borrowing RecordBatch,
    in notes: inout TwinNotes
  ) {
    var text = ByteBuffer(capacity: 256)
    encoder.write(row, of: batch, to: &text)
    notes.samples.append(Fingerprint(of: text.span))
  }

  private mutating func noteWorkout(
    _ row: RecordRow,
    of batch: borrowing RecordBatch,
    in notes: inout TwinNotes
  ) {
    var text = ByteBuffer(capacity: 1024)
    workoutEncoder.write(row, of: batch, to: &text)
    notes.workouts.append((Fingerprint(of: text.span), row.offset))
  }

  private mutating func noteMembers(
    _ row: RecordRow,
    of batch: borrowing RecordBatch,
    in notes: inout TwinNotes
  ) {
    let bytes = batch.arena.span
    guard !row.details.isEmpty else { return }
    do { try tape.parse(bytes, row.details.range) } catch { return }
    guard let list = tape.value(forKey: "members", inObjectAt: 0, of: bytes),
      tape.tokens[list].kind == .arrayStart
    else { return }
    var index = list + 1
    while index < Int(tape.tokens[list].next) {
      var identifying = ByteBuffer(capacity: 256)
      var object = ObjectWriter(&identifying)
      for column in Self.identifying {
        guard let value = tape.value(forKey: column.name, inObjectAt: index, of: bytes) else {
          continue
        }
        object.key(column.name, to: &identifying)
        CompactJSON.append(tape.tokens, at: value, of: bytes, to: &identifying)
      }
      object.close(&identifying)
      var whole = ByteBuffer(capacity: 512)
      CompactJSON.append(tape.tokens, at: index, of: bytes, to: &whole)
      notes.members.append(
        TwinNotes.Member(
          identity: Fingerprint(of: identifying.span),
          json: whole.bytes,
          offset: row.offset
        )
      )
      index = Int(tape.tokens[index].next)
    }
  }
}
