package import WorkoutModel

/// Predicted pace and time of a race, with a run/walk ratio.
package struct RacePrediction: Equatable, Sendable {
  package let race: Race
  /// Predicted pace as the time per mile.
  package let perMile: Duration

  /// Whether the pace is from 1:00/mi to 59:59/mi.
  package var isWithinLimits: Bool { Pace.time(perMile, per: .miles).isWithinLimits }

  package var metresPerSecond: Double { Pace.time(perMile, per: .miles).metresPerSecond }

  package var time: Duration {
    SolvedRun.time(metres: race.distance.metres, metresPerSecond: metresPerSecond).time
  }

  package var ratio: RunWalkRatio { RunWalkRatio(forMileIn: perMile) }
}

/// Race whose pace can be predicted.
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

/// Time of one mile at full effort, from which race paces are predicted.
///
/// The formulas are from Jeff Galloway's page on the magic mile at jeffgalloway.com. For 5 km, the predicted time per
/// mile is the time of the mile plus 33 s. For longer races, the time of the mile is multiplied: by 1.15 for 10 km,
/// 1.175 for 10 miles, 1.2 for a half marathon and 1.3 for a marathon. For example, a mile in 9:00 predicts 9:33/mi
/// over 5 km and 11:42/mi over a marathon.
package struct TimedMile: Equatable, Sendable {
  package let time: Duration

  /// Range of times for which all predicted paces are valid.
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

  /// Looks up the ratio for an average pace, which is given as a time per mile.
  ///
  /// The time is rounded to the nearest second. The table is Jeff Galloway's, from jeffgalloway.com. A row applies from
  /// its pace up to the pace of the next row. For example, a run takes two minutes at 9:15 a mile, and one minute at
  /// 10:45. The first row also applies to all faster paces, and the last row to all slower paces.
  package init(forMileIn time: Duration) {
    let seconds = time.rounded(to: .seconds(1))
    let row = Self.rows.last(where: { $0.mile <= seconds }) ?? Self.rows[0]
    run = .seconds(row.run)
    walk = .seconds(30)
  }

  /// Paces in seconds per mile, each with the duration of a run in seconds; the fastest pace is first.
  private static let rows: [(mile: Int, run: Int)] = [
    (420, 360), (450, 300), (480, 240), (510, 180), (540, 120), (570, 90), (645, 60), (735, 30), (870, 15),
    (945, 10), (1020, 8), (1110, 5),
  ]
}

/// Men's world record in running.
///
/// The records are ratified by World Athletics (worldathletics.org, "World Records") as of the end of 2025: 100 m,
/// Usain Bolt, Berlin, 16 August 2009; 400 m, Wayde van Niekerk, Rio de Janeiro, 14 August 2016; 800 m, David Rudisha,
/// London, 9 August 2012; 1500 m, Hicham El Guerrouj, Rome, 14 July 1998; mile, Hicham El Guerrouj, Rome, 7 July 1999;
/// 5000 m, Joshua Cheptegei, Monaco, 14 August 2020; 10,000 m, Joshua Cheptegei, Valencia, 7 October 2020; half
/// marathon, Yomif Kejelcha, Valencia, 27 October 2024; marathon, Kelvin Kiptum, Chicago, 8 October 2023.
package struct WorldRecord: Equatable, Sendable {
  package let metres: Double
  package let time: Duration
  /// Distance in words: `10 km`, `a marathon`.
  package let event: String
  /// Time as World Athletics publishes it.
  package let mark: String
  package let holder: String
  package let year: Int

  package static let mile = Self(
    metres: 1609.344, time: .milliseconds(223_130), event: "a mile", mark: "3:43.13", holder: "Hicham El Guerrouj",
    year: 1999)

  /// Records from the shortest distance to the longest.
  private static let all = [
    Self(metres: 100, time: .milliseconds(9580), event: "100 m", mark: "9.58 s", holder: "Usain Bolt", year: 2009),
    Self(
      metres: 400, time: .milliseconds(43_030), event: "400 m", mark: "43.03 s", holder: "Wayde van Niekerk", year: 2016
    ),
    Self(
      metres: 800, time: .milliseconds(100_910), event: "800 m", mark: "1:40.91", holder: "David Rudisha", year: 2012),
    Self(
      metres: 1500, time: .seconds(206), event: "1500 m", mark: "3:26.00", holder: "Hicham El Guerrouj", year: 1998),
    mile,
    Self(
      metres: 5000, time: .milliseconds(755_360), event: "5 km", mark: "12:35.36", holder: "Joshua Cheptegei",
      year: 2020),
    Self(
      metres: 10_000, time: .seconds(1571), event: "10 km", mark: "26:11.00", holder: "Joshua Cheptegei", year: 2020),
    Self(
      metres: 21_097.5, time: .seconds(3450), event: "a half marathon", mark: "57:30", holder: "Yomif Kejelcha",
      year: 2024),
    Self(
      metres: 42_195, time: .seconds(7235), event: "a marathon", mark: "2:00:35", holder: "Kelvin Kiptum", year: 2023),
  ]

  /// The world record that a run beats in pace; nil if the run is not faster than the record.
  ///
  /// The run is compared with the record over the longest distance that is not longer than the run. A run of less than
  /// 100 m is compared with the record over 100 m.
  package static func beaten(byMetres metres: Double, in time: Duration) -> WorldRecord? {
    // The distance may be a fraction of a millimetre too short after conversion from another unit.
    let record = all.last { $0.metres <= metres + 0.001 } ?? all[0]
    return metres / time.inSeconds > record.metres / record.time.inSeconds * (1 + 1e-9) ? record : nil
  }
}
