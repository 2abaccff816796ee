import PlanNotation
import RunCalculator
import Testing
import WorkoutModel
import WorkoutPresentation

@testable import intervalctl

/// The plans of predicted races.
@Suite struct RacePlanTests {
  private let units = DisplayUnits(distance: .kilometres, pace: .minutesPerMile)

  @Test(arguments: [300, 360, 443, 540, 601, 660, 720], Race.allCases)
  func `a plan ends at the predicted time to the millisecond`(mile: Int, race: Race) throws {
    let prediction = TimedMile(time: .seconds(mile)).prediction(for: race)
    let plan = try RacePlan(prediction, walkPace: nil, Settings()).runWalk(units: units).plan
    let shown = try PlanText(text: plan.notation).read(over: Settings())
    #expect(shown.totals.duration?.inMilliseconds == prediction.time.inMilliseconds)
    let intervals = plan.intervals
    #expect(intervals.map(\.goal) == [.time(prediction.ratio.run), .time(prediction.ratio.walk)])
    #expect(intervals[1].pace == RacePlan.defaultWalkPace)
  }

  /// The hint is the last word of the failure.
  @Test(arguments: [800, 900, 1200, 2000, 2768], Race.allCases)
  func `the slower walk that is named has a plan`(mile: Int, race: Race) throws {
    let prediction = TimedMile(time: .seconds(mile)).prediction(for: race)
    for unit in [PaceUnit.minutesPerMile, .kilometresPerHour] {
      let units = DisplayUnits(distance: .kilometres, pace: unit)
      do {
        _ = try RacePlan(prediction, walkPace: nil, Settings()).runWalk(units: units).plan
      } catch {
        #expect(error.status == .refused)
        let walk = try readPace(String(try #require(error.hints.first?.split(separator: " ").last)))
        #expect(throws: Never.self) { try RacePlan(prediction, walkPace: walk, Settings()).runWalk(units: units).plan }
      }
    }
  }

  @Test func `the walk's pace is the one asked for, or the settings', or the usual one`() throws {
    let prediction = TimedMile(time: .seconds(540)).prediction(for: .tenKilometres)
    var settings = Settings()
    settings.paces[.walk] = .speed(6, .kilometresPerHour)
    let asked = RacePlan(prediction, walkPace: .time(.seconds(1000), per: .miles), settings)
    #expect(asked.walkPace == .time(.seconds(1000), per: .miles) && asked.notes == [])
    let own = RacePlan(prediction, walkPace: nil, settings)
    #expect(own.walkPace == settings.paces[.walk] && own.notes == ["walk pace 6kph from the settings"])
    let usual = RacePlan(prediction, walkPace: nil, Settings())
    #expect(usual.walkPace == RacePlan.defaultWalkPace && usual.notes.count == 1)
  }
}
