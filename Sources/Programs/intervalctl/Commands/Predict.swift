import ArgumentParser
import PlanNotation
import RunCalculator
import TerminalUI
import WorkoutModel
import WorkoutViews

struct Predict: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "predict",
    abstract: "Predict race times from a timed mile.",
    usage: "intervalctl predict <mile> [<race> ...] [--as-plan [--walk <pace>]] [<options>]",
    discussion: """
      Shows pace, time and run/walk ratio of each race, from the tables at
      jeffgalloway.com. With --as-plan, prints the plan of one race, which ends at
      the predicted time. No daemon is needed. Examples:

        intervalctl predict 9:00
        intervalctl start "$(intervalctl predict 9:00 10km --as-plan)"
      """)

  @Argument(help: ArgumentHelp("Time of one fast mile, such as 9:00.", valueName: "mile"))
  var mile: String

  @Argument(
    help: ArgumentHelp("Races: 5km, 10km, 10mi, half, marathon (default: all).", valueName: "race"),
    completion: Completion.races)
  var races: [String] = []

  @Flag(help: "Print only the plan of a single race.")
  var asPlan = false

  @Option(help: ArgumentHelp("Pace of the walks in the plan, such as 16:30/mi.", valueName: "pace"))
  var walk: String?

  @OptionGroup var view: ViewOptions

  mutating func validate() throws {
    guard walk == nil || asPlan else { throw ValidationError("--walk requires --as-plan") }
    guard !asPlan || RunTexts.joiningRaces(races).count == 1 else { throw Failure.notOneRaceToPlan }
  }

  func run() throws {
    let console = Console.standard
    let settings = try Library(environment: console.environment).settings()
    let mile = try TimedMile(argument: mile)
    let words = RunTexts.joiningRaces(races)
    let races = try words.map { (word) throws(Failure) in try Race(argument: word) }
    let walkPace = try RunValues.read(walk, of: "--walk", readPace)
    // A mile that is given as a time has no unit.
    let entered = UnitPreference(
      distances: words.compactMap { try? readDistance($0) },
      paces: [try? readPace(self.mile), walkPace].compactMap(\.self))
    // The results contain no distances, so a requested unit of distance selects the unit of paces.
    var asked = try view.asked()
    asked.pace = asked.pace ?? asked.distance.map(PaceUnit.init(goingWith:))
    let units = settings.units(asked: asked, entered: entered, inLocaleOf: console.environment)
    if asPlan {
      try printPlan(of: mile.prediction(for: races[0]), walkPace: walkPace, settings, units, on: console)
    } else {
      let table = PredictionTable(mile: mile, races: races.isEmpty ? Race.allCases : races, units: units)
      try console.output.write(mile.json(table.races), or: table.lines, asJSON: view.json)
    }
    let record = WorldRecord.mile
    if mile.time < record.time { try console.messages.writeWarnings([record.warning]) }
  }

  private func printPlan(
    of prediction: RacePrediction, walkPace: Pace?, _ settings: Settings, _ units: DisplayUnits, on console: Console
  ) throws {
    let race = RacePlan(prediction, walkPace: walkPace, settings)
    try console.messages.writeNotes(race.notes)
    let solution = try race.solved(units: units)
    let plan = solution.roundedPlan(in: units)
    let runPace = units.pace.text(metresPerSecond: solution.runWalk.run.pace.metresPerSecond)
    try console.messages.writeNotes(["run pace \(runPace), predicted time \(race.prediction.time.clockText())"])
    guard view.json else { return try console.output.writeLine(plan.notation) }
    try console.output.writeLine(PlanText(text: plan.notation).read(over: settings).json(schedule: nil, cues: nil))
  }
}
