import Concurrency
import Dispatch
import Glibc

/// The bytes typed on a terminal; the bytes stay in the terminal until they are read.
package struct TerminalInput {
  package let descriptor: CInt
  private let queue = DispatchQueue(label: "TerminalInput")

  package init(descriptor: CInt) {
    self.descriptor = descriptor
  }

  /// Waits until bytes are available, and returns the bytes of one read(2).
  ///
  /// The result is nil at the end of the input, if the terminal no longer exists, and if the task is cancelled. No
  /// thread waits: a dispatch source fires when the descriptor is readable. While the program is in the background,
  /// this function does not read, because the shell reads the input.
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
      // The shell may have read the input after the dispatch source fired.
      guard hasInput else { continue }
      var buffer = [UInt8](repeating: 0, count: 4096)
      // The buffer outlives the call, and the call writes at most the size of the buffer.
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      return count > 0 ? Array(buffer[..<count]) : nil
    }
    return nil
  }

  /// Whether poll(2) reports input.
  private var hasInput: Bool {
    var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // The variable outlives the call.
    return unsafe poll(&descriptors, 1, 0) > 0
  }

  private static let backgroundPause = Duration.milliseconds(100)
}

/// Whether the program may use a terminal now; false while a shell has the program in the background; see tcgetpgrp(3).
///
/// The result is also true if no shell controls the terminal: the descriptor is not a terminal or is a terminal of
/// another session, or the terminal is being closed.
package func isInForeground(on descriptor: CInt) -> Bool {
  let group = tcgetpgrp(descriptor)
  return group <= 0 || group == getpgrp()
}

/// Mode in which a terminal processes its input: the attributes of termios(3).
package struct TerminalMode {
  private(set) var attributes: termios

  /// The current mode of a terminal, by tcgetattr(3); nil if the descriptor is not a terminal.
  package init?(of descriptor: CInt) {
    // A zeroed termios is valid. tcgetattr(3) writes into `attributes`, which outlives the call.
    var attributes = termios()
    guard unsafe tcgetattr(descriptor, &attributes) == 0 else { return nil }
    self.attributes = attributes
  }

  /// The mode in which each key is delivered at once, is not echoed, and has no effect on the terminal.
  ///
  /// Ctrl-C still sends a signal, so that it always ends the program.
  package var forKeys: TerminalMode {
    var mode = self
    mode.attributes.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | ISTRIP | IXON)
    mode.attributes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    // A read returns as soon as there is a byte.
    mode.set(VMIN, 1)
    mode.set(VTIME, 0)
    // The value is _POSIX_VDISABLE: no character suspends the program, and no character ends the program with a core
    // dump.
    mode.set(VSUSP, 0)
    mode.set(VQUIT, 0)
    return mode
  }

  /// Sets the mode of a terminal after all output has been transmitted; see tcsetattr(3).
  ///
  /// `droppingInput` discards unread input, so that no other program reads it.
  package func set(on descriptor: CInt, droppingInput: Bool = false) {
    set(on: descriptor, droppingInput ? TCSAFLUSH : TCSADRAIN)
  }

  /// Sets the mode of a terminal without waiting for its output.
  package func setAtOnce(on descriptor: CInt) { set(on: descriptor, TCSANOW) }

  private func set(on descriptor: CInt, _ moment: CInt) {
    // tcsetattr(3) reads `attributes`, which outlives the call. The call fails only if the terminal no longer exists.
    var attributes = attributes
    _ = unsafe tcsetattr(descriptor, moment, &attributes)
  }

  private mutating func set(_ index: CInt, _ value: cc_t) {
    // The elements of the tuple `c_cc` have the same type and no gaps between them, and `index` is within the tuple.
    unsafe withUnsafeMutableBytes(of: &attributes.c_cc) { unsafe $0[Int(index)] = value }
  }
}
