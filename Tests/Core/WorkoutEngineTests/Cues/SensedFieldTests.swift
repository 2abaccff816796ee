import PlanNotation
import Testing
import WorkoutModel

@testable import WorkoutEngine

@Suite struct SensedFieldTests {
  /// The texts of a field a second after the start of a plan, in written and in spoken form.
  private func texts(_ field: CueField, _ plan: String, _ sensed: SensedValues?) throws -> [String] {
    let workout = try PlanFile("lead-in off\n\(plan)").workout(over: Settings())
    var engine = WorkoutEngine()
    let start = Instant(sinceOrigin: .seconds(100))
    _ = try engine.handle(.start(workout, cues: .none, replacing: false), at: start)
    var session = try #require(engine.session)
    session.sensed = sensed
    let fields = CueFields(
      .next, progress: session.progress(at: start + .seconds(1)), outcome: nil,
      units: DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre), title: nil)
    return [fields.text(field, .written), fields.text(field, .spoken)]
  }

  @Test(
    arguments: [
      ("1m run @6:00/km", 2.5, ["6:40/km", "six forty a kilometre"]),
      ("1m run @10kph", 2.5, ["9.00 kph", "nine kilometres an hour"]),
      ("1m run", 2.5, ["6:40/km", "six forty a kilometre"]),
      ("1m run @10:00/mi", 2.68224, ["10:00/mi", "ten minutes a mile"]),
      // A runner who stands still has no pace.
      ("1m run @6:00/km", 0.29, ["", ""]), ("1m run @6:00/km", 0, ["", ""]), ("1m run @6:00/km", nil, ["", ""]),
    ] as [(String, Double?, [String])])
  func `the measured pace has the unit of the plan's pace`(plan: String, speed: Double?, texts: [String]) throws {
    #expect(try self.texts(.paceNow, plan, SensedValues(metresPerSecond: speed)) == texts)
  }

  @Test func `the heart rate is a number`() throws {
    #expect(try texts(.heartRate, "1m run", SensedValues(heartRate: 152)) == ["152", "one hundred fifty two"])
  }

  @Test func `the fields of the sensors are empty without a sensor`() throws {
    for sensed in [nil, SensedValues()] {
      #expect(try texts(.paceNow, "1m run @6:00/km", sensed) == ["", ""])
      #expect(try texts(.heartRate, "1m run @6:00/km", sensed) == ["", ""])
    }
  }
}
