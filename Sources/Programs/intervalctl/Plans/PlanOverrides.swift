import PlanNotation
import WorkoutModel

/// Settings that the command line gives a plan for one time.
struct PlanOverrides: Equatable {
  /// Those that take the place of the plan's own.
  var settings = Settings()
  /// The pace of the kinds that have none: not in an interval, the plan, the configuration or `settings`.
  var pace: Pace?

  var isEmpty: Bool { self == PlanOverrides() }

  /// A configuration with the overrides laid over it, every kind of which has a pace if one was given for all.
  func over(_ configuration: Settings) -> Settings {
    var settings = settings.over(configuration)
    for kind in Kind.allCases { settings.paces[kind] = settings.paces[kind] ?? pace }
    return settings
  }

  /// The settings to lay over those of a plan file, with the pace of each kind in it that has none.
  func settings(for file: PlanFile, over configuration: Settings) -> Settings {
    guard let pace else { return settings }
    let known = settings.over(file.settings.over(configuration)).paces
    var settings = settings
    for interval in file.plan.intervals where interval.pace == nil && known[interval.kind] == nil {
      settings.paces[interval.kind] = pace
    }
    return settings
  }
}

extension PlanOverrides {
  /// Reads the values of `--lead-in` and `--pace`; of several paces for the same intervals the last one counts.
  init(leadIn: String? = nil, paces: [String]) throws(Failure) {
    if let leadIn {
      guard !leadIn.hasPrefix("-") else { throw .negativeLeadIn(leadIn) }
      settings = try Settings(option: "--lead-in", leadIn, prefix: "lead-in ")
    }
    for text in paces {
      if text.first?.isNumber == true {
        pace = try RunValues.value(text, of: "--pace", readPace)
      } else {
        settings = try Self.paceSetting(text).over(settings)
      }
    }
  }

  /// Reads `run=10:00/mi`, which is the setting `pace run 10:00/mi`.
  private static func paceSetting(_ text: String) throws(Failure) -> Settings {
    do {
      return try Settings(option: "--pace", text, prefix: "pace ")
    } catch {
      // A kind alone misses its pace.
      guard let kind = Kind(rawValue: text.lowercased()) else { throw error }
      throw .kindWithoutPace(kind)
    }
  }
}
