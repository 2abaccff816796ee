import Text
import WorkoutModel

/// Between which speeds a file asks for, in metres a second; both may be the same.
struct SpeedRange: Equatable {
  let slow: Double
  let fast: Double
  /// How far a speed may be from what was meant, as it is rounded in the file.
  let precision: Double

  /// How far a pace may be missed on either side before a watch complains: 3 %.
  private static let tolerance = 0.03

  /// The range of two speeds, in any order.
  init(_ one: Double, _ other: Double, precision: Double) {
    (slow, fast) = (min(one, other), max(one, other))
    self.precision = precision
  }

  /// The range that a pace is held to.
  init(around pace: Pace) {
    let speed = pace.metresPerSecond
    self.init(speed * (1 - Self.tolerance), speed * (1 + Self.tolerance), precision: 0)
  }

  /// The pace near the middle, in whole seconds where one is near; nil where no plan may have it.
  ///
  /// - Parameters:
  ///   - unit: what it is for one of.
  ///   - isSpeed: whether a speed is preferred.
  ///   - report: where a range is noted whose middle alone is kept; not one that is only what a pace is held to.
  /// - Returns: the pace.
  func pace(per unit: DistanceUnit, isSpeed: Bool = false, report: inout LossReport) -> Pace? {
    // A range of paces has its middle somewhere within, one pace only where its rounding leaves room.
    let isRange = fast - slow > 2 * precision && !isTolerance
    let middle = (slow + fast) / 2
    let near = isRange ? slow...fast : middle - precision...middle + precision
    guard let pace = Pace(within: near, per: unit, isSpeed: isSpeed) else { return nil }
    if isRange {
      report.note(
        .range(from: pace.alike(fast, within: precision), to: pace.alike(slow, within: precision), became: pace))
    }
    return pace
  }

  /// Whether it is what a pace is held to.
  private var isTolerance: Bool {
    let middle = (slow + fast) / 2
    return abs(fast - middle * (1 + Self.tolerance)) <= 2 * precision + middle * 1e-6
  }

  /// In words: `2.5-3 m/s`.
  var words: String {
    let ends = [slow, fast].map { shortestText(($0 * 1000).rounded() / 1000) }
    return ends[0] == ends[1] ? "\(ends[0]) m/s" : "\(ends.joined(separator: "-")) m/s"
  }
}

extension Pace {
  /// A speed in the unit of this pace: in whole seconds if that is within a precision, else in tenths of one; or in
  /// hundredths of a speed.
  fileprivate func alike(_ speed: Double, within precision: Double) -> Pace {
    switch self {
    case .time(_, let unit):
      let time = Duration.seconds(unit.metres / speed)
      let whole = Pace.time(.seconds(time.rounded(to: .seconds(1))), per: unit)
      if abs(whole.metresPerSecond - speed) <= precision { return whole }
      return .time(.milliseconds(100) * time.rounded(to: .milliseconds(100)), per: unit)
    case .speed(_, let unit):
      return .speed((speed / Pace.speed(1, unit).metresPerSecond * 100).rounded() / 100, unit)
    }
  }
}
