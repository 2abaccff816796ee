import WorkoutModel

/// A mile run against the clock, from which the paces of races are predicted.
///
/// The factors are Jeff Galloway's, of the page on the magic mile at jeffgalloway.com: a 5K at 33 s a mile more than
/// the timed mile, a 10K at 1.15 times its pace, 10 miles at 1.175, a half marathon at 1.2 and a marathon at 1.3. A
/// mile in 9:00 makes 9:33/mi over 5 km, and 11:42/mi over the marathon.
package struct TimedMile: Equatable, Sendable {
  package let time: Duration

  /// The times from which no prediction is slower than paces may be.
  package static let limits = Duration.seconds(60) ... .seconds(2768)

  /// Takes a time within `limits`.
  package init(time: Duration) {
    self.time = time
  }

  /// What a race is predicted to be.
  package func prediction(for race: Race) -> RacePrediction {
    RacePrediction(race: race, perMile: timePerMile(in: race))
  }

  private func timePerMile(in race: Race) -> Duration {
    switch race {
    case .fiveKilometres: time + .seconds(33)
    case .tenKilometres: time * 1150 / 1000
    case .tenMiles: time * 1175 / 1000
    case .halfMarathon: time * 1200 / 1000
    case .marathon: time * 1300 / 1000
    }
  }
}

/// The pace and the time of a race, and the run/walk ratio for it.
package struct RacePrediction: Equatable, Sendable {
  package let race: Race
  /// The pace, as the time a mile takes.
  package let perMile: Duration

  package var metresPerSecond: Double { Pace.time(perMile, per: .miles).metresPerSecond }

  package var time: Duration {
    SolvedRun.time(metres: race.distance.metres, metresPerSecond: metresPerSecond).time
  }

  package var ratio: RunWalkRatio { RunWalkRatio(forMileIn: perMile) }
}
