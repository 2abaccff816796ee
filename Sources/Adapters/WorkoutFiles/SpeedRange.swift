import Text
import WorkoutModel

/// The range of target speeds of a step, in metres per second; both ends can be equal.
struct SpeedRange: Equatable {
  let slow: Double
  let fast: Double
  /// Maximum rounding error of the speeds in the file.
  let precision: Double

  /// Relative tolerance on each side of a pace: 3 %.
  ///
  /// At a greater deviation, a watch warns the runner.
  private static let tolerance = 0.03

  /// Makes the range between two speeds, in any order.
  init(_ one: Double, _ other: Double, precision: Double) {
    (slow, fast) = (min(one, other), max(one, other))
    self.precision = precision
  }

  /// Makes the range from the lower to the upper tolerance limit of a pace.
  init(around pace: Pace) {
    let speed = pace.metresPerSecond
    self.init(speed * (1 - Self.tolerance), speed * (1 + Self.tolerance), precision: 0)
  }

  /// Middle of the range in metres per second: the speed whose pace is the mean of the paces of both ends.
  ///
  /// Runners think in paces, and write ranges in paces: the middle of 5:30/km to 6:30/km is 6:00/km, and an interval by
  /// distance then takes the mean of the two times. The mean of the paces is the harmonic mean of the speeds. It does
  /// not depend on the unit, so all formats have the same middle. The mean of the two speeds would be 5:57.5/km.
  ///
  /// The tolerance around a pace is symmetric in speed instead, so its middle is the mean of the two speeds.
  var middle: Double {
    if isTolerance { return meanSpeed }
    return slow > 0 ? 2 * slow * fast / (slow + fast) : 0
  }

  private var meanSpeed: Double { (slow + fast) / 2 }

  /// Finds a round pace near the middle of the range.
  ///
  /// - Parameters:
  ///   - unit: Unit of the pace.
  ///   - isSpeed: Whether to prefer a speed such as `12kph`.
  ///   - report: Receives a loss if a pace replaces the range. The mere tolerance around a pace is not a loss.
  /// - Returns: The pace; nil if the pace is outside the limits of plans.
  func pace(per unit: DistanceUnit, isSpeed: Bool = false, report: inout LossReport) -> Pace? {
    // For a range, the result may be any pace in the range. For a single speed, the result may differ from the speed
    // only by the rounding error.
    let isRange = fast - slow > 2 * precision && !isTolerance
    let near = isRange ? slow...fast : middle - precision...middle + precision
    guard let pace = Pace(near: middle, within: near, per: unit, isSpeed: isSpeed) else { return nil }
    if isRange {
      report.add(
        .range(
          from: pace.converted(fast, precision: precision), to: pace.converted(slow, precision: precision),
          became: pace))
    }
    return pace
  }

  /// Whether the range is the tolerance around a pace.
  private var isTolerance: Bool {
    abs(fast - meanSpeed * (1 + Self.tolerance)) <= 2 * precision + meanSpeed * 1e-6
  }

  /// The range as text, such as `2.5-3 m/s`.
  var words: String {
    let ends = [slow, fast].map { shortestText(($0 * 1000).rounded() / 1000) }
    return ends[0] == ends[1] ? "\(ends[0]) m/s" : "\(ends.joined(separator: "-")) m/s"
  }
}

extension Pace {
  /// Finds the roundest pace near a speed and within a range; nil if the pace is outside the limits of plans.
  ///
  /// The order of preference is: whole seconds in the unit, whole seconds in the other unit, tenths of km/h or mph.
  /// If none of these is within the range, the pace is rounded to tenths of a second.
  ///
  /// With `isSpeed`, the order is: tenths of km/h or mph, hundredths of m/s, hundredths of km/h or mph, whole seconds.
  /// If none of these is within the range, the speed is rounded to six decimals of m/s.
  ///
  /// Both ends of the range have a relative tolerance of one ten-millionth.
  ///
  /// - Parameters:
  ///   - middle: Speed in metres per second.
  ///   - speeds: Range in metres per second.
  ///   - unit: Preferred unit of the pace.
  ///   - isSpeed: Whether to prefer a speed.
  fileprivate init?(
    near middle: Double, within speeds: ClosedRange<Double>, per unit: DistanceUnit, isSpeed: Bool
  ) {
    guard Pace.speed(middle, .metresPerSecond).isWithinLimits else { return nil }
    func pace(per unit: DistanceUnit, to step: Duration) -> Pace {
      .time(step * Self.time(at: middle, per: unit).rounded(to: step), per: unit)
    }
    func roundedSpeeds(stepsPerUnit: Double) -> [Pace] {
      [SpeedUnit.kilometresPerHour, .milesPerHour].map { unit in
        .speed((middle / Pace.speed(1, unit).metresPerSecond * stepsPerUnit).rounded() / stepsPerUnit, unit)
      }
    }
    let paces = [unit, unit.other].map { pace(per: $0, to: .seconds(1)) }
    let metres = Pace.speed((middle * 100).rounded() / 100, .metresPerSecond)
    let tenths = roundedSpeeds(stepsPerUnit: 10)
    let candidates = isSpeed ? tenths + [metres] + roundedSpeeds(stepsPerUnit: 100) + paces : paces + tenths
    let near = speeds.lowerBound * (1 - 1e-7)...speeds.upperBound * (1 + 1e-7)
    self =
      candidates.first { near.contains($0.metresPerSecond) && $0.isWithinLimits }
      ?? (isSpeed ? .speed((middle * 1e6).rounded() / 1e6, .metresPerSecond) : pace(per: unit, to: .milliseconds(100)))
    guard isWithinLimits else { return nil }
  }

  /// Makes the middle of the range between two paces, rounded to whole seconds in the unit of the first pace.
  init(middleOf one: Pace, _ other: Pace) {
    let unit = one.unit?.distance ?? .kilometres
    let middle = SpeedRange(one.metresPerSecond, other.metresPerSecond, precision: 0).middle
    self = .time(.seconds(Self.time(at: middle, per: unit).rounded(to: .seconds(1))), per: unit)
  }

  /// Time for a mile or a kilometre, rounded to milliseconds, so that half a second is always rounded up.
  private static func time(at speed: Double, per unit: DistanceUnit) -> Duration {
    .milliseconds((unit.metres / speed * 1000).rounded())
  }

  /// Converts a speed to the unit of this pace.
  ///
  /// If this pace is a time for a mile or a kilometre, the result is rounded to whole seconds. If the rounding error
  /// would exceed `precision`, the result is rounded to tenths of a second instead.
  ///
  /// If this pace is a speed, the result is rounded to hundredths.
  fileprivate func converted(_ speed: Double, precision: Double) -> Pace {
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

extension Distance {
  /// Makes a distance from a length in centimetres, in the unit that results in the roundest number.
  ///
  /// The order of preference is: half marathon or marathon, kilometres, hundredths of a mile, metres. Kilometres are
  /// only used if the length is at least 1 km and a multiple of 10 m. Whole metres below 1 km are always in metres.
  init(centimetres: Int) {
    let metres = Double(centimetres) / 100
    let hundredths = (metres / DistanceUnit.miles.metres * 100).rounded()
    if let race = [Distance.halfMarathon, .marathon].first(where: { $0.metres == metres }) {
      self = race
    } else if centimetres % 1000 == 0, metres >= 1000 {
      self = .kilometres(metres / 1000)
    } else if centimetres % 100 != 0 || metres > 1000,
      Int((hundredths / 100 * DistanceUnit.miles.metres * 100).rounded()) == centimetres
    {
      self = .miles(hundredths / 100)
    } else {
      self = .metres(metres)
    }
  }

  /// The distance in centimetres, rounded.
  var inCentimetres: Int { Int((metres * 100).rounded()) }
}
