import Dispatch
import Glibc
import Concurrency

/// What is typed on a terminal, read when it is asked for, so that nothing waits but in the terminal.
struct TerminalInput {
  let descriptor: CInt
  private let queue = DispatchQueue(label: "org.intervald.keys")

  init(descriptor: CInt) {
    self.descriptor = descriptor
  }

  /// The bytes that are there, or else the next to come; at most so many as one read takes.
  ///
  /// Nil at the end of the input, where the terminal is gone, and where the task is cancelled. No thread waits: a
  /// dispatch source says when read(2) has something, which is the shell's while this program is in the background.
  func next() async -> [UInt8]? {
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

  /// Whether there still is something, which the shell may have taken: poll(2).
  private var hasInput: Bool {
    var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // The variable outlives the call.
    return unsafe poll(&descriptors, 1, 0) > 0
  }

  private static let backgroundPause = Duration.milliseconds(100)
}
