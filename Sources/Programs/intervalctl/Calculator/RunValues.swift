import Dates
import PlanNotation
import RunCalculator
import TerminalUI
import WorkoutModel
import WorkoutViews

/// The values of a run.
struct RunValues: Equatable {
  var distance: Distance?
  var time: Duration?
  var pace: Pace?

  /// Reads the typed values.
  init(_ texts: RunTexts) throws(Failure) {
    distance = try Self.read(texts.distance, of: "--distance", readDistance)
    time = try Self.read(texts.time, of: "--time", Self.readTime)
    pace = try Self.read(texts.pace, of: "--pace", readPace)
  }

  /// The units in which the values were entered.
  var entered: UnitPreference {
    UnitPreference(distances: [distance].compactMap(\.self), paces: [pace].compactMap(\.self))
  }

  /// Reads the value of an option; nil if the option is not given.
  static func read<Value>(
    _ text: String?, of option: String, _ read: (String) throws(NotationError) -> Value
  ) throws(Failure) -> Value? {
    guard let text else { return nil }
    return try value(text, of: option, read)
  }

  /// Reads a value; `option` is the option that it belongs to, or nil for an argument.
  static func value<Value>(
    _ text: String, of option: String?, _ read: (String) throws(NotationError) -> Value
  ) throws(Failure) -> Value {
    do {
      return try read(text)
    } catch {
      throw .invalidArgument(option, text, error)
    }
  }

  /// Reads a time in the notation, or a time such as `4h30`.
  static func readTime(_ text: String) throws(NotationError) -> Duration {
    try PlanNotation.readTime(withMinutes(text))
  }

  /// Reads a time, a distance or a pace in the notation, or a time such as `4h30`.
  static func readValue(_ text: String) throws(NotationError) -> StandaloneValue {
    try PlanNotation.readValue(withMinutes(text))
  }

  /// The time that a text without a unit means for a run over a distance, such as 4:00:00 for `4` over a marathon; nil if
  /// no time is plausible.
  static func time(_ text: String, over distance: Distance) -> String? {
    guard text.allSatisfy({ "0"..."9" ~= $0 || $0 == ":" }) else { return nil }
    return (text.contains(":") ? [text, "\(text):00"] : ["\(text):00", "\(text):00:00"]).first { text in
      guard let time = try? PlanNotation.readTime(text) else { return false }
      return distance.metres / time.inSeconds >= slowestRun
        && WorldRecord.beaten(byMetres: distance.metres, in: time) == nil
    }
  }

  /// The speed of the slowest plausible run, in metres per second: 20:00/km.
  private static let slowestRun = 1000.0 / 1200

  /// Completes `4h30` to `4h30m`; other texts are unchanged.
  private static func withMinutes(_ text: String) -> String {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "h" || $0 == "H" }
    guard parts.count == 2, !parts[0].isEmpty, parts[1].count == 2, parts[1] < "60",
      parts.allSatisfy({ $0.allSatisfy { "0"..."9" ~= $0 } })
    else { return text }
    return text + "m"
  }
}

extension RunValues {
  /// The run that is calculated from two of the three values; nil unless exactly two values are given.
  var solved: SolvedRun? {
    switch (distance, time, pace) {
    case (let distance?, let time?, nil): .pace(metres: distance.metres, time: time)
    case (let distance?, nil, let pace?): .time(metres: distance.metres, metresPerSecond: pace.metresPerSecond)
    case (nil, let time?, let pace?): .distance(time: time, metresPerSecond: pace.metresPerSecond)
    default: nil
    }
  }

  /// The comparison of the three values; nil unless all three values are given.
  var check: RunCheck? {
    guard let distance, let time, let pace else { return nil }
    return RunCheck(time: time, metres: distance.metres, metresPerSecond: pace.metresPerSecond)
  }
}

extension TextStream {
  /// Prints a warning if a run is faster than the world record.
  ///
  /// `typed` is the time as the user typed it, or nil if no time was given.
  func warn(of run: SolvedRun, timeAs typed: String?) throws(OutputError) {
    guard let record = WorldRecord.beaten(byMetres: run.metres, in: run.time) else { return }
    try writeWarnings([record.warning])
    guard let typed, run.metres / (run.time * 60).inSeconds > HoursHint.minSpeed else { return }
    try writeHints([HoursHint.text(for: typed)].compactMap(\.self))
  }
}

/// A hint for a time in minutes that the user may have meant in hours.
enum HoursHint {
  /// The minimum speed for the hint, in metres per second: 30:00/km.
  ///
  /// The speed is calculated as if `2:30` meant hours and minutes. If the speed is below the minimum, the user cannot
  /// have meant hours, so the hint is left out.
  static let minSpeed = 1000.0 / 1800

  /// Returns the hint for a time with two fields, such as `2:30`; nil for any other time.
  static func text(for text: String) -> String? {
    guard text.count(where: { $0 == ":" }) == 1 else { return nil }
    return "\(text) is minutes and seconds; write \(text):00 for hours and minutes"
  }
}

extension ClockTime {
  /// Reads a time of day, with or without seconds; nil for any other text.
  init?(_ text: String) {
    let colons = text.count { $0 == ":" }
    guard colons > 0, text.allSatisfy({ $0 == ":" || ("0"..."9").contains($0) }),
      let time = try? readDuration(colons == 1 ? text + ":00" : text), time < .seconds(24 * 3600)
    else { return nil }
    self.init(secondsAfterMidnight: time.rounded(to: .seconds(1)))
  }
}
