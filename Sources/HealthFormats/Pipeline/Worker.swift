import ByteKit
import HealthModel

/// What one thread needs for its chunks, reused from chunk to chunk.
final class Worker {
  var chunk = Chunk()
  var batch: RecordBatch
  var result = DecodeResult(consumed: 0, state: .between)
  /// What happened to the records of the chunk, by kind and type.
  var tally = Tally()
  /// Samples that may be members of correlations, and those members.
  var notes = TwinNotes()
  /// Line ends in the chunk.
  var lineEnds = 0
  let consumer: any BatchConsumer
  private var decoder: any RecordDecoder
  private var refiner: Refiner

  init(
    decoder: any RecordDecoder,
    refiner: Refiner,
    consumer: any BatchConsumer,
    examplesKept: Int,
    keepsPlaces: Bool = false
  ) {
    self.decoder = decoder
    self.refiner = refiner
    self.consumer = consumer
    batch = RecordBatch(catalogue: refiner.normalizer.catalogue)
    batch.findings.examplesKept = examplesKept
    batch.findings.keepsPlaces = keepsPlaces
    batch.keepsPlaces = keepsPlaces
  }

  /// Decodes the chunk, brings the rows into their final form and prepares the result.
  func decode(state: DecoderState) {
    batch.removeAll()
    tally.removeAll()
    notes.removeAll()
    result = decoder.decode(
      chunk.bytes.span,
      elements: chunk.elements,
      base: chunk.base,
      isFinal: chunk.isFinal,
      state: state,
      into: &batch
    )
    if let lineFeeds = result.lineFeeds {
      lineEnds = lineFeeds
    } else {
      lineEnds = chunk.bytes.span.countLineFeeds(0..<result.consumed)
    }
    refiner.refine(&batch, tally: &tally, notes: &notes)
    consumer.prepare(batch, of: chunk)
  }

  /// Hands the prepared result over; the chunk begins at `place`.
  func commit(at place: LinePlace) throws(ConversionError) {
    try consumer.commit(batch, of: chunk, at: place)
  }

  /// Puts the bytes that the chunk before left over in front of the chunk.
  func prepend(_ bytes: [UInt8], base: Int) {
    if bytes.isEmpty { return }
    var joined = ByteBuffer(capacity: bytes.count + chunk.bytes.count)
    joined.append(contentsOf: bytes)
    joined.append(chunk.bytes.span)
    swap(&joined, &chunk.bytes)
    for index in chunk.elements.indices {
      let range = chunk.elements[index]
      chunk.elements[index] = range.lowerBound + bytes.count..<range.upperBound + bytes.count
    }
    chunk.base = base
  }
}
