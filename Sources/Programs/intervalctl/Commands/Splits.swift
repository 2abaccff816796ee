import ArgumentParser
import Dates
import PlanNotation
import RunCalculator
import TerminalUI
import WorkoutModel
import WorkoutPresentation
import WorkoutViews

struct Splits: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "splits",
    abstract: "List the splits of a run or a plan.",
    usage: """
      intervalctl splits --distance <distance> {--time <time> | --pace <pace>} [<options>]
      intervalctl splits <plan> ... [<options>]
      """,
    discussion: """
      Shows the pace and the time of each split, and the total so far. With --start, also shows the time of day. No \
      daemon is needed. Examples:

        intervalctl splits half 2:10:00
        intervalctl splits --distance 10km --time 55:00 --every 2km
        intervalctl splits --distance 13.1mi --pace 10:00/mi --adjust 1-3=10:30/mi
        intervalctl splits marathon 4:00:00 --negative 2% --start 7:00
        intervalctl splits 'until 5km (30s run @6mph, 40s walk @4mph)'
      """)

  @OptionGroup var options: RunOptions

  @Option(help: ArgumentHelp("Length of a split (default: a kilometre or a mile).", valueName: "distance"))
  var every: String?

  @Option(
    help: ArgumentHelp("Pace of splits, such as 3=9:30/mi or 1-13=10:25/mi; may be repeated.", valueName: "n=pace"))
  var adjust: [String] = []

  @Option(
    help: ArgumentHelp(
      "Percentage by which the second half takes less time than the first, such as 2%.", valueName: "percent"))
  var negative: String?

  @Option(help: ArgumentHelp("Time of day of the start, such as 7:00.", valueName: "time"))
  var start: String?

  @OptionGroup var view: ViewOptions

  /// The maximum number of splits that are listed.
  private static let maxSplits = 10_000

  /// The maximum of `--negative`, as a fraction.
  private static let maxReduction = 0.5

  mutating func validate() throws {
    // Mistakes in values are ignored here, because the method `run` reports them.
    guard !options.hasMistakenValues, let (texts, hasPlan) = try? options.meaning() else { return }
    if hasPlan {
      for (option, isGiven) in [
        ("--distance", texts.distance != nil), ("--time", texts.time != nil), ("--adjust", !adjust.isEmpty),
        ("--negative", negative != nil),
      ] where isGiven {
        throw ValidationError("\(option) and PLAN cannot be combined")
      }
    } else {
      guard texts.distance != nil, texts.count == 2 else { throw Failure.tooLittleToSplit }
      guard negative == nil || adjust.isEmpty else {
        throw ValidationError("--negative and --adjust cannot be combined")
      }
    }
  }

  func run() throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let settings = try library.settings()
    let (texts, hasPlan) = try options.meaning()
    let every = try RunValues.read(every, of: "--every", readDistance)
    let start = try start.map(readStart)
    let (splits, units) =
      if hasPlan,
        let plan = try options.readPlan(
          in: library, over: settings, { (text) throws(Failure) in try text.read(over: settings) })
      {
        try splits(of: plan, every: every, in: console)
      } else {
        try splits(of: RunValues(texts), every: every, settings, in: console.environment)
      }
    let words = SplitTable(splits: splits, start: start, units: units)
    // The list may be long, so that a warning after it would be the only visible part.
    if !hasPlan, let run = try RunValues(texts).solved { try console.messages.warn(of: run, timeAs: texts.time) }
    try console.output.write(words.json, or: words.lines, asJSON: view.json)
  }

  private func splits(
    of plan: ReadPlan, every: Distance?, in console: Console
  ) throws -> (SplitList, DisplayUnits) {
    try console.messages.writeWarnings(plan.warnings)
    let units = try view.units(
      entered: UnitPreference(distance: every?.unit), settings: plan.workout.settings,
      inLocaleOf: console.environment)
    let length = every?.metres ?? units.distance.metres
    guard let splits = SplitList(of: plan.workout.timeline, every: length, limit: Self.maxSplits) else {
      let kind = plan.workout.plan.intervals.first { $0.metresPerSecond == nil && $0.goal != .open }?.kind
      throw Failure.noSplits(kind, units: units)
    }
    return (splits, units)
  }

  private func splits(
    of values: RunValues, every: Distance?, _ settings: Settings, in environment: [String: String]
  ) throws(Failure) -> (SplitList, DisplayUnits) {
    let entered = UnitPreference(
      distances: [every, values.distance].compactMap(\.self),
      paces: ([values.pace] + adjust.map { try? readAdjustment($0).pace }).compactMap(\.self))
    let units = try view.units(entered: entered, settings: settings, inLocaleOf: environment)
    guard let run = values.solved else { preconditionFailure("distance and pace or time were asked for") }
    let length = every?.metres ?? units.distance.metres
    if let negative {
      guard let reduction = readPercentage(negative), reduction <= Self.maxReduction else {
        throw .invalidPercentage(negative)
      }
      let splits = SplitList(
        of: run.metres, every: length, in: run.time, secondHalfReducedBy: reduction, limit: Self.maxSplits)
      return (splits, units)
    }
    let adjustments = try adjustments(upTo: SplitList.count(of: run.metres, every: length))
    // If a time is given, adjusted splits must not change the total time, so the other splits get another pace.
    let pace =
      values.time == nil
      ? run.metresPerSecond
      : SplitList.pace(of: run.metres, every: length, in: run.time, adjustments: adjustments)
    guard let pace else { throw .noTimeLeft(run.time) }
    let splits = SplitList(
      of: run.metres, every: length, at: pace, adjustments: adjustments, limit: Self.maxSplits)
    return (splits, units)
  }

  /// Reads a time of day, with or without seconds.
  private func readStart(_ text: String) throws(Failure) -> ClockTime {
    guard let time = ClockTime(text) else { throw .invalidStart(text) }
    return time
  }

  /// Reads the adjustments of a run with `count` splits.
  private func adjustments(upTo count: Int) throws(Failure) -> [SplitAdjustment] {
    var adjustments: [SplitAdjustment] = []
    for text in adjust {
      let (first, last, pace) = try RunValues.value(text, of: "--adjust", readAdjustment)
      let typedPace = text.drop { $0 != "=" }.dropFirst()
      guard first <= last else { throw .reversedSplits(text, meant: "\(last)-\(first)=\(typedPace)") }
      guard last <= count else {
        throw .noSuchSplit(text, count: count, meant: first < count ? "\(first)-\(count)=\(typedPace)" : nil)
      }
      let splits = first...last
      if let other = adjustments.first(where: { $0.splits.overlaps(splits) }) {
        throw .splitsGivenTwice(text, splits.clamped(to: other.splits))
      }
      adjustments.append(SplitAdjustment(splits, metresPerSecond: pace.metresPerSecond))
    }
    return adjustments
  }
}
