import TerminalUI
import WorkoutModel
import WorkoutPresentation
import WorkoutReports
import WorkoutViews

/// A live display of a workout: full screen on a terminal, otherwise one line per change.
struct WatchSession {
  private let source: any WatchSource
  private let console: Console
  /// Whether the display ends when the workout ends.
  private let endsWithWorkout: Bool
  /// The plan that this command has started; nil if the command has started no plan or has not read the plan.
  private let plan: PlanText?

  init(_ source: any WatchSource, console: Console, endsWithWorkout: Bool, plan: PlanText? = nil) {
    self.source = source
    self.plan = plan
    self.console = console
    self.endsWithWorkout = endsWithWorkout
  }

  /// Follows the events to their end, or until the user leaves.
  ///
  /// - Throws: `Interrupted`; `OutputError`; the errors of the source.
  func run() async throws {
    guard console.output.canRedraw else {
      return try await WatchLines(source, on: console.output, endsWithWorkout: endsWithWorkout).run()
    }
    let view = WatchView(
      note: source.note, takesKeys: WatchTerminal.hasKeys, endsWithWorkout: endsWithWorkout,
      outlivesView: source.outlivesViews
    ) { [console, plan] text in
      let library = Library(environment: console.environment)
      let plan = plan.flatMap { $0.text == text ? $0 : nil } ?? PlanText(text: text)
      return try? plan.read(over: (try? library.settings()) ?? Settings()).workout
    }
    // Keys that are typed before the view is visible are ignored.
    let console = console.askingForBackground().console
    try await WatchTerminal(source, view: view, console: console, endsWithWorkout: endsWithWorkout).run()
  }
}

/// Prints one line for each change of the workout.
struct WatchLines {
  private let source: any WatchSource
  private let output: TextStream
  private let endsWithWorkout: Bool

  init(_ source: any WatchSource, on output: TextStream, endsWithWorkout: Bool) {
    self.source = source
    self.output = output
    self.endsWithWorkout = endsWithWorkout
  }

  /// Prints until the reader closes the pipe or the events end.
  func run() async throws { try await output.whileRead { try await printChanges() } }

  private func printChanges() async throws {
    var previous: Report.Status?
    var isAway = false
    // After a restart, the state is reported only if it differs from the state before.
    var hasRestarted = false
    do {
      try await source.follow { event in
        switch event {
        case .away:
          isAway = true
          // The state is reported again when the daemon is back.
          previous = nil
          try output.writeLine(Self.margin + "lost the connection to intervald; waiting")
        case .restarted:
          hasRestarted = true
          try output.writeLine(Self.margin + "intervald has restarted")
        case .event(let event):
          if isAway { try output.writeLine(Self.margin + "intervald is back") }
          isAway = false
          let isKnown = hasRestarted && event.event == .state && event.status.isSamePosition(as: previous)
          hasRestarted = false
          if !isKnown, let line = EventWords(event: event, previous: previous).line { try output.writeLine(line) }
          previous = event.status
          if endsWithWorkout, event.summary != nil { throw Ended() }
        }
      }
    } catch is Ended {}
  }

  /// An error that ends the display when the workout ends.
  private struct Ended: Error {}

  /// Spaces in place of the elapsed time.
  private static let margin = String(repeating: " ", count: 9)
}

extension Report.Status {
  /// Whether a status has the same workout, in the same interval, and running or paused likewise.
  fileprivate func isSamePosition(as other: Report.Status?) -> Bool {
    guard let other else { return false }
    return (workoutId, phase, number) == (other.workoutId, other.phase, other.number)
  }
}
