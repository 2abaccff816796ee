import WorkoutModel

/// How high the intervals of a plan are drawn, above 0 and at most 1.
struct PaceHeights: Equatable {
  /// In metres a second; nil where no interval has a pace.
  let fastest: Double?
  /// Whether there is anything that what is slow is to be told apart from.
  private let isMixed: Bool

  init(_ plan: Plan) {
    let intervals = plan.intervals
    fastest = intervals.compactMap(\.pace?.metresPerSecond).max()
    isMixed = intervals.contains { $0.kind.effort != .slow }
  }

  /// The pace as a part of the fastest, or without paces how hard the kind is.
  func height(of interval: ScheduledInterval) -> Double {
    let effort = interval.kind.effort
    guard let fastest, let pace = interval.interval.pace else { return Self.height(of: effort) }
    // What is no running stays below it, so that they are told apart without colours.
    return min(pace.metresPerSecond / fastest, effort == .slow && isMixed ? Self.highestSlow : 1)
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
