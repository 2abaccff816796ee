import ArgumentParser
import PlanNotation
import RunCalculator
import TerminalUI
import WorkoutModel
import WorkoutViews

struct Predict: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "predict",
    abstract: "Predict race times from a timed mile or a race.",
    usage: """
      intervalctl predict <mile> [<race> ...] [--as-plan [--walk <pace>]] [<options>]
      intervalctl predict --race <result> ... [<race> ...] [--as-plan [--walk <pace>]] [<options>]
      """,
    discussion: """
      Shows pace, time and run/walk ratio of each race, from the tables at
      jeffgalloway.com, or from the result of another race by Riegel's formula. With
      --as-plan, prints the plan of one race, which ends at the predicted time. No
      daemon is needed. Examples:

        intervalctl predict 9:00
        intervalctl predict --race 5km=25:00 half
        intervalctl start "$(intervalctl predict 9:00 10km --as-plan)"
      """)

  @Argument(help: ArgumentHelp("Time of one fast mile, such as 9:00; not with --race.", valueName: "mile"))
  var mile: String?

  @Argument(
    help: ArgumentHelp("Races: 5km, 10km, 10mi, half, marathon (default: all).", valueName: "race"),
    completion: Completion.races)
  var races: [String] = []

  @Option(
    help: ArgumentHelp(
      "Result of a race, such as 5km=25:00, instead of the mile; may be repeated.", valueName: "result"))
  var race: [String] = []

  @Flag(help: "Print only the plan of a single race.")
  var asPlan = false

  @Option(help: ArgumentHelp("Pace of the walks in the plan, such as 16:30/mi.", valueName: "pace"))
  var walk: String?

  @OptionGroup var view: ViewOptions

  /// The races to predict, as typed.
  private var words: [String] {
    RunTexts.joiningValues((race.isEmpty ? [] : [mile].compactMap(\.self)) + races)
  }

  mutating func validate() throws {
    guard walk == nil || asPlan else { throw ValidationError("--walk requires --as-plan") }
    guard !race.isEmpty || mile != nil else { throw Failure.nothingToPredictFrom }
    if race.isEmpty, let failure = TypedResult.failure(in: RunTexts.joiningValues([mile].compactMap(\.self) + races)) {
      throw failure
    }
    if !race.isEmpty, let mile, (try? TimedMile(argument: mile)) != nil {
      throw ValidationError("--race and MILE cannot be combined")
    }
    guard !asPlan || words.count == 1 else { throw Failure.notOneRaceToPlan }
  }

  func run() throws {
    let console = Console.standard
    let settings = try Library(environment: console.environment).settings()
    let basis = try basis()
    let races = try words.map { (word) throws(Failure) in try Race(argument: word) }
    let walkPace = try RunValues.read(walk, of: "--walk", readPace)
    // A mile that is given as a time has no unit.
    let entered = UnitPreference(
      distances: words.compactMap { try? readDistance($0) } + basis.distances,
      paces: [mile.flatMap { try? readPace($0) }, walkPace].compactMap(\.self))
    // The results contain no distances, so a requested unit of distance selects the unit of paces.
    var asked = try view.asked()
    asked.pace = asked.pace ?? asked.distance.map(PaceUnit.init(goingWith:))
    let units = settings.units(asked: asked, entered: entered, inLocaleOf: console.environment)
    let table = PredictionTable(basis, races: races.isEmpty ? Race.allCases : races, units: units)
    if let wrong = table.predictions.first(where: { !$0.isWithinLimits }) {
      throw Failure.predictionOutOfRange(wrong.race)
    }
    if asPlan {
      try printPlan(of: table.predictions[0], walkPace: walkPace, settings, units, on: console)
    } else {
      try console.output.write(table.json, or: table.lines, asJSON: view.json)
    }
    switch basis {
    case .mile(let mile):
      let record = WorldRecord.mile
      if mile.time < record.time { try console.messages.writeWarnings([record.warning]) }
      if let typed = self.mile, let hint = TypedResult.hint(forMile: typed) { try console.messages.writeHints([hint]) }
    case .results(let results):
      for result in results.results {
        try console.messages.warn(of: .pace(metres: result.distance.metres, time: result.time), timeAs: nil)
      }
    }
  }

  private func basis() throws(Failure) -> PredictionBasis {
    guard race.isEmpty, let mile else { return .results(try RaceResults(arguments: race)) }
    return .mile(try TimedMile(argument: mile))
  }

  private func printPlan(
    of prediction: RacePrediction, walkPace: Pace?, _ settings: Settings, _ units: DisplayUnits, on console: Console
  ) throws {
    let race = RacePlan(prediction, walkPace: walkPace, settings, per: units.pace.distance)
    try console.messages.writeNotes(race.notes)
    let solution = try race.solved(units: units)
    let plan = solution.roundedPlan(in: units)
    let runPace = units.pace.text(metresPerSecond: solution.runWalk.run.pace.metresPerSecond)
    try console.messages.writeNotes(["run pace \(runPace), predicted time \(race.prediction.time.clockText())"])
    guard view.json else { return try console.output.writeLine(plan.notation) }
    try console.output.writeLine(PlanText(text: plan.notation).read(over: settings).json(schedule: nil, cues: nil))
  }
}

extension PredictionBasis {
  /// The typed distances.
  fileprivate var distances: [Distance] {
    if case .results(let results) = self { results.results.map(\.distance) } else { [] }
  }
}
