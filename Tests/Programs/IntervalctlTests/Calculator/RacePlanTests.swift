import ControlInterface
import PlanNotation
import RunCalculator
import Testing
import WorkoutModel
import WorkoutPresentation

@testable import intervalctl

/// Tests of plans for predicted races.
@Suite struct RacePlanTests {
  private let units = DisplayUnits(distance: .kilometres, pace: .minutesPerMile)

  @Test(arguments: [300, 360, 443, 540, 601, 660, 720], Race.allCases)
  func `the exact plan of a race ends at the predicted time, to the millisecond`(mile: Int, race: Race) throws {
    let prediction = TimedMile(time: .seconds(mile)).prediction(for: race)
    let plan = try RacePlan(prediction, walkPace: nil, Settings(), per: .miles).solved(units: units).runWalk.plan
    let shown = try PlanText(text: plan.notation).read(over: Settings())
    #expect(shown.totals.duration?.inMilliseconds == prediction.time.inMilliseconds)
    let intervals = plan.intervals
    #expect(intervals.map(\.goal) == [.time(prediction.ratio.run), .time(prediction.ratio.walk)])
    #expect(intervals[1].pace == RacePlan.defaultWalkPace(per: .miles))
  }

  @Test(arguments: [300, 360, 443, 540, 601, 660, 720], Race.allCases)
  func `the printed plan of a race ends at the predicted time, to half a second`(mile: Int, race: Race) throws {
    let prediction = TimedMile(time: .seconds(mile)).prediction(for: race)
    for unit in PaceUnit.allCases {
      let units = DisplayUnits(distance: unit.distance, pace: unit)
      let text = try RacePlan(prediction, walkPace: nil, Settings(), per: .miles).solved(units: units).roundedPlan(
        in: units
      )
      .notation
      let shown = try #require(try PlanText(text: text).read(over: Settings()).totals.duration)
      #expect(abs((shown - prediction.time).inMilliseconds) <= 500)
      #expect(shown.clockText() == prediction.time.clockText())
      #expect(text.count < 70, "\(text)")
    }
  }

  /// If the walk pace is too fast for the race, the last word of the hint is a slower walk pace.
  @Test(arguments: [800, 900, 1200, 2000, 2768], Race.allCases)
  func `the slower walk pace in a hint makes the plan possible`(mile: Int, race: Race) throws {
    let prediction = TimedMile(time: .seconds(mile)).prediction(for: race)
    for unit in [PaceUnit.minutesPerMile, .kilometresPerHour] {
      let units = DisplayUnits(distance: .kilometres, pace: unit)
      do {
        _ = try RacePlan(prediction, walkPace: nil, Settings(), per: .miles).solved(units: units)
      } catch {
        #expect(error.status == .refused)
        let walk = try readPace(String(try #require(error.hints.first?.split(separator: " ").last)))
        #expect(throws: Never.self) {
          try RacePlan(prediction, walkPace: walk, Settings(), per: .miles).solved(units: units)
        }
      }
    }
  }

  @Test func `the command line sets the walk pace, otherwise the settings do, otherwise the default applies`() throws {
    let prediction = TimedMile(time: .seconds(540)).prediction(for: .tenKilometres)
    var settings = Settings()
    settings.paces[.walk] = .speed(6, .kilometresPerHour)
    let requested = RacePlan(prediction, walkPace: .time(.seconds(1000), per: .miles), settings, per: .miles)
    #expect(requested.walkPace == .time(.seconds(1000), per: .miles))
    #expect(requested.notes == [])
    let configured = RacePlan(prediction, walkPace: nil, settings, per: .miles)
    #expect(configured.walkPace == settings.paces[.walk])
    #expect(configured.notes == ["walk pace 6kph from the settings"])
    let standard = RacePlan(prediction, walkPace: nil, Settings(), per: .miles)
    #expect(standard.walkPace == RacePlan.defaultWalkPace(per: .miles))
    #expect(standard.notes.count == 1)
    let metric = RacePlan(prediction, walkPace: nil, Settings(), per: .kilometres)
    #expect(metric.walkPace == .time(.seconds(615), per: .kilometres))
  }
}
