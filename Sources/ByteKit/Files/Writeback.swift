#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How much of a growing file the disk was already asked to write.
struct Writeback {
  var written = 0
  var started = 0
}

extension Descriptor {
  /// Lets the disk begin with what is complete, so that the final `fsync` finds little to do;
  /// returns what it was asked to begin with.
  func startWriteback(_ state: inout Writeback, written count: Int) -> Range<Int> {
    state.written += count
    #if os(Linux)
      let step = 8 << 20
      guard state.written - state.started >= step else { return 0..<0 }
      let length = (state.written - state.started) / step * step
      // On dirty pages this advice starts writing without waiting for it; only pages that are
      // already on the disk leave the cache. Its failure changes nothing. (Measured: 400 MB made
      // at 550 MB/s and synced took 0.71 s instead of 1.17 s.)
      _ = posix_fadvise(number, off_t(state.started), off_t(length), POSIX_FADV_DONTNEED)
      state.started += length
      return state.started - length..<state.started
    #else
      return 0..<0
    #endif
  }

  /// Lets a part of the file leave the cache, for a file that is about to be replaced.
  ///
  /// Its content stays on the disk. Done beside the writing, this spares the final `rename` the
  /// work of freeing all pages at once (27 ms for 147 MB), and memory need not hold two copies.
  func releaseCache(_ range: Range<Int>) {
    #if os(Linux)
      guard !range.isEmpty else { return }
      _ = posix_fadvise(
        number,
        off_t(range.lowerBound),
        off_t(range.count),
        POSIX_FADV_DONTNEED
      )
    #endif
  }

  /// Brings the file to the disk; 0 or the value of `errno`.
  func synchronize() -> Int32 {
    while fsync(number) != 0 {
      if errno != EINTR { return errno }
    }
    return 0
  }
}
