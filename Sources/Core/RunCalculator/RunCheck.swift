package import WorkoutModel

/// Time, distance and pace of a run, all three given, each beside what the other two make of it.
package struct RunCheck: Equatable, Sendable {
  package let time: Duration
  package let metres: Double
  package let metresPerSecond: Double

  /// Takes values above zero.
  package init(time: Duration, metres: Double, metresPerSecond: Double) {
    self.time = time
    self.metres = metres
    self.metresPerSecond = metresPerSecond
  }

  /// The time that distance and pace make.
  package var workedOutTime: Duration {
    SolvedRun.time(metres: metres, metresPerSecond: metresPerSecond).time
  }

  /// The metres that time and pace make.
  package var workedOutMetres: Double {
    SolvedRun.distance(time: time, metresPerSecond: metresPerSecond).metres
  }

  /// The metres per second that distance and time make.
  package var workedOutMetresPerSecond: Double { SolvedRun.pace(metres: metres, time: time).metresPerSecond }

  /// Whether they are the figures of one run: one of them, worked out from the other two, shows as it was given.
  ///
  /// That is what rounded figures can be held to: a marathon of 26.2 mi in 5:45:00 is run at 13:10/mi, though 26.2 mi
  /// at 13:10/mi take 2 s less.
  package func isConsistent(in units: DisplayUnits) -> Bool {
    workedOutTime.clockText() == time.clockText()
      || units.distance.text(metres: workedOutMetres) == units.distance.text(metres: metres)
      || units.pace.text(metresPerSecond: workedOutMetresPerSecond) == units.pace.text(metresPerSecond: metresPerSecond)
  }
}
