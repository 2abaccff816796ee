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
    time = try Self.read(texts.time, of: "--time", readTime)
    pace = try Self.read(texts.pace, of: "--pace", readPace)
  }

  /// The units in which they were entered.
  var entered: UnitPreference {
    UnitPreference(distances: [distance].compactMap(\.self), paces: [pace].compactMap(\.self))
  }

  /// What a clock of two fields, `2:30`, would be with hours; nil for another time.
  static func hoursHint(for text: String) -> String? {
    guard text.count(where: { $0 == ":" }) == 1 else { return nil }
    return "\(text) is minutes and seconds, \(text):00 hours and minutes"
  }

  /// Reads the value of an option; nil where it was not given.
  static func read<Value>(
    _ text: String?, of option: String, _ read: (String) throws(NotationError) -> Value
  ) throws(Failure) -> Value? {
    guard let text else { return nil }
    return try value(text, of: option, read)
  }

  /// Reads the value of an option that is always given.
  static func value<Value>(
    _ text: String, of option: String, _ read: (String) throws(NotationError) -> Value
  ) throws(Failure) -> Value {
    do {
      return try read(text)
    } catch {
      throw .invalidArgument(option, text, error)
    }
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
