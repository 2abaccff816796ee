import ArgumentParser
import TerminalUI
import Text
import WorkoutModel
import WorkoutPresentation
import WorkoutViews

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a plan or a training program without starting it.",
    discussion: """
      Shows the outline of the plan, its time, distance and average pace, and its profile, whose height is pace and \
      whose width is time. Shows the weeks of a program with the sessions that are done, missed, skipped and next. No \
      daemon is needed:

        intervalctl show c25k
        intervalctl show 'until 5km (30s run @11:30/mi, 40s walk @16:30/mi)'
        intervalctl show tabata --schedule --cues
        intervalctl show tabata --svg tabata.svg
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup var overrides: OverrideOptions

  @Flag(help: "List the intervals, at most 10,000.")
  var schedule = false

  @Flag(help: "List the cues with their times and channels, at most 10,000.")
  var cues = false

  @Option(
    help: ArgumentHelp("File to write the profile to as an SVG picture; '-' is standard output.", valueName: "file"),
    completion: .file())
  var svg: String?

  @Flag(help: "Overwrite the file of --svg.")
  var overwrite = false

  @OptionGroup var view: ViewOptions

  mutating func validate() throws {
    guard svg == nil || !(view.json || schedule || cues) else {
      throw ValidationError("--svg cannot be combined with --json, --schedule or --cues")
    }
    guard svg != nil || !overwrite else { throw ValidationError("--overwrite requires --svg") }
    guard plan.isGiven else { throw Failure.noPlanGiven(example: Self.example) }
  }

  private static let example = "intervalctl show '4x(30s run, 30s walk)'"

  func run() throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    if plan.session == nil, let program = try library.program(of: plan) {
      return try show(program, in: library, on: console)
    }
    let text = try library.requiredText(of: plan)
    let configuration = try library.settings()
    let read = try text.overridden(by: overrides.overrides(), over: configuration).read(over: configuration)
    let units = try read.units(asked: view.asked(), inLocaleOf: console.environment)
    try console.messages.writeWarnings(read.warnings + read.workout.plan.paceWarnings(in: units.distance))
    if let svg {
      let picture = ProfileDrawing(read, units: units).svg
      guard !OutputFile.isStandardOutput(svg) else { return try console.output.write(picture) }
      return try OutputFile.write(Array(picture.utf8), to: svg, overwrite: overwrite)
    }
    let schedule = schedule ? Schedule(read.workout.timeline) : nil
    let cues = cues ? CueTable(read, units: read.units(inLocaleOf: console.environment)) : nil
    guard !view.json else {
      return try console.output.writeLine(read.json(schedule: schedule, cues: cues, losses: text.losses))
    }
    let words = PlanView(plan: read, units: units)
    let style = console.output.style
    let width = console.output.widthIfTerminal
    try console.output.writeLines(
      words.lines(style, width: width) + (schedule.map { [""] + words.lines($0, style, width: width) } ?? [])
        + (cues.map { [""] + $0.lines(style, width: width) } ?? []))
  }

  /// Shows all weeks of a program.
  private func show(_ text: ProgramText, in library: Library, on console: Console) throws {
    let argument = (plan.name ?? plan.words.joined(separator: " ")).safeForTerminal.shellWord
    let (history, warnings) = library.readableHistory()
    let due = try text.read(history).position.due ?? SessionID(week: 1, day: 1)
    let session = "intervalctl show \(argument) --session \(due)"
    if schedule { throw Failure.requiresSession("--schedule", session) }
    if cues { throw Failure.requiresSession("--cues", session) }
    if let svg { throw Failure.requiresSession("--svg", session, svg.safeForTerminal.shellWord) }
    let workouts = try text.workouts(overriddenBy: overrides.overrides(), over: library.settings())
    try console.messages.writeWarnings(warnings)
    let program = try text.read(history, workouts: workouts)
    guard !view.json else { return try console.output.writeLine(program.json(path: text.path)) }
    try console.output.writeLines(
      ProgramView(program).lines(console.output.style, width: console.output.widthIfTerminal))
    try console.messages.writeHints(["show a session with: \(session)"])
  }
}
