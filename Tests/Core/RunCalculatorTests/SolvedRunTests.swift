import RealModule
import RunCalculator
import TestSupport
import Testing
import WorkoutModel

@Suite struct SolvedRunTests {
  /// The time is the distance divided by the speed; a mile is 1609.344 m, and a marathon is 42.195 km (26.2188 mi).
  @Test(arguments: [
    (Distance.miles(5), Pace.speed(5, .milesPerHour), "1:00:00"),
    // 26.2 × 600 s, and 26.2188 × 600 s.
    (.miles(26.2), .time(.seconds(600), per: .miles), "4:22:00"),
    (.marathon, .time(.seconds(600), per: .miles), "4:22:11"),
    (.miles(13.1), .time(.seconds(600), per: .miles), "2:11:00"),
    // 10 × 14:29 and 10 × 13:41.
    (.miles(10), .time(.seconds(869), per: .miles), "2:24:50"),
    (.miles(10), .time(.seconds(821), per: .miles), "2:16:50"),
    // 5000 m / (6.02 × 1609.344 m / 3600 s) = 1857.92 s.
    (.kilometres(5), .speed(6.02, .milesPerHour), "30:58"),
  ])
  func `a time is calculated from distance and pace`(distance: Distance, pace: Pace, time: String) {
    let run = SolvedRun.time(metres: distance.metres, metresPerSecond: pace.metresPerSecond)
    #expect(run.time.clockText() == time)
  }

  @Test(arguments: [
    // 3600 s / 5, and 20700 s / 26.2 = 790.08 s.
    (Distance.miles(5), Duration.seconds(3600), "12:00/mi", "5.00 mph"),
    (.miles(26.2), .seconds(20_700), "13:10/mi", "4.56 mph"),
    // 1200.5 s / 2 = 10:00.25, which is rounded down, and 1201 s / 2 = 10:00.5, which is rounded up.
    (.miles(2), .milliseconds(1_200_500), "10:00/mi", "6.00 mph"), (.miles(2), .seconds(1201), "10:01/mi", "6.00 mph"),
  ])
  func `a pace is calculated from distance and time`(distance: Distance, time: Duration, pace: String, speed: String) {
    let run = SolvedRun.pace(metres: distance.metres, time: time)
    #expect(PaceUnit.minutesPerMile.text(metresPerSecond: run.metresPerSecond) == pace)
    #expect(PaceUnit.milesPerHour.text(metresPerSecond: run.metresPerSecond) == speed)
  }

  @Test func `a distance is calculated from time and pace`() {
    // 30 s at 11:30/mi are 30/690 mi = 69.97 m.
    let run = SolvedRun.distance(
      time: .seconds(30), metresPerSecond: Pace.time(.seconds(690), per: .miles).metresPerSecond)
    #expect(DistanceUnit.miles.text(metres: run.metres) == "0.04 mi")
    #expect(DistanceUnit.kilometres.text(metres: run.metres) == "0.07 km")
  }

  @Test(arguments: seeds)
  func `a quantity that is calculated from the other two has its original value`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let (distance, pace) = (Distance.random(using: &generator), Pace.random(using: &generator))
    let time = SolvedRun.time(metres: distance.metres, metresPerSecond: pace.metresPerSecond).time
    let metres = SolvedRun.distance(time: time, metresPerSecond: pace.metresPerSecond).metres
    let speed = SolvedRun.pace(metres: distance.metres, time: time).metresPerSecond
    #expect(abs(metres / distance.metres - 1) < 1e-14)
    #expect(abs(speed / pace.metresPerSecond - 1) < 1e-14)
  }

  @Test func `rounded values of a run are consistent, and other values are not`() {
    let units = DisplayUnits(distance: .miles, pace: .minutesPerMile)
    func check(_ pace: Int) -> RunCheck {
      RunCheck(
        time: .seconds(20_700), metres: Distance.miles(26.2).metres,
        metresPerSecond: Pace.time(.seconds(pace), per: .miles).metresPerSecond)
    }
    // 26.2 mi at 13:10/mi take 5:44:58, but the pace of 26.2 mi in 5:45:00 is also shown as 13:10/mi.
    #expect(check(790).calculatedTime.clockText() == "5:44:58")
    #expect(check(790).isConsistent(in: units))
    #expect(!check(780).isConsistent(in: units))
    #expect(units.distance.text(metres: check(780).calculatedMetres) == "26.54 mi")
  }
}

/// Tests of predictions from a timed mile; the expected values are from the tables at jeffgalloway.com.
@Suite struct RacePredictionTests {
  @Test func `a mile in 9:00 predicts the paces of the table`() {
    // Times per mile: 540 s + 33 s, then 540 s × 1.15, 1.175, 1.2 and 1.3.
    let predictions = Race.allCases.map { TimedMile(time: .seconds(540)).prediction(for: $0) }
    #expect(
      predictions.map { $0.perMile.clockText(tenths: true) } == ["9:33.0", "10:21.0", "10:34.5", "10:48.0", "11:42.0"])
    // The distances are 3.10686, 6.21371, 10, 13.1094 and 26.2188 mi.
    #expect(predictions.map { $0.time.clockText() } == ["29:40", "1:04:19", "1:45:45", "2:21:35", "5:06:46"])
    #expect(predictions.map { $0.ratio.run } == [90, 90, 90, 60, 60].map { .seconds($0) })
  }

  @Test(arguments: [
    (300, 360), (419, 360), (420, 360), (449, 360), (450, 300), (480, 240), (510, 180), (540, 120), (555, 120),
    (570, 90),
    (644, 90), (645, 60), (734, 60), (735, 30), (869, 30), (870, 15), (945, 10), (1020, 8), (1109, 8), (1110, 5),
    (1200, 5), (1500, 5),
  ])
  func `each row of ratios applies from its own pace to the pace of the next row`(mile: Int, run: Int) {
    let ratio = RunWalkRatio(forMileIn: .seconds(mile))
    #expect(ratio.run == .seconds(run))
    #expect(ratio.walk == .seconds(30))
  }

  @Test func `a pace is rounded to the nearest second before the lookup`() {
    #expect(RunWalkRatio(forMileIn: .milliseconds(644_500)).run == .seconds(60))
    #expect(RunWalkRatio(forMileIn: .milliseconds(644_499)).run == .seconds(90))
  }

  @Test func `every prediction for a time within the limits is a valid pace of a plan`() {
    for time in [TimedMile.limits.lowerBound, TimedMile.limits.upperBound] {
      for race in Race.allCases {
        #expect(Pace.time(TimedMile(time: time).prediction(for: race).perMile, per: .miles).isWithinLimits)
      }
    }
  }
}

@Suite struct WorldRecordTests {
  @Test(arguments: [
    (5000.0, Duration.milliseconds(755_360), String?.none), (5000, .milliseconds(755_350), "5 km"),
    (42_195, .seconds(7235), nil), (42_195, .seconds(7234), "a marathon"),
    (1609.344, .milliseconds(223_130), nil), (1609.344, .milliseconds(223_120), "a mile"),
    (100, .milliseconds(9570), "100 m"),
  ])
  func `a faster time over the same distance beats the record`(
    metres: Double, time: Duration, event: String?
  ) {
    #expect(WorldRecord.beaten(byMetres: metres, in: time)?.event == event)
  }

  // A run of 9 km covers 5 km, but not 10 km, so it is compared with the record over 5 km. A run of 50 m is shorter
  // than all records, so it is compared with the record over 100 m.
  @Test(arguments: [
    (9000.0, Duration.seconds(1359), String?.some("5 km")), (9000, .seconds(1361), nil),
    (50_000, .seconds(8500), "a marathon"), (50_000, .seconds(8600), nil), (50, .seconds(4), "100 m"),
    (50, .seconds(5), nil),
  ])
  func `a run is compared with the record over the longest distance that the run covers`(
    metres: Double, time: Duration, event: String?
  ) {
    #expect(WorldRecord.beaten(byMetres: metres, in: time)?.event == event)
  }

  @Test func `a distance that is slightly short because of rounding is compared with the same record`() {
    #expect(WorldRecord.beaten(byMetres: 1609.343_999, in: .seconds(223))?.event == "a mile")
  }
}

@Suite struct RaceResultsTests {
  private static func results(_ results: (Distance, seconds: Double)...) -> RaceResults {
    RaceResults(results.map { RaceResults.Result(distance: $0.0, time: .seconds($0.seconds)) })
  }

  @Test func `one result predicts the other races by Riegel's exponent`() {
    let results = Self.results((.kilometres(5), 1500))
    #expect(results.exponent == 1.06)
    #expect(results.isPlausible)
    #expect(
      Race.allCases.map { results.prediction(for: $0).time.clockText() } == [
        "25:00", "52:07", "1:26:19", "1:55:00", "3:59:47",
      ])
  }

  @Test func `two results determine the exponent, and are predicted exactly`() {
    let results = Self.results((.kilometres(10), 3120), (.kilometres(5), 1500))
    #expect(abs(results.exponent - 1.0565835) < 1e-6)
    #expect(results.prediction(for: .fiveKilometres).time.inMilliseconds == 1_500_000)
    #expect(results.prediction(for: .tenKilometres).time.inMilliseconds == 3_120_000)
  }

  @Test func `a longer race at a faster pace is not plausible`() {
    #expect(!Self.results((.kilometres(5), 1500), (.kilometres(10), 2900)).isPlausible)
    #expect(!Self.results((.kilometres(5), 1500), (.kilometres(10), 4000)).isPlausible)
    #expect(!Self.results((.kilometres(5), 1500), (.kilometres(5), 1600)).isPlausible)
  }

  @Test(arguments: seeds)
  func `results that follow the formula determine its exponent`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let exponent = Double.random(in: 1...1.3, using: &generator)
    let seconds = Double.random(in: 0.15...0.3, using: &generator)
    let distances = (0..<Int.random(in: 2...6, using: &generator)).map { index in
      Double(index + 1) * .random(in: 1000...1900, using: &generator)
    }
    let results = RaceResults(
      distances.map { metres in
        .init(distance: .metres(metres), time: .seconds(seconds * Double.pow(metres, exponent)))
      })
    #expect(abs(results.exponent - exponent) < 1e-6)
    for race in Race.allCases {
      let expected = seconds * Double.pow(race.distance.metres, exponent)
      #expect(abs(results.prediction(for: race).time.inSeconds / expected - 1) < 1e-6)
    }
  }
}
