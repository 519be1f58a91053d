import ByteKit
import Foundation
import HealthModel

/// Runs chunks of one input through workers: decode, refine and consume in parallel, commit in
/// order.
///
/// A chunk's start is a guess of the splitter. The guess is right when the chunk before it ends
/// exactly there and in the state taken for granted; that is checked when it is the chunk's turn,
/// and a chunk that began wrongly is decoded again from where the one before it really ended. So
/// the result is that of one thread reading from the first byte, whatever the layout and the chunk
/// size.
final class Pipeline: @unchecked Sendable {
  // `failure` and the members marked "ordered" are only touched by the thread whose turn it is;
  // `nextNumber` and the reader only under `inputLock`.
  private let reader: any ChunkReading
  private let inputLock = NSLock()
  private var nextNumber = 0
  private var isReadingOver = false
  private var lateFailure: ConversionError?
  private let turns = Turnstile()
  private let makeWorker: @Sendable () -> Worker

  // Ordered:
  private var pending: [UInt8] = []
  private var pendingBase = 0
  private var state: DecoderState
  private let assumedState: DecoderState
  private var ledger: Ledger
  private var failure: ConversionError?

  init(
    reader: any ChunkReading,
    state: DecoderState,
    ledger: Ledger,
    makeWorker: @escaping @Sendable () -> Worker
  ) {
    self.reader = reader
    self.state = state
    assumedState = state
    self.ledger = ledger
    self.makeWorker = makeWorker
  }

  /// Runs to the end of the input on `threads` threads and gives the ledger back.
  func run(threads: Int) throws(ConversionError) -> Ledger {
    if threads <= 1 {
      work(makeWorker())
    } else {
      let group = DispatchGroup()
      for _ in 0..<threads {
        group.enter()
        let thread = Thread { [self] in
          work(makeWorker())
          group.leave()
        }
        thread.stackSize = 4 << 20
        thread.start()
      }
      group.wait()
    }
    if let failure = failure ?? lateFailure { throw failure }
    return ledger
  }

  private func work(_ worker: Worker) {
    while true {
      inputLock.lock()
      guard !isReadingOver else {
        inputLock.unlock()
        return
      }
      let number = nextNumber
      var readError: ConversionError?
      do {
        isReadingOver = try !reader.next(into: &worker.chunk)
      } catch {
        readError = error
        isReadingOver = true
      }
      if isReadingOver, readError == nil {
        inputLock.unlock()
        return
      }
      nextNumber += 1
      inputLock.unlock()

      if readError == nil { worker.decode(state: assumedState) }
      guard turns.wait(for: number) else { return }
      do throws(ConversionError) {
        if let readError { throw readError }
        try commit(worker)
      } catch {
        failure = error
        stop(worker)
        return
      }
      turns.advance()
      do {
        try worker.consumer.complete()
      } catch {
        inputLock.lock()
        if lateFailure == nil { lateFailure = error }
        inputLock.unlock()
        stop(worker)
        return
      }
    }
  }

  /// Ends the run early: nothing more is read, and nobody waits for a turn that won't come.
  private func stop(_ worker: Worker) {
    inputLock.lock()
    isReadingOver = true
    inputLock.unlock()
    turns.close()
    worker.consumer.cancel()
  }

  /// Checks where the chunk began, decodes it again when that was wrong, and hands it on.
  private func commit(_ worker: Worker) throws(ConversionError) {
    if !pending.isEmpty || state != assumedState {
      worker.prepend(pending, base: pending.isEmpty ? worker.chunk.base : pendingBase)
      worker.decode(state: state)
    }
    let consumed = worker.result.consumed
    state = worker.result.state
    pending.removeAll(keepingCapacity: true)
    if consumed < worker.chunk.bytes.count {
      pending.append(contentsOf: worker.chunk.bytes.span, from: consumed)
      pendingBase = worker.chunk.base + consumed
      if pending.count > ChunkReader.recordLimit {
        throw ConversionError(
          "record-too-long",
          path: ledger.path,
          entry: ledger.entry,
          byteOffset: pendingBase,
          "no end of a record within \(ChunkReader.recordLimit >> 20) MiB",
          advice: ChunkReader.recordLimitAdvice
        )
      }
    }
    let place = ledger.place
    try ledger.enter(worker, consumed: consumed)
    try worker.commit(at: place)
  }
}
