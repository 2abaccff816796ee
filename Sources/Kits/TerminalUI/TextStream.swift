import Dispatch
import Glibc
package import SystemPackage

/// Standard output or standard error, without a buffer.
package struct TextStream: Sendable {
  package let descriptor: CInt
  /// The style of text on the stream.
  package let style: Style
  /// Whether a line on it can be redrawn: it is a terminal, and not a dumb one.
  package let canRedraw: Bool
  private let isTerminal: Bool

  package init(descriptor: CInt, environment: [String: String]) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    style = Style(isTerminal: isTerminal, environment: environment)
    canRedraw = isTerminal && environment["TERM"] != "dumb"
  }

  /// The width of the terminal in columns; nil if it is not a terminal, and lines may have any length.
  package var widthIfTerminal: Int? { isTerminal ? size.columns : nil }

  package func writeLine(_ line: String) throws(OutputError) { try write("\(line)\n") }

  package func writeLines(_ lines: [String]) throws(OutputError) { try write(lines.map { "\($0)\n" }.joined()) }

  package func write(_ text: String) throws(OutputError) { try write(Array(text.utf8)) }

  /// Writes all bytes: write(2).
  package func write(_ bytes: [UInt8]) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The slice outlives the call, which reads no more than its size.
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw OutputError(errno: Errno(rawValue: errno))
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// The error of a failed write.
package struct OutputError: Error, Equatable {
  package let errno: Errno

  package init(errno: Errno) {
    self.errno = errno
  }

  /// Whether the reader has closed the pipe, such as `head -1`: this is not worth a message.
  package var isClosedPipe: Bool { errno == .brokenPipe }
}

// MARK: - Size

/// Size of a terminal in characters.
package struct TerminalSize: Equatable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
  }
}

extension TextStream {
  /// The size of the terminal, by TIOCGWINSZ of ioctl_tty(2); if unknown, 80 columns and 24 rows.
  package var size: TerminalSize {
    var size = winsize()
    // The call writes one winsize into the variable, which outlives it.
    let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    func count(_ reported: UInt16, default usual: Int) -> Int { isKnown && reported > 0 ? Int(reported) : usual }
    return TerminalSize(columns: count(size.ws_col, default: 80), rows: count(size.ws_row, default: 24))
  }
}

// MARK: - Notes and warnings

extension TextStream {
  /// Writes each note as a paragraph that fits the terminal.
  package func writeNotes(_ notes: [String]) throws(OutputError) { try write(notes, as: "note:", .heading) }

  /// Writes each warning as a paragraph that fits the terminal.
  package func writeWarnings(_ warnings: [String]) throws(OutputError) { try write(warnings, as: "warning:", .warning) }

  /// Writes each hint as a paragraph that fits the terminal.
  package func writeHints(_ hints: [String]) throws(OutputError) { try write(hints, as: "hint:", .heading) }

  private func write(_ texts: [String], as word: String, _ look: Style.Look) throws(OutputError) {
    guard !texts.isEmpty else { return }
    try writeLines(texts.flatMap { style.paragraph(word, look, $0, width: widthIfTerminal) })
  }
}

// MARK: - Readers

extension TextStream {
  /// Runs an operation until it returns, or until no one reads the stream any more.
  ///
  /// - Throws: `OutputError` of a closed pipe; any error of the operation.
  package func whileRead(_ operation: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await operation() }
      group.addTask { try await waitForHangUp() }
      // The operation ends first, unless one of them throws.
      try await group.next()
      group.cancelAll()
    }
  }

  /// Waits until no one reads the stream any more: the other end of a pipe was closed, or a terminal hung up.
  ///
  /// It occupies a thread that sleeps in poll(2), until the process ends; for a stream that has no reader, such as a
  /// file, it waits forever.
  ///
  /// - Throws: `OutputError` of a closed pipe; `CancellationError`.
  private func waitForHangUp() async throws {
    let (hangUps, continuation) = AsyncStream.makeStream(of: Void.self)
    let descriptor = descriptor
    DispatchQueue(label: "TextStream").async {
      var polled = pollfd(fd: descriptor, events: 0, revents: 0)
      // The call writes into the variable, which outlives it.
      while unsafe poll(&polled, 1, -1) < 0, errno == EINTR {}
      continuation.finish()
    }
    for await _ in hangUps {}
    try Task.checkCancellation()
    throw OutputError(errno: .brokenPipe)
  }
}
