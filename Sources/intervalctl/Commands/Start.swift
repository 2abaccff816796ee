import ArgumentParser
import WorkoutModel

struct Start: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Start a workout.",
    discussion: """
      Without a PLAN it is the default plan, or else the last one. Words are joined, and only parentheses need quotes:

        intervalctl start forever 30s
        intervalctl start 'until 5km (30s run @11:30/mi, 40s walk @16:30/mi)'
        intervalctl start long-run --lead-in 10s --pace run=10:00/mi
        intervalctl start ./plans/hills.plan --watch
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup var overrides: OverrideOptions

  @Flag(help: "Start it in place of a workout that runs.")
  var replace = false

  @Flag(help: "Then show the workout until it ends.")
  var watch = false

  mutating func validate() throws {
    guard overrides.isEmpty || plan.isGiven else { throw ValidationError("--lead-in and --pace go with a PLAN.") }
  }

  func run() async throws {
    let starter = WorkoutStarter(console: .standard)
    let request = try StartRequest(
      plan.argument(in: starter.library.plans), overrides: overrides.settings(), library: starter.library)
    let client = try await starter.console.connect()
    try await starter.start(request, on: client, replace: replace)
    guard watch else { return }
    try starter.console.messages.writeLine("Ctrl-C ends the watching alone; the workout goes on.")
    try await WatchSession(console: starter.console, endsWithWorkout: true).run(client)
  }
}
