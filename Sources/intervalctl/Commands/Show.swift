import ArgumentParser
import WorkoutModel

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a plan amounts to.",
    discussion: """
      The plan as an outline, its time, distance and average pace, and its profile: \
      height is pace, width is time. No daemon is needed:

        intervalctl show 'until 5km (30s run @11:30/mi, 40s walk @16:30/mi)'
        intervalctl show tabata --schedule --cues
        intervalctl show tabata --svg tabata.svg
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup var overrides: OverrideOptions

  @Flag(help: "List the intervals as they will come, 10,000 at most.")
  var schedule = false

  @Flag(help: "List the cues as they will be given, each with its time and channels, 10,000 at most.")
  var cues = false

  @Option(
    help: ArgumentHelp("Write the profile as SVG to a file instead; '-' is standard output.", valueName: "file"),
    completion: .file())
  var svg: String?

  @OptionGroup var view: ViewOptions

  mutating func validate() throws {
    guard svg == nil || !(view.json || schedule || cues) else {
      throw ValidationError("--svg goes with none of --json, --schedule and --cues.")
    }
    guard plan.isGiven else { throw ValidationError("Which PLAN?") }
  }

  func run() throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    guard let text = try library.text(of: plan) else { throw ValidationError("Which PLAN?") }
    let read = try text.overridden(by: overrides.settings()).read(over: library.settings())
    try console.messages.writeRemarks(read.remarks)
    let settings = read.workout.settings
    let units = try view.units(entered: read.entered, settings: settings, inLocaleOf: console.environment)
    if let svg {
      let picture = ProfileDrawing(read, units: units).svg
      guard svg != "-" else { return try console.output.write(picture) }
      return try OutputFile.write(Array(picture.utf8), to: svg, option: "--svg -")
    }
    let schedule = schedule ? Schedule(read.workout.timeline) : nil
    let cues = cues ? CueListWords(read, units: settings.units(inLocaleOf: console.environment)) : nil
    guard !view.json else {
      return try console.output.writeLine(read.json(schedule: schedule, cues: cues, losses: text.losses))
    }
    let words = PlanWords(plan: read, units: units)
    let style = console.output.style
    let width = console.output.widthIfTerminal
    try console.output.writeLines(
      words.lines(style, width: width) + (schedule.map { [""] + words.lines($0, style, width: width) } ?? [])
        + (cues.map { [""] + $0.lines(style, width: width) } ?? []))
  }
}
