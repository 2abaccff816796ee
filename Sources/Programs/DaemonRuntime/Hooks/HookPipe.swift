import Dispatch
import Glibc
import Concurrency
import SystemPackage

/// What a hook that is a child prints, on its way to the reports: a pipe that is read on a thread of its own.
struct HookPipe {
  /// Where the hook writes to; open in this process until `end`.
  let input: FileDescriptor
  /// Closed to have the reading end before the hook's output does.
  private let halt: FileDescriptor
  /// The queue that reads: one job, to the end of the output.
  private let queue: DispatchQueue
  /// Ends when nothing is read any more, or when a task that waits for it gives up.
  private let closed: AsyncStream<Never>

  /// How much is read at once.
  private static let chunk = 16 * 1024

  /// Makes one, for which `report` gets the first lines.
  ///
  /// The rest is read as well, so that a hook never waits for a reader.
  init(lineLimit: Int, report: @escaping @Sendable (String) -> Void) throws(Errno) {
    let (output, halted): (FileDescriptor, FileDescriptor)
    // No child inherits an end unless it is given to it.
    (output, input) = try FileDescriptor.pipe(options: .closeOnExec)
    do throws(Errno) {
      (halted, halt) = try FileDescriptor.pipe(options: .closeOnExec)
    } catch {
      for end in [output, input] { try? end.close() }
      throw error
    }
    let (closed, close) = AsyncStream<Never>.makeStream()
    self.closed = closed
    // A serial queue gets a thread at once, a concurrent one whose threads all wait only one more a second. A dispatch
    // source would need none, but on Linux one that is cancelled can take the process with it:
    // https://github.com/swiftlang/swift-corelibs-libdispatch/issues/949
    queue = DispatchQueue(label: "org.intervald.hook.output")
    queue.async {
      var lines = HookLines(limit: lineLimit)
      while let bytes = Self.bytes(from: output, until: halted) { lines.read(bytes).forEach(report) }
      if let line = lines.end() { report(line) }
      for end in [output, halted] { try? end.close() }
      close.finish()
    }
  }

  /// Reads on until nobody writes to it any more, and gives up after the limit, or when the task is cancelled.
  ///
  /// Nothing is reported after it returns.
  func end(within limit: Duration) async {
    try? input.close()
    await closed.end(within: limit)
    try? halt.close()
    // Neither the time-out above nor a cancellation of the task cuts this short. The halted reading waits for no one.
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  /// Waits for what comes next: poll(2), read(2); nil at the end, or when the other descriptor hangs up.
  private static func bytes(from output: FileDescriptor, until halted: FileDescriptor) -> [UInt8]? {
    var states = [output, halted].map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
    // The array has as many as the call is told.
    while unsafe poll(&states, nfds_t(states.count), -1) < 0 {
      guard errno == EINTR else { return nil }
    }
    guard states[1].revents == 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: chunk)
    // Something is there, or nobody is left to write, so this does not wait; the array has room for what it may write.
    let count = try? unsafe bytes.withUnsafeMutableBytes { try unsafe output.read(into: $0) }
    return count.flatMap { $0 > 0 ? Array(bytes.prefix($0)) : nil }
  }
}
