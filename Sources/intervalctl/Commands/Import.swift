import ArgumentParser
import WorkoutFiles
import WorkoutModel
import WorkoutSettings

struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a plan of a workout file: FIT, ZWO, TCX, or the text of intervals.icu.",
    discussion: """
      It is printed, or saved as one of your plans. What the plan does not have of the file is said. Without a pace, \
      distances need one:

        intervalctl import tempo.fit
        intervalctl import tempo.fit -o tempo --pace run=5:00/km
        intervalctl import --format icu - < tempo.txt
        intervalctl start tempo.fit
      """)

  @Argument(
    help: ArgumentHelp("The file; '-' reads standard input.", valueName: "file"),
    completion: .file(extensions: WorkoutFormat.allCases.map(\.rawValue)))
  var file: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The name to save the plan under.", valueName: "name"),
    completion: Completion.names)
  var output: String?

  @Option(help: "What the file is, where its name does not end in it.")
  var format: WorkoutFormat?

  @Flag(help: "Replace the plan that has the name.")
  var replace = false

  @OptionGroup var losses: LossOptions
  @OptionGroup var overrides: OverrideOptions
  @OptionGroup var view: ViewOptions

  mutating func validate() throws {
    guard output != nil || !replace else { throw ValidationError("--replace goes with --output.") }
  }

  func run() async throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let name = try output.map { (name) throws(Failure) in try PlanName(argument: name) }
    let settings = try library.settings()
    let units = settings.units(inLocaleOf: console.environment)
    let file = try WorkoutFile(file, WorkoutFormat(of: file, named: format), per: units.distance)
    let text = try file.text.overridden(by: overrides.settings())
    let plan = try text.read(over: settings)
    if let name, !replace, library.plans.hasOwn(name) { throw Failure.planExists(library.plans.ownEntry(named: name)) }
    try losses.report(file.workout.report.losses, on: console.messages)
    guard name != nil || view.json else { return try console.output.write(text.text) }
    let words = PlanWords(
      plan: plan, units: try view.units(settings: plan.workout.settings, inLocaleOf: console.environment))
    let new = NewPlan(text: text.text, plan: plan, name: name, replaces: replace, losses: text.losses)
    let lines = words.lines(console.output.style, width: console.output.widthIfTerminal)
    try await new.realize(on: console, json: view.json, lines: lines)
  }
}
