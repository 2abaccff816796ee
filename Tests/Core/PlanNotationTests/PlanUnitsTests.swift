import PlanNotation
import Testing
import WorkoutModel

/// Tests of the units in which a plan is shown.
@Suite struct PlanUnitsTests {
  /// Each argument contains a plan, a configuration, a locale, and the resulting units.
  @Test(arguments: [
    // The settings of the plan.
    ("distance-units mi\npace-units kph\n5km run @6:00/km", "distance-units km", "C", "mi kph"),
    ("distance-units mi\n30s run @6:00/km", "", "C", "mi min/mi"),
    ("distance-units mi\n30s run @6:00/km", "pace-units kph", "C", "mi min/mi"),
    ("pace-units kph\n3mi run @6mph", "", "C", "mi kph"),
    // The first distance and the first pace in the plan.
    ("3mi run @10:00/mi, 5km run @6:00/km", "distance-units km\npace-units kph", "C", "mi min/mi"),
    ("until 5km (30s run @6mph, 30s walk @6kph)", "distance-units mi\npace-units min/mi", "en_US", "km mph"),
    ("30s run @6mph", "distance-units km", "de_DE", "mi mph"),
    ("30s run @9.6kph", "distance-units mi\npace-units mph", "en_US", "km kph"),
    ("pace run 10:00/mi\n30s run", "distance-units km", "C", "mi min/mi"),
    ("pace walk 10:00/km\n30s run @6mph", "", "C", "mi mph"),
    ("pace walk 10:00/km\n30s run, 30s walk", "", "en_US", "km min/km"),
    ("5km run", "pace run 10:00/mi", "en_US", "km min/km"),
    // The configuration.
    ("30s run", "distance-units mi", "C", "mi min/mi"),
    ("30s run", "pace-units mph", "C", "km mph"),
    ("30s run", "pace run 10:00/mi", "C", "km min/km"),
    ("5km run", "pace run 10:00/mi\npace-units mph", "C", "km mph"),
    ("marathon run @3m/s", "distance-units mi", "C", "mi min/mi"),
    // The locale.
    ("marathon run @3m/s", "", "en_US", "mi min/mi"),
    ("marathon run @3m/s", "", "de_DE", "km min/km"),
  ])
  func `the sources of units are the settings of the plan, its text, the configuration and the locale`(
    plan: String, configuration: String, locale: String, shown: String
  ) throws {
    let settings = try PlanFile(plan).settings(over: readConfiguration(configuration))
    let units = settings.units(inLocaleOf: ["LANG": locale])
    #expect("\(units.distance.rawValue) \(units.pace.rawValue)" == shown)
    #expect(units.intervalPace == nil)
  }

  @Test(arguments: [
    ("2.7083333333333335m/s", "2.708m/s"), ("6.020000000000001mph", "6.02mph"), ("12kph", "12kph"),
    ("6:20.5/km", "6:20.5/km"),
  ])
  func `a pace in a message has at most three decimals`(pace: String, text: String) throws {
    #expect(try readPace(pace).shortNotation == text)
  }

  @Test func `a clock pace can have decimals`() throws {
    #expect(try readPace("6:20.5/km") == .time(.milliseconds(380_500), per: .kilometres))
    #expect(try PlanFile("5km run @6:20.525/km").plan.notation == "5km run @6:20.525/km")
  }
}
