import Concurrency
import Synchronization
import TerminalUI
import Text

/// A line on a terminal that names the services for which the program waits.
///
/// The line appears only after a delay, so a fast answer shows no line.
private final class WaitingLine: Sendable {
  private enum State {
    case waiting
    case drawn
    case ended
  }

  private let output: TextStream
  private let text: String
  private let state = Mutex(State.waiting)

  init(_ text: String, on output: TextStream) {
    self.output = output
    self.text = text
  }

  func draw() {
    state.withLock { state in
      guard state == .waiting else { return }
      // A failed write does not end the command, because its result goes to another stream.
      try? output.write("\r\(text.cut(to: output.size.columns - 1))\u{1B}[K")
      state = .drawn
    }
  }

  /// Erases the line, and prevents later drawing.
  func end() {
    state.withLock { state in
      if state == .drawn { try? output.write("\r\u{1B}[K") }
      state = .ended
    }
  }
}

extension Console {
  /// The time after which the line appears.
  private static let waitingDelay = Duration.seconds(1)

  /// Makes a call; while the call lasts long, a line on the terminal names the services, such as `the sound server`.
  func waiting<Value: Sendable>(
    for services: String, _ call: @Sendable () async throws -> Value
  ) async throws -> Value {
    guard messages.canRedraw, !services.isEmpty else { return try await call() }
    let line = WaitingLine("waiting for \(services)…", on: messages)
    defer { line.end() }
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await Self.waitingDelay.elapse()
        if !Task.isCancelled { line.draw() }
      }
      defer { group.cancelAll() }
      return try await call()
    }
  }
}
