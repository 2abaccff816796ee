import ArgumentParser
import PlanNotation
import WorkoutModel

/// Settings of the command line that apply to a plan for one run.
struct PlanOverrides: Equatable {
  /// The settings that replace those of the plan.
  var settings = Settings()
  /// The pace of all intervals without a pace of their own or of their kind in `settings`, the plan or the
  /// configuration.
  var pace: Pace?

  var isEmpty: Bool { self == PlanOverrides() }

  /// The overrides over a configuration; with `pace`, every kind has a pace.
  func over(_ configuration: Settings) -> Settings {
    var settings = settings.over(configuration)
    for kind in Kind.allCases { settings.paces[kind] = settings.paces[kind] ?? pace }
    return settings
  }

  /// The settings to apply over those of a plan file, with `pace` for each kind in the plan that has no pace.
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
  /// Reads the values of `--lead-in` and `--pace`; the last of several paces for the same intervals counts.
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
      // A kind alone lacks its pace.
      guard let kind = Kind(rawValue: text.lowercased()) else { throw error }
      throw .kindWithoutPace(kind)
    }
  }
}

/// Options that override settings of a plan.
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

extension Settings {
  /// Reads the value of an option as the value of a setting; `prefix` is the text of the setting before its value.
  ///
  /// An equals sign in the value is read as a space.
  init(option name: String, _ value: String, prefix: String) throws(Failure) {
    do {
      self = try readConfiguration(prefix + String(value.map { $0 == "=" ? " " : $0 }))
    } catch {
      throw .invalidArgument(name, value, error, prefix: prefix)
    }
  }
}

extension NotationError {
  /// The error that covers the whole value of an option.
  init(_ reason: Reason, inOption value: String) {
    self.init(reason, line: 1, column: value.prefix { $0.isWhitespace }.unicodeScalars.count + 1, lineText: value)
  }
}
