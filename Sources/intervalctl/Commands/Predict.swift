import ArgumentParser
import PlanNotation
import WorkoutModel

struct Predict: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "predict",
    abstract: "Predict race times from a timed mile.",
    discussion: """
      For each race the pace, the time, and how long to run and to walk in turn, \
      after the tables at jeffgalloway.com. With --as-plan it is the plan of one \
      race, which ends at the predicted time. No daemon is needed:

        intervalctl predict --mile 9:00
        intervalctl start "$(intervalctl predict --mile 9:00 --as-plan 10km)"
      """)

  @Option(help: ArgumentHelp("The time of one fast mile: 9:00.", valueName: "time"))
  var mile: String

  @Option(
    help: ArgumentHelp("Print the plan of a race alone: 5km, 10km, 10mi, half, marathon.", valueName: "race"),
    completion: Completion.races)
  var asPlan: String?

  @Option(help: ArgumentHelp("The pace of the walks in the plan: 16:30/mi.", valueName: "pace"))
  var walk: String?

  @OptionGroup var view: ViewOptions

  mutating func validate() throws {
    guard walk == nil || asPlan != nil else { throw ValidationError("--walk goes with --as-plan.") }
  }

  func run() throws {
    let console = Console.standard
    let settings = try Library(environment: console.environment).settings()
    let mile = try TimedMile(option: "--mile", mile)
    let walkPace = try RunValues.read(walk, of: "--walk", readPace)
    // A time is in no unit, a pace is.
    let entered = UnitPreference(distances: [], paces: [try? readPace(self.mile), walkPace].compactMap(\.self))
    let units = try view.units(entered: entered, settings: settings, inLocaleOf: console.environment)
    guard let asPlan else {
      let table = PredictionTable(mile: mile, units: units)
      return try console.output.write(mile.json, or: table.lines, asJSON: view.json)
    }
    let race = try RacePlan(mile.prediction(for: Race(option: "--as-plan", asPlan)), walkPace: walkPace, settings)
    try console.messages.writeRemarks(race.remarks)
    let runWalk = try race.runWalk(units: units)
    let plan = runWalk.plan
    try console.messages.writeRemarks([
      "the runs are at \(units.pace.text(metresPerSecond: runWalk.run.pace.metresPerSecond)), "
        + "to finish in \(race.prediction.time.clockText())"
    ])
    guard view.json else { return try console.output.writeLine(plan.notation) }
    try console.output.writeLine(PlanText(text: plan.notation).read(over: settings).json(schedule: nil, cues: nil))
  }
}
