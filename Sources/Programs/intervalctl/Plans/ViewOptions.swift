import ArgumentParser
import WorkoutModel

/// The options that say how results are shown: as JSON or for people, and in which units.
struct ViewOptions: ParsableArguments {
  @Flag(help: "Print one line of JSON: milliseconds, metres, metres per second.")
  var json = false

  @Option(
    name: .long, help: ArgumentHelp("Unit of distances: mi or km (default: as typed).", valueName: "unit"),
    completion: Completion.distanceUnits)
  var distanceUnits: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Unit of paces: min/mi, min/km, mph or kph (default: as typed).", valueName: "unit"),
    completion: Completion.paceUnits)
  var paceUnits: String?

  /// The units to show values in; `entered` are those of the values on the command line.
  func units(
    entered: UnitPreference = UnitPreference(), settings: Settings, inLocaleOf environment: [String: String]
  ) throws(Failure) -> DisplayUnits {
    settings.units(asked: try asked(), entered: entered, inLocaleOf: environment)
  }

  /// The units that the options name.
  func asked() throws(Failure) -> UnitPreference {
    var asked = UnitPreference()
    if let distanceUnits {
      asked.distance =
        try Settings(option: "--distance-units", distanceUnits, prefix: "distance-units ").distanceUnits
    }
    if let paceUnits {
      asked.pace = try Settings(option: "--pace-units", paceUnits, prefix: "pace-units ").paceUnits
    }
    return asked
  }
}
