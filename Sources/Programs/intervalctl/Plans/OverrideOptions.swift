import ArgumentParser
import WorkoutModel

/// The options that change settings of a plan for one time.
struct OverrideOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Countdown before the first interval, or off (default: the setting lead-in).",
      valueName: "time"))
  var leadIn: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Pace of all intervals that have none, such as 6:00/km, or of a kind, such as run=6:00/km; may be repeated.",
      valueName: "pace"))
  var pace: [String] = []

  var isEmpty: Bool { leadIn == nil && pace.isEmpty }

  func overrides() throws(Failure) -> PlanOverrides { try PlanOverrides(leadIn: leadIn, paces: pace) }
}
