import ArgumentParser
import PlanLibrary
import PlanNotation
import TerminalUI
import WorkoutFiles
import WorkoutModel
import WorkoutPresentation
import WorkoutViews

struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import a workout file as a plan: FIT, ZWO, TCX or intervals.icu text.",
    discussion: """
      Prints the plan, or saves it as one of your plans or in a file. Warns about anything that a plan cannot express. \
      Steps by distance need a pace:

        intervalctl import tempo.fit
        intervalctl import tempo.fit --name tempo --pace 5:00/km
        intervalctl import --type icu -o tempo.plan - < tempo.txt
        intervalctl start tempo.fit
      """)

  @Argument(
    help: ArgumentHelp("Workout file; '-' is standard input.", valueName: "file"),
    completion: .file(extensions: WorkoutFormat.allCases.map(\.rawValue)))
  var file: String

  @Option(help: "Name to save the plan under.", completion: Completion.names)
  var name: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("File to write; '-' is standard output.", valueName: "file"),
    completion: .file(extensions: ["plan"]))
  var output: String?

  @Flag(help: "Overwrite the plan or the file.")
  var overwrite = false

  @Option(help: "File type (default: from the file name)")
  var type: WorkoutFormat?

  @OptionGroup var losses: LossOptions
  @OptionGroup var overrides: OverrideOptions
  @OptionGroup var view: ViewOptions

  mutating func validate() throws {
    guard name == nil || output == nil else { throw ValidationError("--name and --output cannot be combined") }
    guard name != nil || output != nil || !overwrite else {
      throw ValidationError("--overwrite requires --name or --output")
    }
  }

  func run() async throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let destination = try destination()
    let settings = try library.settings()
    let units = settings.units(inLocaleOf: console.environment)
    guard let format = type ?? WorkoutFormat(path: file) else { throw Failure.unknownInputType(file) }
    let file = try WorkoutFile(file, format, per: units.distance)
    let text = try file.text.overridden(by: overrides.overrides(), over: settings)
    let plan = try text.read(over: settings)
    let new = NewPlan(text: text, plan: plan, destination: destination, overwrites: overwrite)
    try new.checkDestination(in: library)
    try losses.report(file.workout.report.losses.map(\.words), on: console.messages)
    guard destination != nil || view.json else { return try console.output.write(text.text) }
    let words = PlanView(plan: plan, units: try plan.units(asked: view.asked(), inLocaleOf: console.environment))
    let lines = words.lines(console.output.style, width: console.output.widthIfTerminal)
    try await new.saveAndStart(on: console, json: view.json, lines: lines)
  }

  private func destination() throws(Failure) -> NewPlan.Destination? {
    if let name { return .plan(try PlanName(argument: name)) }
    return output.flatMap { OutputFile.isStandardOutput($0) ? nil : .file($0) }
  }
}
