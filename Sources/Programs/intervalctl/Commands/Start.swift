import ArgumentParser
import ControlInterface
import JSON
import TerminalUI
import WorkoutModel
import WorkoutReports

struct Start: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Start a workout.",
    discussion: """
      Without a PLAN, starts the default plan or the plan that was started last. If the PLAN is a training program, \
      starts the session that is due. Words are joined; only parentheses and quotes need quoting:

        intervalctl start forever 30s
        intervalctl start 'until 5km (30s run @11:30/mi, 40s walk @16:30/mi)'
        intervalctl start long-run --lead-in 10s --pace run=10:00/mi
        intervalctl start c25k
        intervalctl start c25k --session w3d2
        intervalctl start ./plans/hills.plan --watch
        intervalctl start tempo.fit --pace 5:00/km
        intervalctl start long-run --voice --volume 120
        intervalctl start long-run --dry-run --speed 600
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup var overrides: OverrideOptions
  @OptionGroup var hearing: HearingOptions

  @Flag(help: "Replace a running workout.")
  var replace = false

  @Flag(name: [.customShort("w"), .long], help: "Show the workout until it ends.")
  var watch = false

  @Flag(name: [.customShort("n"), .long], help: "Simulate the workout on a fast clock, without daemon and cues.")
  var dryRun = false

  @Option(help: ArgumentHelp("Speed of the clock of a dry run, 1 to 3600 (default: 60).", valueName: "factor"))
  var speed: String?

  @Flag(help: "Print the status of the workout as one line of JSON.")
  var json = false

  private static let speeds = 1...3600
  private static let defaultSpeed = 60

  mutating func validate() throws {
    guard speed == nil || dryRun else { throw ValidationError("--speed requires --dry-run") }
    guard !(replace && dryRun) else { throw ValidationError("--replace and --dry-run cannot be combined") }
    guard !json || !(dryRun || watch) else {
      throw ValidationError("--json and \(dryRun ? "--dry-run" : "--watch") cannot be combined")
    }
    _ = try factor()
  }

  func run() async throws {
    let starter = WorkoutStarter(console: .standard)
    let speed = try factor()
    var changes = try overrides.overrides()
    changes.settings = try hearing.settings().over(changes.settings)
    let request = try StartRequest(
      starter.library.argument(of: plan), session: plan.session, overrides: changes, library: starter.library)
    // Without a plan of its own, this program cannot change the plan that the daemon starts.
    guard request != .usual || changes.isEmpty else { throw try starter.nothingToStart() }
    // The mark is read before the start, which may end another session and record it.
    let mark = request.text?.session.flatMap { session in try? starter.library.mark(of: session.program) }
    try starter.console.messages.writeWarnings(
      request.warnings + starter.library.positionWarnings(for: request.text, after: mark))
    if dryRun {
      let (run, plan) = try starter.rehearse(request, speed: speed)
      return try await WatchSession(run, console: starter.console, endsWithWorkout: true, plan: plan).run()
    }
    let client = try await starter.console.connect()
    guard !json else {
      let started = try await starter.request(request, on: client, replace: replace)
      return try starter.console.output.writeLine(started.json)
    }
    let breakNote = plan.session == nil ? starter.library.breakNote(for: request.text, after: mark) : nil
    let workoutID = try await starter.start(request, on: client, replace: replace)
    try starter.console.messages.writeNotes([breakNote].compactMap(\.self))
    if watch { try await starter.watch(workoutID, of: request, on: client) }
  }

  private func factor() throws(Failure) -> Int {
    guard let speed else { return Self.defaultSpeed }
    guard let factor = Int(speed), Self.speeds.contains(factor) else { throw .wrongSpeed(speed, Self.speeds) }
    return factor
  }
}

extension Report.Started {
  /// The status, with the warnings as an additional member.
  var json: JSONValue {
    get throws {
      var members = try JSONValue(encoding: status, includingNulls: true).object ?? [:]
      members["warnings"] = .array(warnings.map(JSONValue.string))
      return .object(members)
    }
  }
}
