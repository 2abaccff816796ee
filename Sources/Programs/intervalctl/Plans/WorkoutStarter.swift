import WorkoutViews
import WorkoutReports
import Dates
import TerminalUI
import ControlInterface
import PlanNotation
import WorkoutModel
import WorkoutPresentation

/// Starts a workout and says so: what `start` does, and `toggle` when nothing runs.
struct WorkoutStarter {
  let console: Console
  let library: Library
  /// Where it is said.
  private let output: TextStream

  init(console: Console, output: TextStream? = nil) {
    self.console = console
    self.output = output ?? console.output
    library = Library(environment: console.environment)
  }

  func start(_ request: StartRequest, on client: WorkoutClient, replace: Bool = false) async throws {
    let started = try await self.request(request, on: client, replace: replace)
    let words = StartWords(started: started, plan: try? request.text?.file.plan)
    try output.writeLine(words.line(clock: TimeOfDay.init(fromNow:)))
    try warn(words)
  }

  /// Starts a workout and says nothing.
  func request(_ request: StartRequest, on client: WorkoutClient, replace: Bool = false) async throws -> Report.Started
  {
    do {
      return try await request.start(on: client, replace: replace)
    } catch ControlError.noSuchPlan(let plan) where plan.name.isEmpty {
      throw try nothingToStart()
    } catch let error as ControlError where request == .usual {
      let failure = Failure(error)
      guard case .noSuchPlan = error else { throw failure }
      throw failure.hinting(Failure.defaultPlanHint)
    }
  }

  /// Shows the workout of a request until it ends.
  func watch(_ request: StartRequest, on client: WorkoutClient) async throws {
    if !console.output.canRedraw {
      try console.messages.writeLine("Ctrl-C ends the watching alone; the workout goes on.")
    }
    try await WatchSession(
      DaemonSource(client, console: console), console: console, endsWithWorkout: true, plan: request.text
    )
    .run()
  }

  /// Starts a dry run in the daemon's place.
  func rehearse(_ request: StartRequest, speed: Int) throws -> (run: DryRun, plan: PlanText) {
    guard let text = try request.text(in: library) else { throw try nothingToStart() }
    let settings = try library.settings()
    let requested = try text.requested(over: settings)
    let run = DryRun(requested, speed: speed, configuration: settings, environment: console.environment)
    let warning = requested.workout.plan.paceWarning(in: DisplayUnits(run.started).distance)
    let words = StartWords(
      started: Report.Started(status: run.started, warnings: [warning].compactMap(\.self)), plan: requested.file.plan)
    try output.writeLine(words.line(speed: speed))
    try warn(words)
    return (run, text)
  }

  private func warn(_ words: StartWords) throws {
    let messages = console.messages
    try messages.writeLines(words.warnings(messages.style, width: messages.widthIfTerminal))
  }

  private func nothingToStart() throws(Failure) -> Failure {
    let plans = PlanTable(entries: try library.entries().map(\.row), environment: console.environment)
    return .nothingToStart(
      plans: plans.lines(console.messages.style, width: console.messages.widthIfTerminal.map { $0 - 2 }))
  }
}
