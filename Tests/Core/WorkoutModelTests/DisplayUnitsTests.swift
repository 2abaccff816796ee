import Testing
import WorkoutModel

/// The rule by which values are shown in units.
@Suite struct DisplayUnitsTests {
  /// What was asked for, what distances and paces were entered, what is set, where the person is; and what comes of it.
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
      (.init(), [], [.speed(6, .milesPerHour)], .init(distance: .kilometres), "C", "km mph"),
      (.init(), [.kilometres(5)], [.time(.seconds(600), per: .miles)], .init(), "C", "km min/mi"),
      (.init(distance: .miles), [.kilometres(5)], [], .init(distance: .kilometres), "C", "mi min/mi"),
      (.init(pace: .kilometresPerHour), [], [.speed(6, .milesPerHour)], .init(), "C", "mi kph"),
      (
        .init(distance: .kilometres, pace: .milesPerHour), [.miles(3)], [.time(.seconds(600), per: .miles)],
        .init(distance: .miles, pace: .minutesPerKilometre), "en_US", "km mph"
      ),
    ] as [(UnitPreference, [Distance], [Pace], UnitPreference, String, String)])
  func `units are asked for, entered, set or at home`(
    asked: UnitPreference, distances: [Distance], paces: [Pace], set: UnitPreference, locale: String, shown: String
  ) {
    var settings = Settings()
    settings.distanceUnits = set.distance
    settings.paceUnits = set.pace
    let units = settings.units(
      asked: asked, entered: UnitPreference(distances: distances, paces: paces), inLocaleOf: ["LANG": locale])
    #expect("\(units.distance.rawValue) \(units.pace.rawValue)" == shown)
  }
}
