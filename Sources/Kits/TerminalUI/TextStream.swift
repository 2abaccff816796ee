import Dispatch
import Glibc
package import SystemPackage

/// Standard output or standard error, without a buffer.
package struct TextStream: Sendable {
  package let descriptor: CInt
  /// The style of text on the stream.
  package let style: Style
  /// Whether a line on the stream can be redrawn: the stream is a terminal, and the terminal is not dumb.
  package let canRedraw: Bool
  private let isTerminal: Bool
  /// Replaces characters that the terminal does not show.
  private let substitution: TerminalCharacters

  package init(descriptor: CInt, environment: [String: String]) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    style = Style(isTerminal: isTerminal, environment: environment)
    canRedraw = isTerminal && environment["TERM"] != "dumb"
    substitution = isTerminal ? TerminalCharacters(environment) : .all
  }

  private init(_ stream: TextStream, style: Style) {
    (descriptor, canRedraw) = (stream.descriptor, stream.canRedraw)
    (isTerminal, substitution) = (stream.isTerminal, stream.substitution)
    self.style = style
  }

  /// The same stream with another style.
  package func with(_ style: Style) -> TextStream { TextStream(self, style: style) }

  /// The width of the terminal in columns; nil if the stream is not a terminal, where lines may have any length.
  package var widthIfTerminal: Int? { isTerminal ? size.columns : nil }

  package func writeLine(_ line: String) throws(OutputError) { try write("\(line)\n") }

  package func writeLines(_ lines: [String]) throws(OutputError) { try write(lines.map { "\($0)\n" }.joined()) }

  package func write(_ text: String) throws(OutputError) { try write(Array(text.shown(in: substitution).utf8)) }

  /// Writes all bytes; see write(2).
  package func write(_ bytes: [UInt8]) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The slice outlives the call, and the call reads at most the size of the slice.
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw OutputError(errno: Errno(rawValue: errno))
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// Error of a failed write.
package struct OutputError: Error, Equatable {
  package let errno: Errno

  package init(errno: Errno) {
    self.errno = errno
  }

  /// Whether the write failed because the reader, such as `head -1`, has closed the pipe.
  ///
  /// The user needs no message about this error.
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
  /// The size of the terminal, by TIOCGWINSZ of ioctl_tty(2); 80 columns and 24 rows if the size is unknown.
  package var size: TerminalSize {
    var size = winsize()
    // The call writes one winsize into the variable, and the variable outlives the call.
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
  /// Runs an operation, and cancels the operation when no process reads the stream any more.
  ///
  /// - Throws: `OutputError` if no process reads the stream, or an error of the operation.
  package func whileRead(_ operation: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await operation() }
      group.addTask { try await waitForHangUp() }
      // `waitForHangUp` always throws an error. So if `next()` returns, the operation has ended.
      try await group.next()
      group.cancelAll()
    }
  }

  /// Waits until no process reads the stream: the other end of a pipe was closed, or a terminal hung up.
  ///
  /// The wait occupies a thread that sleeps in poll(2), even after a cancellation. If the stream is a file, which has
  /// no reader, only a cancellation ends the wait.
  ///
  /// - Throws: `OutputError` if no process reads the stream, or `CancellationError`.
  private func waitForHangUp() async throws {
    let (hangUps, continuation) = AsyncStream.makeStream(of: Void.self)
    let descriptor = descriptor
    DispatchQueue(label: "TextStream").async {
      var polled = pollfd(fd: descriptor, events: 0, revents: 0)
      // The call writes into the variable, and the variable outlives the call.
      while unsafe poll(&polled, 1, -1) < 0, errno == EINTR {}
      continuation.finish()
    }
    for await _ in hangUps {}
    try Task.checkCancellation()
    throw OutputError(errno: .brokenPipe)
  }
}
