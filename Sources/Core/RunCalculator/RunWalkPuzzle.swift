package import WorkoutModel

/// What is known of a run and a walk in turn until a distance, and what is to be worked out.
///
/// With T the finish, r and w the times of run and walk, v and u their paces in metres a second, and R and W what of T
/// falls to each, whole sets and the begun one, there is one equation for the distance D = vR + uW, in which R + W = T.
/// Each unknown is had from it in closed form; R and W follow from T, r and w alone.
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

  /// One of the six quantities.
  package enum Quantity: String, CaseIterable, Sendable {
    case distance
    /// The time for the whole distance.
    case finish = "time"
    case runTime
    case runPace
    case walkTime
    case walkPace
  }

  /// The quantities that are not given.
  package var unknowns: [Quantity] {
    let isMissing: [(Quantity, Bool)] = [
      (.distance, distance == nil), (.finish, finish == nil), (.runTime, runTime == nil), (.runPace, runPace == nil),
      (.walkTime, walkTime == nil), (.walkPace, walkPace == nil),
    ]
    return isMissing.filter(\.1).map(\.0)
  }
}

/// A puzzle with its one unknown worked out.
package struct RunWalkSolution: Equatable, Sendable {
  package let unknown: RunWalkPuzzle.Quantity
  package let runWalk: RunWalk
  /// The plan read as time: what it amounts to is what `show` says of it.
  package let timeline: Timeline

  /// When the distance is reached.
  ///
  /// Where a time was worked out it stands in the plan to the millisecond, so that this can be some milliseconds from
  /// the finish that was asked for; otherwise it is that finish.
  package var finish: Duration { timeline.totals.duration ?? .zero }
}

/// Why a puzzle has no answer.
package enum RunWalkError: Error, Equatable {
  /// Exactly one of the quantities is to be left out.
  case notOneUnknown([RunWalkPuzzle.Quantity])
  /// Whatever the unknown is, the finish is another; with the nearest one that there is, and what the unknown is then.
  case outOfReach(RunWalkPuzzle.Quantity, nearest: RunWalk, finish: Duration)
  /// Whatever the unknown is, the finish is the one asked for.
  case undetermined(RunWalkPuzzle.Quantity)
  /// The distance comes out beyond the limit of distances.
  case tooFar(metres: Double)
  /// The plan breaks a limit of plans.
  case unusable(TimelineError.Reason)
}
