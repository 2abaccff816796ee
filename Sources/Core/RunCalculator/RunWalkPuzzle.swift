package import WorkoutModel

/// Known quantities of alternating runs and walks over a distance, from which the missing quantity is calculated.
///
/// Let T be the finish time, r and w the times of one run and one walk, and v and u their speeds. Let R and W be the
/// total times of running and walking. Then R + W = T, and the distance is D = vR + uW. R and W follow from T, r and w,
/// so each unknown has a solution in closed form.
package struct RunWalkPuzzle: Equatable, Sendable {
  package var distance: Distance?
  package var finish: Duration?
  package var runTime: Duration?
  package var runPace: Pace?
  package var walkTime: Duration?
  package var walkPace: Pace?

  package init(
    distance: Distance? = nil, finish: Duration? = nil, runTime: Duration? = nil, runPace: Pace? = nil,
    walkTime: Duration? = nil, walkPace: Pace? = nil
  ) {
    self.distance = distance
    self.finish = finish
    self.runTime = runTime
    self.runPace = runPace
    self.walkTime = walkTime
    self.walkPace = walkPace
  }

  package enum Quantity: String, CaseIterable, Sendable {
    case distance
    /// Time for the whole distance.
    case finish = "time"
    case runTime
    case runPace
    case walkTime
    case walkPace
  }

  /// The quantities that are missing.
  package var unknowns: [Quantity] {
    let isMissing: [(Quantity, Bool)] = [
      (.distance, distance == nil), (.finish, finish == nil), (.runTime, runTime == nil), (.runPace, runPace == nil),
      (.walkTime, walkTime == nil), (.walkPace, walkPace == nil),
    ]
    return isMissing.filter(\.1).map(\.0)
  }
}

/// Alternating runs and walks, beginning with a run, until a distance is covered.
package struct RunWalk: Hashable, Sendable {
  package var distance: Distance
  package var run: Part
  package var walk: Part

  /// Time and pace of a run or a walk.
  package struct Part: Hashable, Sendable {
    package var time: Duration
    package var pace: Pace

    package init(time: Duration, pace: Pace) {
      self.time = time
      self.pace = pace
    }
  }

  package init(distance: Distance, run: Part, walk: Part) {
    self.distance = distance
    self.run = run
    self.walk = walk
  }

  /// A plan such as `until 5km (30s run @10:00/mi, 30s walk @16:30/mi)`.
  package var plan: Plan {
    Plan([
      .repeat(
        Repeat(
          .untilDistance(distance),
          [
            .interval(Interval(goal: .time(run.time), kind: .run, pace: run.pace)),
            .interval(Interval(goal: .time(walk.time), kind: .walk, pace: walk.pace)),
          ]))
    ])
  }
}

/// Solution of a puzzle.
package struct RunWalkSolution: Equatable, Sendable {
  /// The quantity that was calculated.
  package let unknown: RunWalkPuzzle.Quantity
  package let runWalk: RunWalk
  /// Timeline of the plan, whose totals `intervalctl show` prints.
  package let timeline: Timeline

  /// Time at which the distance is reached.
  ///
  /// A calculated time is rounded to a millisecond, so the finish may deviate slightly from the given finish.
  package var finish: Duration { timeline.totals.duration ?? .zero }
}

/// Reason why a puzzle has no solution.
package enum RunWalkError: Error, Equatable {
  /// The number of missing quantities is not exactly one.
  case notOneUnknown([RunWalkPuzzle.Quantity])
  /// No valid value leads to the given finish.
  ///
  /// `finish` is the closest possible finish, and `nearest` is the run and walk with this finish.
  case outOfReach(RunWalkPuzzle.Quantity, nearest: RunWalk, finish: Duration)
  /// All values of the quantity lead to the given finish.
  case undetermined(RunWalkPuzzle.Quantity)
  /// The calculated distance exceeds the limit of distances.
  case tooFar(metres: Double)
  /// The plan exceeds a limit of plans.
  case unusable(TimelineError.Reason)
}
