import SystemPackage
import UserFiles
import Dispatch
import Glibc

extension TextStream {
  /// Does something to its end, or until nobody reads the stream any more.
  ///
  /// - Throws: `OutputError` of a closed pipe; what it throws.
  func whileRead(_ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await body() }
      group.addTask { try await readerLeaves() }
      // The first to end is the body, unless one throws.
      try await group.next()
      group.cancelAll()
    }
  }

  /// Waits until nobody reads the stream any more: the other end of a pipe was closed, or a terminal hung up.
  ///
  /// It costs a thread that sleeps in poll(2), which ends with the process; a stream that nobody needs to read, such as
  /// a file, is waited for forever.
  ///
  /// - Throws: `OutputError` of a closed pipe; `CancellationError`.
  private func readerLeaves() async throws {
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
    throw OutputError(errno: .brokenPipe)
  }
}
