import ArgumentParser
import WorkoutModel

struct Start: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Start a workout.",
    discussion: """
      Without a PLAN it is the default plan, or else the last one. Words are joined, and only parentheses need quotes:

        intervalctl start forever 30s
        intervalctl start 'until 5km (30s run @11:30/mi, 40s walk @16:30/mi)'
        intervalctl start long-run --lead-in 10s --pace run=10:00/mi
        intervalctl start ./plans/hills.plan --watch
        intervalctl start tempo.fit
        intervalctl start long-run --dry-run --speed 600
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup var overrides: OverrideOptions

  @Flag(help: "Start it in place of a workout that runs.")
  var replace = false

  @Flag(help: "Then show the workout until it ends.")
  var watch = false

  @Flag(help: "Show how it would go, on a fast clock: without the daemon, without cues.")
  var dryRun = false

  @Option(help: ArgumentHelp("How many times as fast a dry run goes: 1 to 3600, or else 60.", valueName: "factor"))
  var speed: Int?

  /// The factors that a clock can be seen to go by.
  private static let speeds = 1...3600

  mutating func validate() throws {
    guard speed == nil || dryRun else { throw ValidationError("--speed goes with --dry-run.") }
    guard !(replace && dryRun) else { throw ValidationError("--replace does not go with --dry-run.") }
    guard speed.map(Self.speeds.contains) ?? true else { throw ValidationError("--speed is a number from 1 to 3600.") }
    guard overrides.isEmpty || plan.isGiven else { throw ValidationError("--lead-in and --pace go with a PLAN.") }
  }

  func run() async throws {
    let starter = WorkoutStarter(console: .standard)
    let request = try StartRequest(
      plan.argument(in: starter.library.plans), overrides: overrides.settings(), library: starter.library)
    try starter.console.messages.writeRemarks(request.remarks)
    if dryRun {
      let run = try starter.rehearse(request, speed: speed ?? 60)
      return try await WatchSession(run, console: starter.console, endsWithWorkout: true).run()
    }
    let client = try await starter.console.connect()
    try await starter.start(request, on: client, replace: replace)
    if watch { try await starter.watch(client) }
  }
}
