import TerminalUI
import ControlInterface

/// A workout told as it goes, a line for every change.
struct WatchLines {
  private let source: any WatchSource
  private let output: TextStream
  private let endsWithWorkout: Bool

  init(_ source: any WatchSource, on output: TextStream, endsWithWorkout: Bool) {
    self.source = source
    self.output = output
    self.endsWithWorkout = endsWithWorkout
  }

  /// Tells it until nobody reads it any more, or it is over.
  func run() async throws { try await output.whileRead { try await tell() } }

  private func tell() async throws {
    var previous: Wire.Status?
    var isAway = false
    do {
      try await source.follow { news in
        switch news {
        case .away:
          isAway = true
          // How things stand is told anew when there is somebody to tell it.
          previous = nil
          try output.writeLine(Self.margin + "intervald has gone away; waiting for it")
        case .event(let event):
          if isAway { try output.writeLine(Self.margin + "intervald is back") }
          isAway = false
          if let line = EventWords(event: event, previous: previous).line { try output.writeLine(line) }
          previous = event.status
          if endsWithWorkout, event.summary != nil || event.status.phase == .idle { throw Ended() }
        }
      }
    } catch is Ended {}
  }

  /// The workout has ended, and with it the telling.
  private struct Ended: Error {}

  /// In place of the time done.
  private static let margin = String(repeating: " ", count: 9)
}
