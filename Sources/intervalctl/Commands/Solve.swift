import ArgumentParser
import PlanNotation
import WorkoutModel

struct Solve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "solve",
    abstract: "Work a run/walk plan out backwards.",
    discussion: """
      Of run time, run pace, walk time, walk pace, distance and finish time leave
      out exactly one, and it is worked out. A pace that the settings have can be
      left out as well. No daemon is needed:

        intervalctl solve --distance 5km --finish 40:00 --run 30s --walk 30s@16:30/mi
        intervalctl solve --distance half --run 60s@10:00/mi --walk 30s@16:30/mi
        intervalctl solve --distance 10km --finish 1:10:00 --run @10:00/mi --walk 30s@16:30/mi
      """)

  @Option(parsing: .upToNextOption, help: ArgumentHelp("How far it is: 5km, 3.1mi, half.", valueName: "distance"))
  var distance: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("When the distance is to be reached: 40:00, 1:05:00.", valueName: "time"))
  var finish: [String] = []

  @Option(
    name: .customLong("run"), parsing: .upToNextOption,
    help: ArgumentHelp("Each run: 30s @11:30/mi, or the time or the pace alone.", valueName: "time@pace"))
  var runPart: [String] = []

  @Option(
    name: .customLong("walk"), parsing: .upToNextOption,
    help: ArgumentHelp("Each walk: 30s @16:30/mi, or the time or the pace alone.", valueName: "time@pace"))
  var walkPart: [String] = []

  @Flag(help: "Print the plan alone, in notation.")
  var asPlan = false

  @OptionGroup var view: ViewOptions

  func run() throws {
    let console = Console.standard
    let settings = try Library(environment: console.environment).settings()
    let question = try RunWalkQuestion(
      distance: distance.value, finish: finish.value, run: runPart.value, walk: walkPart.value, settings: settings)
    let units = try view.units(entered: question.entered, settings: settings, inLocaleOf: console.environment)
    try console.messages.writeRemarks(question.remarks)
    let words = SolutionWords(solution: try question.solved(units: units), finish: question.puzzle.finish, units: units)
    if asPlan, !view.json {
      try console.output.writeLine(words.solution.runWalk.plan.notation)
    } else {
      try console.output.write(words.solution.json, or: words.lines, asJSON: view.json)
    }
    try console.messages.writeRemarks(words.remarks)
  }
}

extension [String] {
  /// The words of an option's value, joined; nil where it was not given.
  fileprivate var value: String? { isEmpty ? nil : joined(separator: " ") }
}
