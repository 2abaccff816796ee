import ArgumentParser
import WorkoutModel

/// Settings for this one time.
struct OverrideOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("The countdown before the workout: a time, or off.", valueName: "time"))
  var leadIn: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The pace of a kind of interval that is given none in the plan; may be repeated.", valueName: "kind=pace"))
  var pace: [String] = []

  var isEmpty: Bool { leadIn == nil && pace.isEmpty }

  /// The settings; later ones hold where a kind is given twice.
  func settings() throws(Failure) -> Settings {
    var settings = Settings()
    if let leadIn {
      settings = try Settings(option: "--lead-in", leadIn, prefix: "lead-in ")
    }
    return try Self.settings(paces: pace).over(settings)
  }

  /// The settings that the values of `--pace` stand for.
  static func settings(paces: [String]) throws(Failure) -> Settings {
    var settings = Settings()
    for pace in paces {
      // `run=10:00/mi` is the setting `pace run 10:00/mi`.
      settings = try Settings(option: "--pace", pace, prefix: "pace ").over(settings)
    }
    return settings
  }
}
