import Text
import WorkoutModel

/// The heights of a plan's intervals in a picture; each height is above 0 and at most 1.
struct PaceHeights: Equatable {
  /// The fastest pace, in metres per second; nil if no interval has a pace.
  let fastest: Double?

  init(_ plan: Plan) {
    fastest = plan.intervals.compactMap(\.pace?.metresPerSecond).max()
  }

  /// Returns the height of an interval, which is the pace as a fraction of the fastest pace.
  ///
  /// If the interval has no pace, the height depends on how strenuous this kind of interval is.
  func height(of interval: ScheduledInterval) -> Double {
    guard let fastest, let pace = interval.interval.pace else { return Self.height(of: interval.kind.effort) }
    return pace.metresPerSecond / fastest
  }

  /// Returns the height in a picture without colours, where slow kinds are at most `maxSlowHeight` high.
  static func withoutColours(_ height: Double, _ kind: Kind) -> Double {
    kind.effort == .slow ? min(height, maxSlowHeight) : height
  }

  private static func height(of effort: Kind.Effort) -> Double {
    switch effort {
    case .fast: 1
    case .neutral: 0.75
    case .slow: 0.4
    }
  }

  private static let maxSlowHeight = 0.8
}

/// The paces that label the heights of a picture.
enum PaceScale {
  struct Mark: Equatable {
    /// The height as a fraction of the fastest pace.
    let height: Double
    let text: String
  }

  /// Returns at most six round paces up to the fastest pace, the slowest first; `fastest` is in metres per second.
  static func marks(upTo fastest: Double, in unit: PaceUnit) -> [Mark] {
    switch unit {
    case .minutesPerMile, .minutesPerKilometre:
      (1...4).reduce(into: []) { marks, quarter in
        // Without the subtraction, a rounding error could raise an exact multiple of the step to the next multiple.
        let seconds = unit.distance.metres / (fastest * Double(quarter) / 4) - 1e-6
        let step = paceSteps.first { seconds <= $0.below }?.seconds ?? 600
        let speed = unit.distance.metres / ((seconds / step).rounded(.up) * step)
        guard speed / fastest > marks.last?.height ?? 0 else { return }
        marks.append(Mark(height: min(1, speed / fastest), text: unit.text(metresPerSecond: speed)))
      }
    case .milesPerHour, .kilometresPerHour:
      marks(atMost: fastest * 3600 / unit.distance.metres + 1e-6).map { speed in
        Mark(
          height: min(1, speed * unit.distance.metres / 3600 / fastest), text: "\(shortestText(speed)) \(unit.rawValue)"
        )
      }
    }
  }

  /// Returns at most six multiples of a round step, up to the fastest speed.
  private static func marks(atMost fastest: Double) -> [Double] {
    let tenths = [2, 5, 10, 20, 50, 100].first { fastest / Double($0) * 10 < 7 } ?? 200
    return (1...6).map { Double($0 * tenths) / 10 }.filter { $0 <= fastest }
  }

  /// The rounding of paces: a pace of at most `below` seconds is rounded to a multiple of `seconds`.
  ///
  /// The paces are in seconds per mile or per kilometre.
  private static let paceSteps: [(below: Double, seconds: Double)] = [(360, 15), (720, 30), (1200, 60), (3600, 300)]
}

/// The times that label an axis.
enum TimeAxis {
  /// Returns at most `maxCount` round times from 0:00, and the end of the known times.
  ///
  /// The known times end at the first open interval or, if no interval is open, with the workout. If the picture leaves
  /// out intervals before this end, the end is not returned. A round time is left out if `isApart` returns false for
  /// this time and the end.
  static func marks(of profile: Profile, maxCount: Int, isApart: (Duration, Duration) -> Bool) -> [Duration] {
    let end = profile.firstOpen ?? profile.span
    let step = steps.first { profile.span / $0 <= Double(max(maxCount, 1)) } ?? steps[steps.count - 1]
    var marks: [Duration] = [.zero]
    while let last = marks.last, last + step < end { marks.append(last + step) }
    guard profile.isWhole || profile.firstOpen != nil, end > .zero else { return marks }
    return marks.filter { $0 == .zero || isApart($0, end) } + (isApart(.zero, end) ? [end] : [])
  }

  private static let steps: [Duration] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
  ].map(Duration.seconds)
}
