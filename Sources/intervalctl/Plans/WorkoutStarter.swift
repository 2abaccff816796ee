import WorkoutControl

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
    let started: Wire.Started
    do {
      started = try await request.start(on: client, replace: replace)
    } catch ControlError.noSuchPlan(let plan) where plan.name.isEmpty {
      let plans = PlanTable(entries: try library.entries(), environment: console.environment)
      throw Failure.nothingToStart(plans: plans.lines(console.messages.style))
    }
    let words = StartWords(started: started)
    try output.writeLine(words.line(clock: TimeOfDay.init(fromNow:)))
    try console.messages.writeLines(words.warnings(console.messages.style))
  }
}
