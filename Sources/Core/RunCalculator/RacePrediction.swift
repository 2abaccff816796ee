package import WorkoutModel

/// Predicted pace and time of a race, with a run/walk ratio.
package struct RacePrediction: Equatable, Sendable {
  package let race: Race
  /// Predicted pace as the time per mile.
  package let perMile: Duration

  package var metresPerSecond: Double { Pace.time(perMile, per: .miles).metresPerSecond }

  package var time: Duration {
    SolvedRun.time(metres: race.distance.metres, metresPerSecond: metresPerSecond).time
  }

  package var ratio: RunWalkRatio { RunWalkRatio(forMileIn: perMile) }
}

/// Race distance with a prediction.
package enum Race: CaseIterable, Sendable {
  case fiveKilometres
  case tenKilometres
  case tenMiles
  case halfMarathon
  case marathon

  package var distance: Distance {
    switch self {
    case .fiveKilometres: .kilometres(5)
    case .tenKilometres: .kilometres(10)
    case .tenMiles: .miles(10)
    case .halfMarathon: .halfMarathon
    case .marathon: .marathon
    }
  }
}

/// Time of a mile run at full effort, from which race paces are predicted.
///
/// The factors are from Jeff Galloway's page on the magic mile at jeffgalloway.com: for 5 km the time plus 33 s a mile,
/// for 10 km 1.15 times the time, for 10 miles 1.175, for a half marathon 1.2 and for a marathon 1.3 times. For
/// example, a mile in 9:00 predicts 9:33/mi over 5 km and 11:42/mi over a marathon.
package struct TimedMile: Equatable, Sendable {
  package let time: Duration

  /// Range of times for which all predictions are within the limits of paces.
  package static let limits = Duration.seconds(60) ... .seconds(2768)

  /// Requires a time within `limits`.
  package init(time: Duration) {
    self.time = time
  }

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

/// Durations of the alternating runs and walks.
package struct RunWalkRatio: Equatable, Sendable {
  package let run: Duration
  package let walk: Duration

  /// Looks up the ratio for an average pace, given as the time per mile and rounded to the nearest second.
  ///
  /// The table is Jeff Galloway's, from jeffgalloway.com. A row applies from its own pace to that of the next row: 9:15
  /// a mile has runs of two minutes, 10:45 runs of one minute. A pace faster than 7:00 has the first row, and one
  /// slower than 20:00 the last.
  package init(forMileIn time: Duration) {
    let seconds = time.rounded(to: .seconds(1))
    let row = Self.rows.last(where: { $0.mile <= seconds }) ?? Self.rows[0]
    run = .seconds(row.run)
    walk = .seconds(30)
  }

  /// Seconds per mile and seconds of a run, fastest first.
  private static let rows: [(mile: Int, run: Int)] = [
    (420, 360), (450, 300), (480, 240), (510, 180), (540, 120), (570, 90), (645, 60), (735, 30), (870, 15),
    (945, 10), (1020, 8), (1110, 5),
  ]
}
