package import WorkoutModel

/// How often a set of steps is done to reach a goal, counted in three ways.
///
/// 30 s at 11:30/mi and 40 s at 16:30/mi over 5 km: the goal is crossed at 43:12.2, after 37 whole sets and a piece; 38
/// whole sets take 44:20; at the set's average pace of 13:54.5/mi it is 43:12.7.
package struct Repetitions: Equatable, Sendable {
  /// What one set amounts to.
  package let oneSet: Totals
  /// The sets done whole before the goal is crossed.
  package let setsBeforeCrossing: Int
  /// All up to the exact crossing, in the middle of an interval if that is where it falls.
  package let crossing: Totals
  /// The whole sets that it takes to reach the goal or go beyond.
  package let wholeSets: Int

  /// What reaching is about.
  package enum Goal: Hashable, Sendable {
    case time(Duration)
    case distance(Distance)
  }

  /// Repeats steps, whose intervals have their paces, up to a goal.
  ///
  /// - Throws: as a timeline does for steps in an `until`, such as an open interval, or one without a pace where the
  ///   goal is a distance; with the step's path in a plan of `steps` alone.
  package init(of steps: [Step], to goal: Goal) throws(TimelineError) {
    let extent: Repeat.Extent =
      switch goal {
      case .time(let time): .untilTime(time)
      case .distance(let distance): .untilDistance(distance)
      }
    do {
      let timeline = try Timeline(Plan([.repeat(Repeat(extent, steps))]))
      guard let (oneRound, whole, hasPartialRound) = timeline.firstRepeat else {
        preconditionFailure("an until is a repeat with an end")
      }
      oneSet = oneRound
      crossing = timeline.totals
      wholeSets = hasPartialRound ? whole + 1 : whole
      // Rounding in binary fractions can cut the last set of a goal of N sets just before its end.
      let left = ((oneSet * wholeSets).duration ?? .zero) - (crossing.duration ?? .zero)
      setsBeforeCrossing = left < PlanLimits.minPiece ? wholeSets : whole
      self.goal = goal
    } catch {
      throw TimelineError(reason: error.reason, step: [Int](error.step.dropFirst()))
    }
  }

  private let goal: Goal

  /// What the whole sets amount to, which is the goal or more.
  package var whole: Totals { oneSet * wholeSets }

  /// The goal at the set's average pace: how many sets that is, and what it amounts to; nil where the pace is unknown.
  package var average: (sets: Double, totals: Totals)? {
    guard let setTime = oneSet.duration?.inSeconds, let setMetres = oneSet.metres,
      let speed = oneSet.averageMetresPerSecond
    else { return nil }
    switch goal {
    case .time(let time):
      return (time.inSeconds / setTime, Totals(duration: time, metres: speed * time.inSeconds))
    case .distance(let distance):
      let metres = distance.metres
      return (metres / setMetres, Totals(duration: .seconds(metres / speed), metres: metres))
    }
  }
}
