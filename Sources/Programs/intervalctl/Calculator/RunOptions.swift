import ArgumentParser
import PlanNotation
import WorkoutModel

/// The ways to say which run is meant, or which plan.
struct RunOptions: ParsableArguments {
  @OptionGroup var plan: PlanOptions

  @Option(help: ArgumentHelp("Distance: 5km, 3.1mi, 400mtr, half, marathon.", valueName: "distance"))
  var distance: String?

  @Option(help: ArgumentHelp("Time: 30m, 1:05:00, 4h30.", valueName: "time"))
  var time: String?

  @Option(
    help: ArgumentHelp(
      "Pace: 11:30/mi, 6:00/km, 6.02mph; with a plan, that of its intervals without one, or KIND=PACE, may be repeated.",
      valueName: "pace"))
  var pace: [String] = []

  /// The values of the run, from options and words; and whether the words are a plan instead.
  ///
  /// With `hasSet`, other options give a set of intervals, which can have several paces as a plan can.
  func meaning(hasSet: Bool = false) throws(Failure) -> (texts: RunTexts, hasPlan: Bool) {
    var texts = RunTexts(distance: distance, time: time, pace: pace.first)
    let isPlan = plan.name != nil || plan.text != nil || !texts.take(plan.words)
    let hasPlan = isPlan && plan.isGiven
    // Here `--pace` is about intervals.
    if hasPlan || hasSet { texts.pace = nil } else { try checkPace() }
    return (texts, hasPlan)
  }

  /// Whether the words are values with a mistake, and not a plan.
  var hasMistakenValues: Bool {
    RunTexts.mistake(in: plan.words) != nil && (try? PlanFile(plan.words.joined(separator: " "))) == nil
  }

  private func checkPace() throws(Failure) {
    guard pace.count < 2 else { throw .repeatedPace }
    guard let pace = pace.first, let separator = pace.firstIndex(of: "=") else { return }
    throw .paceOfKind(pace, alone: String(pace[pace.index(after: separator)...]))
  }

  /// Reads the plan, with the paces of `--pace`; nil if none is given.
  ///
  /// - Throws: `Failure.loneDistance` if the plan is only a distance.
  func readPlan<Value>(
    in library: Library, over settings: Settings, _ make: (PlanText) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    var text: PlanText?
    do {
      text = try library.text(of: plan)
      return try text.map { (text) throws(Failure) in try make(text.overridden(by: overrides(), over: settings)) }
    } catch {
      let isPlan = text.map { $0.mistake == nil } ?? false
      if !isPlan, let mistake = RunTexts.mistake(in: plan.words) { throw mistake }
      throw (try? readDistance(plan.words.joined(separator: " "))).map(Failure.loneDistance) ?? error
    }
  }

  /// The paces of a plan's intervals.
  func overrides() throws(Failure) -> PlanOverrides { try PlanOverrides(paces: pace) }
}
