import WorkoutModel

/// How high the intervals of a plan are drawn, above 0 and at most 1.
struct PaceHeights: Equatable {
  /// In metres a second; nil where no interval has a pace.
  let fastest: Double?

  init(_ plan: Plan) {
    fastest = plan.intervals.compactMap(\.pace?.metresPerSecond).max()
  }

  /// The pace as a part of the fastest, or without one how hard the kind is.
  func height(of interval: ScheduledInterval) -> Double {
    guard let fastest, let pace = interval.interval.pace else { return Self.height(of: interval.kind.effort) }
    return pace.metresPerSecond / fastest
  }

  /// How high a kind is drawn beside others where no colours tell what is slow from the rest: below it.
  static func withoutColours(_ height: Double, _ kind: Kind) -> Double {
    kind.effort == .slow ? min(height, highestSlow) : height
  }

  private static func height(of effort: Kind.Effort) -> Double {
    switch effort {
    case .fast: 1
    case .neutral: 0.75
    case .slow: 0.4
    }
  }

  private static let highestSlow = 0.8
}
