import WorkoutPresentation
import WorkoutViews
import TerminalUI
import WorkoutModel

/// A workout shown as it goes: a view of the whole terminal, or lines in a pipe and on one that can show nothing else.
struct WatchSession {
  private let source: any WatchSource
  private let console: Console
  /// Whether it ends with the workout that runs.
  private let endsWithWorkout: Bool
  /// The plan that was started, if the session follows a start.
  private let plan: PlanText?

  init(_ source: any WatchSource, console: Console, endsWithWorkout: Bool, plan: PlanText? = nil) {
    self.source = source
    self.plan = plan
    self.console = console
    self.endsWithWorkout = endsWithWorkout
  }

  /// Follows the events to their end, or until the user leaves.
  ///
  /// - Throws: `Interrupted`; `OutputError`; what the source throws.
  func run() async throws {
    guard console.output.canRedraw else {
      return try await WatchLines(source, on: console.output, endsWithWorkout: endsWithWorkout).run()
    }
    let view = WatchView(
      note: source.note, takesKeys: WatchTerminal.hasKeys, outlivesView: source.outlivesViews
    ) { [console, plan] text in
      let library = Library(environment: console.environment)
      let plan = plan.flatMap { $0.text == text ? $0 : nil } ?? PlanText(text: text)
      return try? plan.read(over: (try? library.settings()) ?? Settings()).workout
    }
    try await WatchTerminal(source, view: view, console: console, endsWithWorkout: endsWithWorkout).run()
  }
}
