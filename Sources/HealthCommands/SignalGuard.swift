import ByteKit
import Foundation

/// Removes temporary files when the program is interrupted, and then ends as signals end programs.
enum SignalGuard {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Hands the signals to a thread of their own; call before other threads start.
  ///
  /// An ordinary thread that waits for a signal may do what a signal handler may not: take locks
  /// and remove files.
  static func install() {
    var set = sigset_t()
    sigemptyset(&set)
    // Beyond a limit on the size of files a write is to fail, not to end the program.
    signal(SIGXFSZ, SIG_IGN)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let waiting = set
    let thread = Thread {
      var waiting = waiting
      var received: Int32 = 0
      guard sigwait(&waiting, &received) == 0 else { return }
      OutputFile.removeTemporaries {
        signal(received, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &waiting, nil)
        kill(getpid(), received)
      }
    }
    thread.start()
  }
}
