import Concurrency
import Dispatch
import Glibc

/// The bytes typed on a terminal, read on demand: until then they stay in the terminal.
package struct TerminalInput {
  package let descriptor: CInt
  private let queue = DispatchQueue(label: "TerminalInput")

  package init(descriptor: CInt) {
    self.descriptor = descriptor
  }

  /// The available bytes, or the next ones to arrive; at most as many as one read(2) returns.
  ///
  /// Nil at the end of the input, when the terminal is gone, and when the task is cancelled. No thread waits: a dispatch
  /// source fires when the descriptor is readable. While the program is in the background the input is the shell's, and
  /// is not read.
  package func next() async -> [UInt8]? {
    let (readable, readiness) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { readiness.yield() }
    source.activate()
    defer { source.cancel() }
    for await _ in readable {
      guard isInForeground(on: descriptor) else {
        await Self.backgroundPause.elapse()
        continue
      }
      guard hasInput else { continue }
      var buffer = [UInt8](repeating: 0, count: 4096)
      // The buffer outlives the call, which writes no more than its size.
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      return count > 0 ? Array(buffer[..<count]) : nil
    }
    return nil
  }

  /// Whether there is still input, which the shell may have read meanwhile: poll(2).
  private var hasInput: Bool {
    var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // The variable outlives the call.
    return unsafe poll(&descriptors, 1, 0) > 0
  }

  private static let backgroundPause = Duration.milliseconds(100)
}

/// Whether the program may use a terminal now, by tcgetpgrp(3): false while a shell has it in the background.
///
/// True if the descriptor is not a terminal, or not one of this session, or if the terminal is being closed: then no
/// shell controls it.
package func isInForeground(on descriptor: CInt) -> Bool {
  let group = tcgetpgrp(descriptor)
  return group <= 0 || group == getpgrp()
}
