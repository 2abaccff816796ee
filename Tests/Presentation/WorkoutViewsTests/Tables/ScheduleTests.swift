import PlanNotation
import TestSupport
import Testing
import WorkoutModel

@testable import WorkoutViews

@Suite struct ScheduleTests {
  @Test(arguments: UInt64(0)..<50)
  func `the schedule adds up to the plan`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let timeline = try Timeline(Plan.random(using: &generator))
    let schedule = Schedule(timeline, limit: .max)
    let last = try #require(schedule.entries.last)
    #expect(schedule.entries.count == timeline.totals.intervals)
    #expect(schedule.entries.map(\.number) == Array(1...schedule.entries.count))
    #expect((last.start ?? .zero) + (last.interval.duration ?? .zero) == timeline.totals.duration)
    #expect(!schedule.isTruncated)
    for entry in schedule.entries {
      let start = try #require(entry.start)
      #expect(timeline.position(at: start).map { timeline.rounds(at: $0.position) } == entry.rounds)
    }
  }

  @Test func `an endless plan is listed up to the limit`() throws {
    let schedule = Schedule(try Timeline(PlanFile("forever 30s").plan))
    #expect(schedule.entries.count == 10_000)
    #expect(schedule.entries.last?.start == .seconds(299_970))
    #expect(schedule.isTruncated)
  }

  @Test func `an interval after an open one has no start`() throws {
    let schedule = Schedule(try Timeline(PlanFile("30s, open, 30s").plan))
    #expect(schedule.entries.map(\.start) == [.zero, .seconds(30), nil])
  }
}
