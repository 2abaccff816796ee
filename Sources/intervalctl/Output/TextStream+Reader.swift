import Dispatch
import Glibc

extension TextStream {
  /// Waits until nobody reads the stream any more: the other end of a pipe was closed, or a terminal hung up.
  ///
  /// It costs a thread that sleeps in poll(2), which ends with the process; a stream that nobody needs to read, such as
  /// a file, is waited for forever.
  ///
  /// - Throws: `OutputError` of a closed pipe; `CancellationError`.
  func readerLeaves() async throws {
    let (leavings, continuation) = AsyncStream.makeStream(of: Void.self)
    let descriptor = descriptor
    DispatchQueue(label: "org.intervald.reader").async {
      var waited = pollfd(fd: descriptor, events: 0, revents: 0)
      // The call writes into the variable, which outlives it.
      while unsafe poll(&waited, 1, -1) < 0, errno == EINTR {}
      continuation.finish()
    }
    for await _ in leavings {}
    try Task.checkCancellation()
    throw OutputError(errno: EPIPE)
  }
}
