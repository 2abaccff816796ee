import TerminalUI
import WorkoutModel

/// A workout shown as it goes: a view of the whole terminal, or lines in a pipe and on one that can show nothing else.
struct WatchSession {
  private let source: any WatchSource
  private let console: Console
  /// Whether it ends with the workout that runs.
  private let endsWithWorkout: Bool

  init(_ source: any WatchSource, console: Console, endsWithWorkout: Bool) {
    self.source = source
    self.console = console
    self.endsWithWorkout = endsWithWorkout
  }

  /// Follows the news to their end, or until the person leaves.
  ///
  /// - Throws: `Interrupted`; `OutputError`; what the source throws.
  func run() async throws {
    guard console.output.canRedraw else {
      return try await WatchLines(source, on: console.output, endsWithWorkout: endsWithWorkout).run()
    }
    let view = WatchView(
      remark: source.remark, takesKeys: WatchTerminal.hasKeys, outlivesView: source.outlivesViews
    ) { [console] text in
      let library = Library(environment: console.environment)
      return try? PlanText(text: text).read(over: (try? library.settings()) ?? Settings()).workout
    }
    try await WatchTerminal(source, view: view, console: console, endsWithWorkout: endsWithWorkout).run()
  }
}
