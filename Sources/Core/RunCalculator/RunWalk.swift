package import WorkoutModel

/// A run and a walk in turn, the run first, until a distance is covered.
package struct RunWalk: Hashable, Sendable {
  package var distance: Distance
  package var run: Part
  package var walk: Part

  /// One of the two.
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

  /// The plan of it: `until 5km (30s run @10:00/mi, 30s walk @16:30/mi)`.
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
