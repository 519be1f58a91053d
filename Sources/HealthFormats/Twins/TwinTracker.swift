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
    var identity: Identity
    var json: [UInt8]
    /// Where its correlation begins.
    var offset: Int
  }

  /// Identities of the top-level samples of the chunk that may be somebody's twin.
  var samples: [Identity] = []
  /// Members of the chunk's correlations.
  var members: [Member] = []
  /// Identities of the chunk's workouts, with their offsets.
  var workouts: [(identity: Identity, offset: Int)] = []

  /// Forgets everything.
  mutating func removeAll() {
    samples.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    workouts.removeAll(keepingCapacity: true)
  }
}

/// 128 bits that stand for a record's identifying text; equal by chance in one of 10^38.
struct Identity: Hashable, Sendable {
  var high: UInt64
  var low: UInt64

  init(_ bytes: Span<UInt8>) {
    // Two multiply-and-fold hashes with different keys over the same words.
    var a: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
    var b: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    var i = 0
    while i < bytes.count {
      let word = bytes.word(at: i, length: min(8, bytes.count - i))
      a = Self.fold(a ^ word, 0xA076_1D64_78BD_642F)
      b = Self.fold(b &+ word, 0xE703_7ED1_A0B4_28DB)
      i += 8
    }
    high = a
    low = b
  }

  private static func fold(_ x: UInt64, _ key: UInt64) -> UInt64 {
    let product = (x | 1).multipliedFullWidth(by: key)
    return product.high ^ product.low &+ x
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
    notes.samples.append(Identity(text.span))
  }

  private mutating func noteWorkout(
    _ row: RecordRow,
    of batch: borrowing RecordBatch,
    in notes: inout TwinNotes
  ) {
    var text = ByteBuffer(capacity: 1024)
    workoutEncoder.write(row, of: batch, to: &text)
    notes.workouts.append((Identity(text.span), row.offset))
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
          identity: Identity(identifying.span),
          json: whole.bytes,
          offset: row.offset
        )
      )
      index = Int(tape.tokens[index].next)
    }
  }
}
