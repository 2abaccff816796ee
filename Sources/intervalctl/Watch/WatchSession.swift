import Varlink
import WorkoutControl

/// Events shown as they come: lines in a pipe, and on a terminal a live line under them.
struct WatchSession {
  private let console: Console
  /// Whether it ends with the workout that runs.
  private let endsWithWorkout: Bool

  init(console: Console, endsWithWorkout: Bool) {
    self.console = console
    self.endsWithWorkout = endsWithWorkout
  }

  /// Follows the events that a client watches, whose connection that takes.
  ///
  /// - Throws: `Interrupted`; `TransportError` of code `disconnected` when the daemon goes away.
  func run(_ client: WorkoutClient) async throws {
    if console.output.canRedraw {
      try await runLive(client)
    } else {
      try await follow(client) { line, _ in
        if let line { try console.output.writeLine(line) }
      }
    }
  }

  private func runLive(_ client: WorkoutClient) async throws {
    let display = LiveDisplay(on: console.output)
    let signals = await TerminalSignal.received()
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await follow(client) { try await display.show($0, status: $1) }
        }
        group.addTask {
          for await _ in display.ticks { try await display.redraw() }
        }
        group.addTask {
          for await signal in signals {
            guard !signal.isEnding else { throw Interrupted(signal: signal) }
            try await display.redraw()
          }
        }
        // The first to end is the one that follows the events, unless one throws.
        try await group.next()
        group.cancelAll()
      }
    } catch {
      try await display.end()
      throw error
    }
    try await display.end()
  }

  private func follow(
    _ client: WorkoutClient, show: (String?, Wire.Status) async throws -> Void
  ) async throws {
    var previous: Wire.Status?
    for try await event in client.watch() {
      let line = EventWords(event: event, previous: previous).line
      try await show(line, event.status)
      previous = event.status
      if endsWithWorkout, event.summary != nil || event.status.phase == .idle { return }
    }
    throw TransportError(.disconnected, context: "the watch ended")
  }
}
