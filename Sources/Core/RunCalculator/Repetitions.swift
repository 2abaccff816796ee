package import WorkoutModel

/// Number of times to repeat a set of steps until a goal is reached, calculated in three ways.
///
/// For example, a set is 30 s at 11:30/mi and 40 s at 16:30/mi, and the goal is 5 km. The runner reaches 5 km in set
/// 38, at 43:12.2. All 38 sets take 44:20. At the average pace of a set, 13:54.5/mi, 5 km take 43:12.7.
package struct Repetitions: Equatable, Sendable {
  /// Totals of one set.
  package let oneSet: Totals
  /// Number of whole sets before the goal is reached.
  package let setsBeforeCrossing: Int
  /// Totals at the moment when the goal is reached, possibly in the middle of an interval.
  package let crossing: Totals
  /// Minimum number of whole sets that reach or exceed the goal.
  package let wholeSets: Int

  package enum Goal: Hashable, Sendable {
    case time(Duration)
    case distance(Distance)
  }

  /// Repeats steps until a goal; the steps must already contain the paces of the settings.
  ///
  /// - Throws: an error if a step is invalid in an `until` repeat. An open interval is always invalid. An interval
  ///   without a pace is invalid if the goal is a distance. The path of the step in the error is relative to `steps`.
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
      // If N sets reach the goal exactly, rounding may place the goal slightly before the end of set N.
      let left = ((oneSet * wholeSets).duration ?? .zero) - (crossing.duration ?? .zero)
      setsBeforeCrossing = left < PlanLimits.minPiece ? wholeSets : whole
      self.goal = goal
    } catch {
      throw TimelineError(reason: error.reason, step: [Int](error.step.dropFirst()))
    }
  }

  private let goal: Goal

  /// Totals of `wholeSets` sets.
  package var whole: Totals { oneSet * wholeSets }

  /// Number of sets, and totals, for reaching the goal at the average pace of a set; nil if this pace is unknown.
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
