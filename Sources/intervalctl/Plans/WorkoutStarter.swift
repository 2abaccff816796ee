import WorkoutControl

/// Starts a workout and says so: what `start` does, and `toggle` when nothing runs.
struct WorkoutStarter {
  let console: Console
  let library: Library

  init(console: Console) {
    self.console = console
    library = Library(environment: console.environment)
  }

  func start(_ request: StartRequest, on client: WorkoutClient, replace: Bool = false) async throws {
    let started: Wire.Started
    do {
      started = try await request.start(on: client, replace: replace)
    } catch ControlError.noSuchPlan(let plan) where plan.name.isEmpty {
      let plans = PlanTable(entries: try library.entries(), environment: console.environment)
      throw Failure.nothingToStart(plans: plans.lines(console.messages.style))
    }
    let words = StartWords(started: started)
    try console.output.writeLine(words.line(clock: TimeOfDay.init(fromNow:)))
    try console.messages.writeLines(words.warnings(console.messages.style))
  }
}
