import ArgumentParser
import RunCalculator
import TerminalUI
import WorkoutModel
import WorkoutViews

struct Calc: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calc",
    abstract: "Calculate time, distance or pace, or total a set of intervals.",
    usage: """
      intervalctl calc [--distance <distance>] [--time <time>] [--pace <pace>]
      intervalctl calc <plan> ... [--distance <distance> | --time <time>]
      intervalctl calc --interval <interval> ... [--distance <distance> | --time <time>]
      """,
    discussion: """
      Calculates the third of distance, time and pace. Totals a set of intervals, or a PLAN, and repeats it up to \
      --distance or --time: to the exact crossing, in whole sets, and by average pace. No daemon is needed. Examples:

        intervalctl calc 5km 30:00
        intervalctl calc --distance marathon --pace 10:00/mi
        intervalctl calc --interval '30s @6mph' --interval '40s @4mph' --distance 5km
        intervalctl calc 4x 30s run --pace run=6mph --distance 10mi
      """)

  @OptionGroup var options: RunOptions

  @Option(help: ArgumentHelp("Interval of a set, such as '30s @11:30/mi'; may be repeated.", valueName: "interval"))
  var interval: [String] = []

  @OptionGroup var view: ViewOptions

  mutating func validate() throws {
    // Mistakes in values are ignored here, because the method `run` reports them.
    guard !options.hasMistakenValues, let (texts, hasPlan) = try? options.meaning(hasSet: !interval.isEmpty) else {
      return
    }
    guard interval.isEmpty || !options.plan.isGiven else {
      throw ValidationError("--interval and PLAN cannot be combined")
    }
    if !interval.isEmpty || hasPlan {
      guard options.distance == nil || options.time == nil else {
        throw ValidationError("a set of intervals cannot be combined with both --distance and --time")
      }
    } else if texts.count < 2 {
      throw Failure.tooLittleToCalculate
    }
  }

  func run() throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let settings = try library.settings()
    let (texts, hasPlan) = try options.meaning(hasSet: !interval.isEmpty)
    let values = try RunValues(texts)
    if let set = try set(library, settings, hasPlan: hasPlan) {
      try show(set, until: values, on: console)
    } else {
      try show(values, texts, settings, on: console)
    }
  }

  private func set(_ library: Library, _ settings: Settings, hasPlan: Bool) throws(Failure) -> IntervalSet? {
    if hasPlan {
      return try options.readPlan(in: library, over: settings) { (text) throws(Failure) in
        try IntervalSet(text, over: settings)
      }
    }
    guard !interval.isEmpty else { return nil }
    return try IntervalSet(intervals: interval, over: options.overrides().over(settings))
  }

  private func show(_ set: IntervalSet, until values: RunValues, on console: Console) throws {
    try console.messages.writeWarnings(set.warnings)
    var repetitions: (Repetitions, to: Repetitions.Goal)?
    if let distance = values.distance {
      let goal = Repetitions.Goal.distance(distance)
      repetitions = (try set.repetitions(to: goal, of: "--distance", options.distance ?? ""), goal)
    } else if let time = values.time {
      repetitions = (try set.repetitions(to: .time(time), of: "--time", options.time ?? ""), .time(time))
    }
    let entered = UnitPreference(
      distance: values.entered.distance ?? set.entered.distance, pace: set.entered.pace)
    let units = try view.units(entered: entered, settings: set.settings, inLocaleOf: console.environment)
    let parts = set.parts.map { IntervalSetTable.Part(plan: $0.plan, totals: $0.totals) }
    let words = IntervalSetTable(parts: parts, repetitions: repetitions, units: units)
    try console.output.write(words.json, or: words.lines, asJSON: view.json)
  }

  private func show(_ values: RunValues, _ texts: RunTexts, _ settings: Settings, on console: Console) throws {
    let units = try view.units(entered: values.entered, settings: settings, inLocaleOf: console.environment)
    if let check = values.check {
      let words = RunCheckTable(check: check, units: units)
      try console.output.write(words.json, or: words.lines, asJSON: view.json)
      guard words.isConsistent else { throw Failure.disagreement }
      try console.messages.writeNotes(["the values agree within rounding"])
    } else if let run = values.solved {
      let words = RunTable(run: run, units: units)
      try console.messages.warn(of: run, timeAs: texts.time)
      try console.output.write(words.json, or: words.lines, asJSON: view.json)
    }
  }
}
