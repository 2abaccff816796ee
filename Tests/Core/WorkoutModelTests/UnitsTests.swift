import TestSupport
import Testing
import WorkoutModel

@Suite struct UnitsTests {
  @Test(arguments: [
    (Duration.zero, "0:00"), (.seconds(59.4), "0:59"), (.seconds(59.5), "1:00"), (.seconds(59.6), "1:00"),
    (.seconds(990), "16:30"), (.seconds(3599.5), "1:00:00"), (.seconds(3900), "1:05:00"),
    (.seconds(359_999), "99:59:59"),
    (.milliseconds(-5), "0:00"),
  ])
  func `a clock time is rounded before it is split into fields`(time: Duration, text: String) {
    #expect(time.clockText() == text)
  }

  @Test(arguments: [
    (Duration.milliseconds(2_592_215), "43:12.2"), (.milliseconds(59_950), "1:00.0"), (.milliseconds(49), "0:00.0"),
  ])
  func `a clock time can have tenths`(time: Duration, text: String) {
    #expect(time.clockText(tenths: true) == text)
  }

  @Test(arguments: [
    (Duration.seconds(30), "30 s"), (.seconds(90), "1 min 30 s"), (.seconds(3900), "1 h 5 min"), (.zero, "0 s"),
    (.milliseconds(1500), "1.5 s"), (.milliseconds(19_999), "20 s"), (.seconds(3600), "1 h"),
  ])
  func `a duration with units has no zero parts`(time: Duration, text: String) {
    #expect(time.unitsText == text)
  }

  @Test(arguments: [
    (Duration.seconds(30), 30), (.milliseconds(29_001), 29), (.milliseconds(29_010), 29), (.milliseconds(29_011), 30),
    (.milliseconds(29_999), 30), (.milliseconds(11), 1), (.milliseconds(10), 0), (.zero, 0),
  ])
  func `a countdown is rounded up to a full second with a tolerance for early timers`(time: Duration, seconds: Int) {
    #expect(time.roundedUpToSecond == .seconds(seconds))
  }

  @Test func `5 km are 3.11 mi, and a mile is 1609.344 m exactly`() {
    #expect(DistanceUnit.miles.text(metres: 5000) == "3.11 mi")
    #expect(DistanceUnit.kilometres.text(metres: Distance.miles(1).metres) == "1.61 km")
    #expect(Distance.miles(1).metres == 1609.344)
    #expect(Distance.marathon.metres == 2 * Distance.halfMarathon.metres)
  }

  @Test func `every pace from 1:00 to 59:59 is shown as entered`() {
    for seconds in 60...3599 {
      let time = Duration.seconds(seconds)
      for (unit, shown) in [(DistanceUnit.miles, PaceUnit.minutesPerMile), (.kilometres, .minutesPerKilometre)] {
        let pace = Pace.time(time, per: unit)
        #expect(pace.isWithinLimits)
        #expect(shown.text(metresPerSecond: pace.metresPerSecond) == "\(time.clockText())/\(unit.rawValue)")
      }
    }
  }

  @Test(arguments: seeds.prefix(20))
  func `a pace is shown as entered after any number of conversions`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for seconds in 60...3599 {
      for (unit, shown) in [(DistanceUnit.miles, PaceUnit.minutesPerMile), (.kilometres, .minutesPerKilometre)] {
        var pace = Pace.time(.seconds(seconds), per: unit)
        for _ in 0..<5 { pace = pace.converted(using: &generator) }
        let text = shown.text(metresPerSecond: pace.metresPerSecond)
        #expect(text == "\(Duration.seconds(seconds).clockText())/\(unit.rawValue)")
      }
    }
  }

  @Test(arguments: [
    (Pace.time(.seconds(59), per: .miles), false), (.time(.seconds(3600), per: .kilometres), false),
    (.speed(1, .milesPerHour), false), (.speed(60, .milesPerHour), true), (.speed(60.1, .milesPerHour), false),
    (.speed(60, .kilometresPerHour), true), (.speed(60.1, .kilometresPerHour), false),
    (.speed(1.01, .kilometresPerHour), true), (.speed(26.8, .metresPerSecond), true),
    (.speed(0.28, .metresPerSecond), true),
    (.speed(0.27, .metresPerSecond), false), (.speed(0, .metresPerSecond), false),
  ])
  func `the limits of a pace are 1:00 and 59:59 per mile or kilometre`(pace: Pace, isWithin: Bool) {
    #expect(pace.isWithinLimits == isWithin)
  }
}

@Suite struct DisplayUnitsTests {
  /// Each case has the requested units, the entered distances and paces, the units in the settings, the locale, and the
  /// resulting units.
  @Test(
    arguments: [
      (.init(), [], [], .init(), "C", "km min/km"),
      (.init(), [], [], .init(), "en_US", "mi min/mi"),
      (.init(), [], [], .init(distance: .miles), "C", "mi min/mi"),
      (.init(), [], [], .init(pace: .milesPerHour), "C", "km mph"),
      (.init(), [.kilometres(5)], [], .init(), "en_US", "km min/km"),
      (.init(), [.kilometres(5)], [], .init(distance: .miles, pace: .milesPerHour), "en_US", "km mph"),
      (.init(), [.metres(400), .miles(1)], [], .init(), "en_US", "km min/km"),
      (.init(), [.halfMarathon, .miles(1), .kilometres(1)], [], .init(), "C", "mi min/mi"),
      (.init(), [.marathon], [], .init(distance: .miles), "C", "mi min/mi"),
      (.init(), [], [.time(.seconds(600), per: .miles)], .init(), "C", "mi min/mi"),
      (.init(), [], [.speed(6, .milesPerHour)], .init(), "C", "mi mph"),
      (.init(), [], [.speed(10, .kilometresPerHour)], .init(), "en_US", "km kph"),
      (.init(), [], [.speed(3, .metresPerSecond), .speed(6, .milesPerHour)], .init(), "C", "mi mph"),
      (.init(), [], [.speed(3, .metresPerSecond)], .init(pace: .minutesPerMile), "C", "km min/mi"),
      (.init(), [], [.speed(6, .milesPerHour)], .init(distance: .kilometres), "C", "mi mph"),
      (.init(), [.kilometres(5)], [.time(.seconds(600), per: .miles)], .init(), "C", "km min/mi"),
      (.init(distance: .miles), [.kilometres(5)], [], .init(distance: .kilometres), "C", "mi min/mi"),
      (.init(pace: .kilometresPerHour), [], [.speed(6, .milesPerHour)], .init(), "C", "mi kph"),
      (.init(distance: .miles), [.kilometres(5)], [.time(.seconds(360), per: .kilometres)], .init(), "C", "mi min/km"),
      (.init(distance: .miles), [], [], .init(pace: .kilometresPerHour), "C", "mi kph"),
      (
        .init(distance: .kilometres, pace: .milesPerHour), [.miles(3)], [.time(.seconds(600), per: .miles)],
        .init(distance: .miles, pace: .minutesPerKilometre), "en_US", "km mph"
      ),
    ] as [(UnitPreference, [Distance], [Pace], UnitPreference, String, String)])
  func `the order of precedence for units is requested, entered, settings, locale`(
    asked: UnitPreference, distances: [Distance], paces: [Pace], set: UnitPreference, locale: String, shown: String
  ) {
    var settings = Settings()
    settings.distanceUnits = set.distance
    settings.paceUnits = set.pace
    let units = settings.units(
      asked: asked, entered: UnitPreference(distances: distances, paces: paces), inLocaleOf: ["LANG": locale])
    #expect("\(units.distance.rawValue) \(units.pace.rawValue)" == shown)
  }

  @Test(
    arguments: [
      (.speed(6, .milesPerHour), nil, "6.00 mph", "mph"),
      (.time(.seconds(360), per: .kilometres), nil, "6:00/km", "min/km"),
      (.speed(3, .metresPerSecond), nil, "10.80 kph", "kph"),
      (.speed(6, .milesPerHour), .minutesPerMile, "10:00/mi", "min/mi"),
    ] as [(Pace, PaceUnit?, String, String)])
  func `the pace of an interval has the requested unit, or else its own unit`(
    pace: Pace, asked: PaceUnit?, text: String, unit: String
  ) {
    let units = Settings().units(
      asked: UnitPreference(pace: asked), entered: UnitPreference(pace: .kilometresPerHour), inLocaleOf: [:])
    #expect(units.text(pace) == text)
    #expect(units.unit(of: pace).rawValue == unit)
  }

  @Test(arguments: [
    (["LANG": "en_US.UTF-8"], DistanceUnit.miles), (["LANG": "de_DE.UTF-8"], .kilometres), ([:], .kilometres),
    (["LANG": "en_US.UTF-8", "LC_MEASUREMENT": "fr_FR"], .kilometres),
    (["LC_ALL": "", "LC_MEASUREMENT": "en_GB@euro", "LANG": "C"], .miles),
    (["LC_ALL": "C.UTF-8", "LANG": "en_US"], .kilometres),
  ])
  func `the default unit of distances follows the locale`(environment: [String: String], unit: DistanceUnit) {
    #expect(DistanceUnit(localeOf: environment) == unit)
  }
}

extension Pace {
  /// The same pace in a random unit.
  fileprivate func converted(using generator: inout SplitMix64) -> Pace {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: .time(.seconds(DistanceUnit.miles.metres / metresPerSecond), per: .miles)
    case 1: .time(.seconds(DistanceUnit.kilometres.metres / metresPerSecond), per: .kilometres)
    case 2: .speed(metresPerSecond * 3600 / DistanceUnit.miles.metres, .milesPerHour)
    case 3: .speed(metresPerSecond * 3600 / DistanceUnit.kilometres.metres, .kilometresPerHour)
    default: .speed(metresPerSecond, .metresPerSecond)
    }
  }
}

@Suite struct SpokenUnitsTests {
  @Test(
    arguments: [
      (0, "zero seconds"), (1000, "one second"), (30_000, "thirty seconds"), (59_600, "one minute"),
      (60_000, "one minute"), (90_000, "one minute thirty"), (65_000, "one minute five"),
      (120_000, "two minutes"), (3_600_000, "one hour"), (3_605_000, "one hour five seconds"),
      (3_900_000, "one hour five minutes"), (7_265_000, "two hours one minute five seconds"), (-5000, "zero seconds"),
    ])
  func `a duration is spoken in hours, minutes and seconds`(milliseconds: Int, words: String) {
    #expect(Duration.milliseconds(milliseconds).spoken == words)
  }

  @Test(
    arguments: [
      (Distance.metres(400), "four hundred metres", "400 m"), (.kilometres(5), "five kilometres", "5 km"),
      (.miles(1), "one mile", "1 mi"), (.miles(3.1), "three point one miles", "3.1 mi"),
      (.halfMarathon, "half marathon", "half marathon"), (.marathon, "marathon", "marathon"),
    ])
  func `a distance is spoken and written in the unit in which it was entered`(
    distance: Distance, words: String, phrase: String
  ) {
    #expect(distance.spoken == words)
    #expect(distance.phrase == phrase)
  }

  @Test(
    arguments: [
      (PaceUnit.minutesPerMile, 690.0, "eleven thirty a mile"), (.minutesPerMile, 600, "ten minutes a mile"),
      (.minutesPerMile, 545, "nine oh five a mile"), (.milesPerHour, 692.307_692_3, "five point two miles an hour"),
      (.milesPerHour, 3600, "one mile an hour"), (.milesPerHour, 600, "six miles an hour"),
    ])
  func `a pace is spoken in the unit in which it is shown`(unit: PaceUnit, secondsPerMile: Double, words: String) {
    #expect(unit.spoken(metresPerSecond: DistanceUnit.miles.metres / secondsPerMile) == words)
  }

  @Test(
    arguments: [
      (PaceUnit.minutesPerMile, 2.324_608, "5.2 mph", "five point two miles an hour"),
      (.minutesPerKilometre, 2.777_778, "10.0 kph", "ten kilometres an hour"),
      (.kilometresPerHour, 1.527_778, "5.5 kph", "five point five kilometres an hour"),
    ])
  func `the speed of a treadmill has one decimal, in the unit of distance of paces`(
    unit: PaceUnit, metresPerSecond: Double, text: String, words: String
  ) {
    #expect(unit.dialText(metresPerSecond: metresPerSecond) == text)
    #expect(unit.spokenDial(metresPerSecond: metresPerSecond) == words)
  }
}
