import RunCalculator
import PlanNotation
import WorkoutModel

/// What the command line says of a run.
struct RunValues: Equatable {
  var distance: Distance?
  var time: Duration?
  var pace: Pace?

  /// Reads the values that were given.
  init(_ texts: RunTexts) throws(Failure) {
    distance = try Self.read(texts.distance, of: "--distance", readDistance)
    time = try Self.read(texts.time, of: "--time", Self.readTime)
    pace = try Self.read(texts.pace, of: "--pace", readPace)
  }

  /// The units in which they were entered.
  var entered: UnitPreference {
    UnitPreference(distances: [distance].compactMap(\.self), paces: [pace].compactMap(\.self))
  }

  /// Reads the value of an option; nil where it was not given.
  static func read<Value>(
    _ text: String?, of option: String, _ read: (String) throws(NotationError) -> Value
  ) throws(Failure) -> Value? {
    guard let text else { return nil }
    return try value(text, of: option, read)
  }

  /// Reads the value of an option, or of the only argument of a command, which needs no name.
  static func value<Value>(
    _ text: String, of option: String?, _ read: (String) throws(NotationError) -> Value
  ) throws(Failure) -> Value {
    do {
      return try read(text)
    } catch {
      throw .invalidArgument(option, text, error)
    }
  }

  /// Reads a time in the notation, or one such as `4h30`.
  static func readTime(_ text: String) throws(NotationError) -> Duration {
    try PlanNotation.readTime(withMinutes(text))
  }

  /// Reads a time, a distance or a pace in the notation, or a time such as `4h30`.
  static func readValue(_ text: String) throws(NotationError) -> StandaloneValue {
    try PlanNotation.readValue(withMinutes(text))
  }

  /// Completes `4h30` to `4h30m`, and leaves other texts unchanged.
  private static func withMinutes(_ text: String) -> String {
    text.wholeMatch(of: /[0-9]+[hH][0-5][0-9]/) == nil ? text : text + "m"
  }
}

extension RunValues {
  /// The run that two of the three make; nil where fewer were given, or all.
  var solved: SolvedRun? {
    switch (distance, time, pace) {
    case (let distance?, let time?, nil): .pace(metres: distance.metres, time: time)
    case (let distance?, nil, let pace?): .time(metres: distance.metres, metresPerSecond: pace.metresPerSecond)
    case (nil, let time?, let pace?): .distance(time: time, metresPerSecond: pace.metresPerSecond)
    default: nil
    }
  }

  /// The three against one another, where all were given.
  var check: RunCheck? {
    guard let distance, let time, let pace else { return nil }
    return RunCheck(time: time, metres: distance.metres, metresPerSecond: pace.metresPerSecond)
  }
}
