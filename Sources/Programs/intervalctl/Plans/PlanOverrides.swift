import ArgumentParser
import PlanNotation
import WorkoutModel

/// Settings from the command line, which change a plan for a single command.
struct PlanOverrides: Equatable {
  /// The settings that replace the plan's settings.
  var settings = Settings()
  /// The pace of each interval whose pace is not set elsewhere, except intervals of kind `rest`.
  ///
  /// The interval itself can have a pace. The plan, the configuration and `settings` can set the pace of a kind.
  var pace: Pace?

  var isEmpty: Bool { self == PlanOverrides() }

  /// Returns a configuration with the overrides applied; if `pace` is not nil, the result has a pace for every
  /// kind except `rest`.
  func over(_ configuration: Settings) -> Settings {
    var settings = settings.over(configuration)
    for kind in Kind.allCases where kind != .rest { settings.paces[kind] = settings.paces[kind] ?? pace }
    return settings
  }

  /// Returns the settings that replace the settings of a plan file.
  ///
  /// Each kind in the plan that has no pace, except `rest`, gets the pace `pace`.
  func settings(for file: PlanFile, over configuration: Settings) -> Settings {
    guard let pace else { return settings }
    let known = settings.over(file.settings.over(configuration)).paces
    var settings = settings
    for interval in file.plan.intervals where interval.metresPerSecond == nil && known[interval.kind] == nil {
      settings.paces[interval.kind] = pace
    }
    return settings
  }
}

extension PlanOverrides {
  /// Reads the values of `--lead-in` and `--pace`; a later pace replaces an earlier pace for the same intervals.
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

  /// Reads a value such as `run=10:00/mi` as the setting `pace run 10:00/mi`.
  private static func paceSetting(_ text: String) throws(Failure) -> Settings {
    do {
      return try Settings(option: "--pace", text, prefix: "pace ")
    } catch {
      // If the value is only a kind, the message reports that the pace is missing.
      if let kind = Kind(spelling: text.lowercased()) { throw .kindWithoutPace(kind) }
      guard text.contains(where: { $0 == "=" || $0 == " " }) else { throw .unknownPace(text) }
      throw error
    }
  }
}

/// The options that override settings of a plan.
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
      valueName: "pace"), completion: Completion.planPaces)
  var pace: [String] = []

  var isEmpty: Bool { leadIn == nil && pace.isEmpty }

  func overrides() throws(Failure) -> PlanOverrides { try PlanOverrides(leadIn: leadIn, paces: pace) }
}

/// The options that change how the cues of a workout are heard.
struct HearingOptions: ParsableArguments {
  @Flag(help: "Speak the cues of this workout.")
  var voice = false

  @Flag(help: "Give the cues of this workout without sounds and voice.")
  var quiet = false

  @Option(
    help: ArgumentHelp("Volume of sounds and voice, 0 to 150 (default: the settings).", valueName: "percent"))
  var volume: String?

  var isEmpty: Bool { !voice && !quiet && volume == nil }

  mutating func validate() throws {
    guard !quiet || !voice else { throw ValidationError("--quiet and --voice cannot be combined") }
    guard !quiet || volume == nil else { throw ValidationError("--quiet and --volume cannot be combined") }
  }

  /// The settings of the options; the voice is as much softer or louder as the sounds.
  func settings() throws(Failure) -> Settings {
    var settings = Settings()
    if let volume {
      let number = volume.hasSuffix("%") ? String(volume.dropLast()) : volume
      settings = try Settings(option: "--volume", number, prefix: "volume ")
      settings.voiceVolume = settings.volume.map(Self.voiceVolume)
    }
    if voice { settings.voice = true }
    if quiet { (settings.sound, settings.voice) = (false, false) }
    return settings
  }

  /// The volume of the voice that corresponds to a volume of sounds; the normal volumes are 50 and 100.
  ///
  /// Below 100, the volume of sounds is the cube root of an amplitude (`Loudness.factor`). The volume of the voice is
  /// proportional to an amplitude. The maximum is 60, because espeak-ng clips the voice at higher volumes.
  private static func voiceVolume(for volume: Int) -> Int {
    let part = Double(volume) / 100
    return Int((Double(Settings.defaultVoiceVolume) * (part < 1 ? part * part * part : min(part, 1.2))).rounded())
  }
}

extension Settings {
  /// Reads the value of an option as a setting.
  ///
  /// The text of the setting is `prefix` and then the value. An equals sign in the value is read as a space.
  init(option name: String, _ value: String, prefix: String) throws(Failure) {
    do {
      self = try readConfiguration(prefix + String(value.map { $0 == "=" ? " " : $0 }))
    } catch {
      throw .invalidArgument(name, value, error, prefix: prefix)
    }
  }
}

extension NotationError {
  /// Makes an error about the whole value of an option.
  init(_ reason: Reason, inOption value: String) {
    self.init(reason, line: 1, column: value.prefix { $0.isWhitespace }.unicodeScalars.count + 1, lineText: value)
  }
}
