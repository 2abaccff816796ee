import ArgumentParser
import WorkoutModel

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what a plan amounts to.",
    discussion: """
      The plan with every pace filled in, its time, distance and average pace. No daemon is needed:

        intervalctl show 'until 5km (30s run @11:30/mi, 40s walk @16:30/mi)'
        intervalctl show tabata --schedule --cues
      """)

  @OptionGroup var plan: PlanOptions

  @Flag(help: "Print one line of JSON: milliseconds, metres, metres per second.")
  var json = false

  @Flag(help: "List the intervals as they will come, 10,000 at most.")
  var schedule = false

  @Flag(help: "List the cues as they will be given, each with its time and channels, 10,000 at most.")
  var cues = false

  mutating func validate() throws {
    guard plan.isGiven else { throw ValidationError("Which PLAN?") }
  }

  func run() throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    guard let text = try library.text(of: plan) else { throw ValidationError("Which PLAN?") }
    let read = try text.read(over: library.settings())
    let units = read.workout.settings.units(inLocaleOf: console.environment)
    let schedule = schedule ? Schedule(read.workout.timeline) : nil
    let cues = cues ? CueListWords(read, units: units) : nil
    guard !json else { return try console.output.writeLine(read.json(schedule: schedule, cues: cues)) }
    let words = PlanWords(plan: read, units: units)
    let style = console.output.style
    let width = console.output.widthIfTerminal
    try console.output.writeLines(
      words.lines(style, width: width) + (schedule.map { [""] + words.lines($0, style, width: width) } ?? [])
        + (cues.map { [""] + $0.lines(style, width: width) } ?? []))
  }
}
