import ArgumentParser
import WorkoutModel

struct Calc: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calc",
    abstract: "Work out time, distance or pace, or what a set of intervals comes to.",
    discussion: """
      Two of distance, time and pace give the third. A set of intervals, or a PLAN, is summed up, and with --distance or \
      --time repeated until then: to the exact crossing, in whole sets, and by the average pace. No daemon is needed:

        intervalctl calc 5km 30:00
        intervalctl calc --distance marathon --pace 10:00/mi
        intervalctl calc --interval '30s @6mph' --interval '40s @4mph' --distance 5km
        intervalctl calc '4x(30s run @6mph, 30s walk @4mph)' --distance 10mi
      """)

  @OptionGroup var options: RunOptions

  @Option(help: ArgumentHelp("An interval of a set: '30s @11:30/mi'; may be repeated.", valueName: "interval"))
  var interval: [String] = []

  @OptionGroup var view: ViewOptions

  mutating func validate() throws {
    // Told by `run`, like every mistake in a value.
    guard options.mistake == nil else { return }
    let (texts, hasPlan) = (options.texts, options.hasPlan)
    guard interval.isEmpty || !options.plan.isGiven else {
      throw ValidationError("A set is given by --interval or by a PLAN: one of them.\(Self.advice)")
    }
    if !interval.isEmpty || hasPlan {
      guard options.pace == nil else {
        throw ValidationError("The intervals of a set have their own paces: no --pace with them.\(Self.advice)")
      }
      guard options.distance == nil || options.time == nil else {
        throw ValidationError("A set is repeated until --distance or until --time: one of them.\(Self.advice)")
      }
    } else if texts.count < 2 {
      throw ValidationError("Give two of --distance, --time and --pace, or a set by --interval or as a PLAN.")
    }
  }

  /// For those who have forgotten the quotes.
  private static let advice = " A value of several words stands in quotes."

  func run() throws {
    if let mistake = options.mistake { throw mistake }
    let console = Console.standard
    let library = Library(environment: console.environment)
    let settings = try library.settings()
    let (texts, hasPlan) = (options.texts, options.hasPlan)
    let values = try RunValues(texts)
    if let set = try set(library, settings, hasPlan: hasPlan) {
      try show(set, until: values, on: console)
    } else {
      try show(values, texts, settings, on: console)
    }
  }

  private func set(_ library: Library, _ settings: Settings, hasPlan: Bool) throws(Failure) -> IntervalSet? {
    if hasPlan {
      return try options.read { (plan) throws(Failure) in
        try library.text(of: plan).map { (text) throws(Failure) in try IntervalSet(text, over: settings) }
      }
    }
    return interval.isEmpty ? nil : try IntervalSet(intervals: interval, over: settings)
  }

  private func show(_ set: IntervalSet, until values: RunValues, on console: Console) throws {
    try console.messages.writeRemarks(set.remarks)
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
    let words = IntervalSetWords(set: set, repetitions: repetitions, units: units)
    try console.output.write(words.json, or: words.lines, asJSON: view.json)
  }

  private func show(_ values: RunValues, _ texts: RunTexts, _ settings: Settings, on console: Console) throws {
    let units = try view.units(entered: values.entered, settings: settings, inLocaleOf: console.environment)
    if let check = values.check {
      let words = RunCheckWords(check: check, units: units)
      try console.output.write(words.json, or: words.lines, asJSON: view.json)
      guard words.isConsistent else { throw Failure.disagreement }
      try console.messages.writeRemarks(["they agree, as far as rounding tells"])
    } else if let run = values.solved {
      let words = RunWords(run: run, units: units)
      try console.output.write(words.json, or: words.lines, asJSON: view.json)
      if words.isBeyondRunners { try console.messages.writeRemarks([Self.remark(onTime: texts.time ?? "")]) }
    }
  }

  /// That a pace is beyond runners, most likely for a time that was meant otherwise.
  private static func remark(onTime text: String) -> String {
    (["nobody runs that fast"] + [RunValues.hoursHint(for: text)].compactMap(\.self)).joined(separator: ": ")
  }
}
