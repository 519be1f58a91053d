import ByteKit
import HealthModel

/// A stretch of decoded input that a worker decodes on its own.
package struct Chunk: ~Copyable {
  /// Its bytes.
  package var bytes = ByteBuffer(capacity: 1 << 16)
  /// The offset of its first byte in the decoded input.
  package var base = 0
  /// Whether the input ends here.
  var isFinal = false
  /// The ranges of its elements, for formats whose borders are found while reading (JSON
  /// documents).
  var elements: [Range<Int>] = []

  /// No bytes yet.
  package init() {}
}

/// What the start of a chunk takes for granted, so that a guess can be checked.
enum DecoderState: Sendable, Equatable {
  /// Between records.
  case between
  /// After the end of the root element.
  case afterRoot
  /// Between records that have no root element around them.
  case fragment
}

/// How far a decoder came.
struct DecodeResult: Sendable {
  /// How many bytes are done with; the rest begins a record that the chunk cuts off.
  var consumed: Int
  /// The state there.
  var state: DecoderState
  /// How many line feeds are in those bytes; nil when the decoder did not count them.
  var lineFeeds: Int?
}

/// Turns chunks of one format into rows; every worker has its own.
protocol RecordDecoder {
  /// Decodes `bytes`, whose first byte is at `base` of the input and in `state`.
  mutating func decode(
    _ bytes: Span<UInt8>,
    elements: [Range<Int>],
    base: Int,
    isFinal: Bool,
    state: DecoderState,
    into batch: inout RecordBatch
  ) -> DecodeResult
}
