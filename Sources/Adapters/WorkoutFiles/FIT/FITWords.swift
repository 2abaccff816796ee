import Text
import WorkoutModel

/// Texts for FIT values that plans do not support.
///
/// Numbers from the FIT profile are converted to names and units.
///
/// Source: Garmin, "FIT SDK", profile, types `wkt_step_duration`, `wkt_step_target`, `workout_hr` and `workout_power`.
enum FITWords {
  /// Describes an end condition that a timer cannot detect, such as `until the heart rate is above 150 bpm`.
  static func end(type: Int, value: Int?) -> String {
    switch type {
    case 2, 10: "until the heart rate is below \(value.map(heartRate) ?? "some rate")"
    case 3, 11: "until the heart rate is above \(value.map(heartRate) ?? "some rate")"
    case 4, 9: "until \(value.map { "\($0) kcal" } ?? "some calories") are used"
    case 12...15, 17...26:
      "until the \(powerMeasure(ofEnd: type)) is \(isUpperEnd(type) ? "above" : "below") "
        + (value.map(power) ?? "some power")
    case 16, 27: "until the training stress score is \(value.map(String.init) ?? "unknown")"
    case 29: value.map { "\($0) repetitions" } ?? "repetitions"
    default: "until an unknown condition (\(type))"
    }
  }

  /// The measured power of an end condition, such as `3 s power`.
  private static func powerMeasure(ofEnd type: Int) -> String {
    switch type {
    case 17, 25, 26: "lap power"
    case 18: "maximum lap power"
    case 19, 22: "3 s power"
    case 20, 23: "10 s power"
    case 21, 24: "30 s power"
    default: "power"
    }
  }

  /// Whether an end condition is a power above a value, instead of below a value.
  private static func isUpperEnd(_ type: Int) -> Bool { [13, 15, 22, 23, 24, 26].contains(type) }

  static func end(_ ending: FITStep.Ending) -> String {
    if case .other(let type, let value) = ending { end(type: type, value: value) } else { "" }
  }

  /// Describes a target, such as `heart rate 140-150 bpm`, `power zone 3` or `2.5-3 m/s`; nil for `none`.
  static func target(_ target: FITStep.Target) -> String? {
    switch target {
    case .none: nil
    case .speed(let low, let high): SpeedRange(Double(low) / 1000, Double(high) / 1000, precision: 0).words
    case .other(let type, let zone, let low, let high): Self.target(type: type, zone: zone, low: low, high: high)
    }
  }

  private static func target(type: Int, zone: Int?, low: Int?, high: Int?) -> String {
    let (name, value): (String, (Int) -> String) =
      switch type {
      case 0: ("speed", metresPerSecond)
      case 1: ("heart rate", heartRate)
      case 3: ("cadence", { "\($0) per minute" })
      case 4: ("power", power)
      case 5: ("grade", String.init)
      case 6: ("resistance", String.init)
      case 7: ("3 s power", power)
      case 8: ("10 s power", power)
      case 9: ("30 s power", power)
      case 10: ("lap power", power)
      case 11: ("swim stroke", FITProfile.swimStroke)
      case 12: ("lap speed", metresPerSecond)
      case 13: ("lap heart rate", heartRate)
      default: ("unknown target (\(type))", String.init)
      }
    if let zone, type == 11 { return "\(name) \(value(zone))" }
    if let zone { return "\(name) zone \(zone)" }
    switch (low, high) {
    case (let low?, let high?): return "\(name) \(range(value(low), value(high)))"
    case (let low?, nil): return "\(name) of at least \(value(low))"
    case (nil, let high?): return "\(name) of at most \(value(high))"
    case (nil, nil): return name
    }
  }

  /// Describes a file type, such as `a course`.
  static func file(_ type: Int) -> String {
    switch type {
    case 1, 2: "the settings of a device"
    case 3: "the settings of a sport"
    case 6: "a course"
    case 7: "a schedule"
    case 10, 11: "a summary of past activities"
    case 34, 35: "a segment"
    default: "a file of type \(type)"
    }
  }

  /// Describes a sport; nil for running, walking, training and the generic sport.
  static func sport(_ number: Int) -> String? {
    [0, 1, 10, FITWorkout.walking].contains(number)
      ? nil : FITProfile.sport(number) ?? "another sport (\(number))"
  }

  /// Joins two values to a range; if both values have the same unit, omits the first unit: `140-150 bpm`.
  private static func range(_ low: String, _ high: String) -> String {
    guard low != high else { return low }
    let (first, second) = (low.split(separator: " ", maxSplits: 1), high.split(separator: " ", maxSplits: 1))
    return first.last == second.last ? "\(first[0])-\(high)" : "\(low) to \(high)"
  }

  private static func metresPerSecond(_ value: Int) -> String { "\(shortestText(Double(value) / 1000)) m/s" }

  /// Describes a heart rate.
  ///
  /// Values up to 100 are percentages of the maximum. A larger value is the number of beats per minute plus 100.
  private static func heartRate(_ value: Int) -> String {
    value <= 100 ? "\(value) % of maximum" : "\(value - 100) bpm"
  }

  /// Describes a power.
  ///
  /// Values up to 1000 are percentages of the threshold power. A larger value is the number of watts plus 1000.
  private static func power(_ value: Int) -> String {
    value <= 1000 ? "\(value) % of FTP" : "\(value - 1000) W"
  }
}
