import ControlInterface
import Dates
import PlanNotation
import TerminalUI
import Text
import WorkoutHistory
import WorkoutModel
import WorkoutPresentation
import WorkoutReports
import WorkoutViews

/// A request to the daemon to start a plan.
enum StartRequest: Equatable {
  /// The default plan; if the settings have no default plan, the plan that was started last.
  case usual
  /// A named plan or a session of a program, which the daemon reads; `found` is the plan that the client has read.
  ///
  /// Without a session, the daemon starts the session that is due. It may be another session than `found`, because the
  /// daemon also knows the workout that is running, and workouts that are not in the history yet.
  case named(String, session: String? = nil, found: PlanText? = nil)
  case text(PlanText)

  /// Makes the request for an argument, and reports a mistake in the plan before the daemon is called.
  ///
  /// `session` is the ID of a session, if the argument is a program.
  init(
    _ argument: PlanArgument?, session: String? = nil, overrides: PlanOverrides, library: Library
  ) throws(Failure) {
    guard let argument else {
      guard !overrides.isEmpty, let usual = try library.usualText() else {
        self = .usual
        return
      }
      self = .text(try usual.overridden(by: overrides, over: library.settings()))
      return
    }
    if case .named(let name) = argument, session == nil, overrides.isEmpty,
      let program = try library.program(argument)
    {
      self = .named(name, found: try? library.plan(of: program, session: nil))
      return
    }
    guard let text = try library.text(argument, session: session) else {
      guard case .named(let name) = argument, overrides.isEmpty else {
        throw library.noPlan(named: argument.typed)
      }
      // This program found no plan with the name, but the daemon may have other plan folders.
      self = .named(name, session: session)
      return
    }
    let configuration = try library.settings()
    let request = try text.overridden(by: overrides, over: configuration)
    _ = try request.read(over: configuration)
    if case .named(let name) = argument, request === text {
      self = .named(name, session: text.session?.id.description, found: text)
    } else {
      self = .text(request)
    }
  }

  /// Makes the request to repeat a recorded workout in a history, with its text and its session of a program.
  init(_ summary: Report.Summary, in history: RecordedHistory, library: Library) throws(Failure) {
    let session = try summary.session.map { (session) throws(Failure) in try library.repeated(session, in: history) }
    let text = PlanText(text: summary.plan, planName: summary.planName, session: session)
    _ = try text.read(over: library.settings())
    self = .text(text)
  }

  /// The plan, if this program has read it.
  var text: PlanText? {
    switch self {
    case .usual: nil
    case .named(_, _, let text): text
    case .text(let text): text
    }
  }

  /// Warnings about losses in the conversion from a workout file.
  var warnings: [String] { text?.warnings ?? [] }

  /// Looks up the plan as the daemon does; nil if neither a default plan nor a last plan exists.
  func text(in library: Library) throws(Failure) -> PlanText? {
    switch self {
    case .usual: try library.usualText()
    case .named(_, _, let text?), .text(let text): text
    case .named(let name, let session, nil): try library.text(named: name, session: session)
    }
  }

  /// Sends the request.
  func start(on client: WorkoutClient, replace: Bool) async throws -> Report.Started {
    switch self {
    case .usual: return try await client.startNamed(replace: replace)
    case .named(let name, let session, _):
      return try await client.startNamed(name, session: session, replace: replace)
    case .text(let plan):
      let text = plan.text
      // The name of a file can be longer than the daemon permits.
      let name = plan.planName?.prefix(scalars: LimitedText.name.maxCharacters)
      do {
        return try await client.start(plan: text, planName: name, session: plan.session, replace: replace)
      } catch ControlError.invalidPlan(var invalid) {
        // The daemon's error lacks the line with the mistake, so the line is added here.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if (1...lines.count).contains(invalid.line) { invalid.lineText = String(lines[invalid.line - 1]) }
        throw ControlError.invalidPlan(invalid)
      }
    }
  }
}

extension PlanArgument {
  /// The text as typed.
  var typed: String {
    switch self {
    case .named(let text), .file(let text): text
    case .text(let plan): plan.text
    }
  }
}

/// Starts workouts for commands such as `start` and `toggle`, and prints the results.
struct WorkoutStarter {
  let console: Console
  let library: Library
  /// The stream for the result.
  private let output: TextStream

  init(console: Console, output: TextStream? = nil) {
    self.console = console
    self.output = output ?? console.output
    library = Library(environment: console.environment)
  }

  /// Starts a workout, prints the result, and returns the ID of the workout.
  @discardableResult func start(
    _ request: StartRequest, on client: WorkoutClient, replace: Bool = false
  ) async throws -> String? {
    let started = try await self.request(request, on: client, replace: replace)
    let words = StartWords(started: started, plan: try? request.text?.file.plan)
    try write(words.lines(clock: TimeOfDay.init(fromNow:)))
    try writeWarnings(words)
    return started.status.workoutId
  }

  /// Starts a workout without printing the result.
  func request(_ request: StartRequest, on client: WorkoutClient, replace: Bool = false) async throws -> Report.Started
  {
    do {
      return try await request.start(on: client, replace: replace)
    } catch ControlError.noSuchPlan(let plan) where plan.name.isEmpty {
      throw try nothingToStart()
    } catch ControlError.noSuchPlan(let plan) where request == .usual {
      throw library.usualPlanGone(plan)
    } catch ControlError.programDone(let done) {
      let argument = try? PlanArgument(words: [done.program], in: library.plans)
      guard let argument, let program = try? library.program(argument) else { throw ControlError.programDone(done) }
      throw library.programDone(program, starts: true)
    }
  }

  /// Shows the workout that a request started, until the workout ends.
  func watch(_ workoutID: String?, of request: StartRequest, on client: WorkoutClient) async throws {
    if !console.output.canRedraw {
      try console.messages.writeLine("Ctrl-C ends only this view; the workout continues.")
    }
    try await WatchSession(
      DaemonSource(client, until: workoutID, console: console), console: console, endsWithWorkout: true,
      plan: request.text
    )
    .run()
  }

  /// Starts a dry run, without the daemon.
  func rehearse(_ request: StartRequest, speed: Int) throws -> (run: DryRun, plan: PlanText) {
    guard let text = try request.text(in: library) else { throw try nothingToStart() }
    let settings = try library.settings()
    let requested = try text.requested(over: settings)
    let run = DryRun(
      requested, speed: speed, takesKeys: console.output.canRedraw && WatchTerminal.hasKeys, configuration: settings,
      environment: console.environment)
    let warnings = requested.workout.plan.paceWarnings(in: DisplayUnits(run.started).distance)
    let words = StartWords(
      started: Report.Started(status: run.started, warnings: warnings), plan: requested.file.plan)
    try write(words.lines(speed: speed))
    try writeWarnings(words)
    return (run, text)
  }

  /// Writes lines, which are wrapped on a terminal.
  private func write(_ lines: [String]) throws {
    let width = output.widthIfTerminal
    try output.writeLines(lines.flatMap { line in width.map { line.wrappedKeepingCommand(to: $0) } ?? [line] })
  }

  private func writeWarnings(_ words: StartWords) throws {
    let messages = console.messages
    try messages.writeLines(words.warnings(messages.style, width: messages.widthIfTerminal))
  }

  func nothingToStart() throws(Failure) -> Failure {
    let plans = PlanTable(entries: try library.entries().plans.map(\.row), environment: console.environment)
    return .nothingToStart(
      plans: plans.lines(console.messages.style, width: console.messages.widthIfTerminal.map { $0 - 2 }))
  }
}
