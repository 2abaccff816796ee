import Concurrency
import Dispatch
import Glibc
import SystemPackage

/// A pipe that receives the output of a hook that is a child process, and is read on its own thread.
struct HookPipe {
  /// The end to which the hook writes; open in this process until `end`.
  let input: FileDescriptor
  /// Closed to stop the reader before the end of the output.
  private let halt: FileDescriptor
  /// The queue on which one block reads to the end of the output.
  private let queue: DispatchQueue
  /// Ends when the reader has stopped.
  private let closed: AsyncStream<Never>

  /// The maximum number of bytes that are read at once.
  private static let chunkSize = 16 * 1024

  /// Makes a pipe, and starts to read it.
  ///
  /// Output after the last reported line is read as well, so that the hook never waits for a reader.
  ///
  /// - Parameters:
  ///   - maxLines: The number of lines that are reported.
  ///   - report: Receives each line.
  /// - Throws: The error that prevents a pipe from being created.
  init(maxLines: Int, report: @escaping @Sendable (String) -> Void) throws(Errno) {
    let (output, halted): (FileDescriptor, FileDescriptor)
    // A child inherits only the ends that are passed to it.
    (output, input) = try FileDescriptor.pipe(options: .closeOnExec)
    do throws(Errno) {
      (halted, halt) = try FileDescriptor.pipe(options: .closeOnExec)
    } catch {
      for end in [output, input] { try? end.close() }
      throw error
    }
    let (closed, close) = AsyncStream<Never>.makeStream()
    self.closed = closed
    // A serial queue gets a thread at once, but a concurrent queue whose threads all wait gets only one thread a
    // second. A dispatch source would need no thread, but on Linux the cancellation of one can crash the process:
    // https://github.com/swiftlang/swift-corelibs-libdispatch/issues/949
    queue = DispatchQueue(label: "org.intervald.hook.output")
    queue.async {
      var lines = HookLines(maxLines: maxLines)
      while let bytes = Self.bytes(from: output, until: halted) { lines.read(bytes).forEach(report) }
      if let line = lines.end() { report(line) }
      for end in [output, halted] { try? end.close() }
      close.finish()
    }
  }

  /// Reads until no process can write to the pipe, until the time limit, or until the task is cancelled.
  ///
  /// Nothing is reported after it returns.
  func end(within limit: Duration) async {
    try? input.close()
    await closed.end(within: limit)
    try? halt.close()
    // This wait has no time limit and ignores cancellation. It is short, because the reader has stopped or is stopping.
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  /// Waits for output: poll(2), read(2).
  ///
  /// - Returns: nil at the end of the output, or after `halt` is closed.
  private static func bytes(from output: FileDescriptor, until halted: FileDescriptor) -> [UInt8]? {
    var states = [output, halted].map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
    // The count matches the array.
    while unsafe poll(&states, nfds_t(states.count), -1) < 0 {
      guard errno == EINTR else { return nil }
    }
    guard states[1].revents == 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: chunkSize)
    // There is output, or the end of it, so this does not wait. The buffer is the whole array.
    let count = try? unsafe bytes.withUnsafeMutableBytes { try unsafe output.read(into: $0) }
    return count.flatMap { $0 > 0 ? Array(bytes.prefix($0)) : nil }
  }
}

/// Splits the output of a hook into lines of limited number and length.
struct HookLines {
  private var remaining: Int
  private var line: [UInt8] = []

  /// The maximum number of bytes of a line; longer lines are cut.
  static let maxLength = 1000

  /// - Parameter maxLines: The number of lines that are returned.
  init(maxLines: Int) {
    remaining = maxLines
  }

  /// Returns the lines that are complete with these bytes.
  mutating func read(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    for byte in bytes where remaining > 0 {
      if byte == UInt8(ascii: "\n") {
        lines.append(take())
      } else if line.count < Self.maxLength {
        line.append(byte)
      }
    }
    return lines
  }

  /// Returns the last line if it has no line break; nil if there is no such line.
  mutating func end() -> String? {
    remaining > 0 && !line.isEmpty ? take() : nil
  }

  private mutating func take() -> String {
    defer {
      line.removeAll(keepingCapacity: true)
      remaining -= 1
    }
    return String(decoding: line, as: UTF8.self)
  }
}
