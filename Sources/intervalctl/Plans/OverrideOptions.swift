import ArgumentParser
import PlanNotation
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
      settings = try Self.setting("--lead-in", leadIn, prefix: "lead-in ")
    }
    for pace in pace {
      settings = try Self.setting("--pace", pace, prefix: "pace ").over(settings)
    }
    return settings
  }

  private static func setting(_ name: String, _ value: String, prefix: String) throws(Failure) -> Settings {
    do {
      // `run=10:00/mi` is the setting `pace run 10:00/mi`.
      return try readConfiguration(prefix + String(value.map { $0 == "=" ? " " : $0 }))
    } catch {
      throw .invalidArgument(name, value, error, prefix: prefix)
    }
  }
}
