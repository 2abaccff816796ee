import ArgumentParser
import PlanNotation
import RunCalculator
import TerminalUI
import WorkoutModel
import WorkoutViews

struct Solve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "solve",
    abstract: "Solve a run/walk plan for one unknown.",
    usage: """
      intervalctl solve [--distance <distance>] [--time <time>]
                        [--run <time@pace>] [--walk <time@pace>] [<options>]
      """,
    discussion: """
      Calculates the missing one of distance, time, run time, run pace, walk time and
      walk pace; missing paces are taken from the settings. No daemon is needed. Examples:

        intervalctl solve --distance 5km --time 40:00 --run 30s --walk 30s@16:30/mi
        intervalctl solve --distance half --run 60s@10:00/mi --walk 30s@16:30/mi
        intervalctl solve --distance 5km --time 35m --run @6:00/km --walk 1m@10:00/km
      """)

  @Option(parsing: .upToNextOption, help: ArgumentHelp("Distance: 5km, 3.1mi, half.", valueName: "distance"))
  var distance: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Time for the distance: 40:00, 1:05:00, 4h30.", valueName: "time"))
  var time: [String] = []

  @Option(
    name: .customLong("run"), parsing: .upToNextOption,
    help: ArgumentHelp("Run: 30s @11:30/mi, or the time or the pace alone.", valueName: "time@pace"))
  var runPart: [String] = []

  @Option(
    name: .customLong("walk"), parsing: .upToNextOption,
    help: ArgumentHelp("Walk: 30s @16:30/mi, or the time or the pace alone.", valueName: "time@pace"))
  var walkPart: [String] = []

  @Flag(help: "Print only the plan.")
  var asPlan = false

  @OptionGroup var view: ViewOptions

  func run() throws {
    let console = Console.standard
    let settings = try Library(environment: console.environment).settings()
    let question = try RunWalkQuestion(
      distance: distance.value, time: time.value, run: runPart.value, walk: walkPart.value, settings: settings)
    let units = try view.units(entered: question.entered, settings: settings, inLocaleOf: console.environment)
    try console.messages.writeNotes(question.notes)
    let words = SolutionTable(solution: try question.solved(units: units), time: question.puzzle.finish, units: units)
    if asPlan, !view.json {
      try console.output.writeLine(words.solution.roundedPlan(in: units).notation)
    } else {
      try console.output.write(words.solution.json, or: words.lines, asJSON: view.json)
    }
    try console.messages.writeWarnings(words.warnings)
    try console.messages.writeNotes(words.notes)
  }
}

extension [String] {
  /// The words of an option's value, joined; nil if the option is not given.
  fileprivate var value: String? { isEmpty ? nil : joined(separator: " ") }
}
