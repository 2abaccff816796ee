import ArgumentParser
import PlanNotation

/// The ways to say which run is meant, or which plan.
struct RunOptions: ParsableArguments {
  @OptionGroup var plan: PlanOptions

  @Option(help: ArgumentHelp("How far: 5km, 3.1mi, 400mtr, half, marathon.", valueName: "distance"))
  var distance: String?

  @Option(help: ArgumentHelp("How long: 30m, 1:05:00.", valueName: "time"))
  var time: String?

  @Option(help: ArgumentHelp("How fast: 11:30/mi, 6:00/km, 6.02mph.", valueName: "pace"))
  var pace: String?

  /// What the options say of a run, and the words where they are values too.
  var texts: RunTexts { textsAndPlan.texts }

  /// Whether a plan is meant, rather than values.
  var hasPlan: Bool { textsAndPlan.hasPlan }

  /// Makes something of the plan that was given.
  ///
  /// - Throws: `Failure.loneDistance` for a distance of which no plan can be made for want of a pace.
  func read<Value>(_ plan: (PlanOptions) throws(Failure) -> Value) throws(Failure) -> Value {
    do {
      return try plan(self.plan)
    } catch {
      throw (try? readDistance(self.plan.words.joined(separator: " "))) == nil ? error : .loneDistance
    }
  }

  /// What is wrong with words that are meant as values; nil where nothing is, or a plan is meant.
  var mistake: Failure? { RunTexts.mistake(in: plan.words) }

  private var textsAndPlan: (texts: RunTexts, hasPlan: Bool) {
    var texts = RunTexts(distance: distance, time: time, pace: pace)
    let tookWords = plan.name == nil && plan.text == nil && texts.take(plan.words)
    return (texts, plan.isGiven && !tookWords)
  }
}
