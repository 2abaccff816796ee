import Text
import PlanNotation
import Testing
import WorkoutModel

/// Worked figures of the plan notation.
@Suite struct WorkedFiguresTests {
  @Test func `4x(30s run, 30s walk), 60s walk lasts five minutes`() throws {
    let timeline = try timeline("4x(30s run, 30s walk), 60s walk")
    #expect(timeline.totals == Totals(duration: .seconds(300), metres: nil, intervals: 9))
  }

  @Test func `5 km of four pairs and a minute take 39:20.000 and end in round 8 of 8`() throws {
    let body = "(4x(30s run @6:00/km, 30s walk @10:00/km), 60s walk @10:00/km)"
    let timeline = try timeline("until 5km \(body)")
    #expect(timeline.totals.duration?.inMilliseconds == 2_360_000)
    #expect(abs((timeline.totals.metres ?? 0) - 5000) < 1e-9)
    let last = try #require(timeline.position(at: .milliseconds(2_359_999)))
    #expect(timeline.rounds(at: last.position) == [Round(number: 8, of: 8)])
    #expect(timeline.interval(at: last.position).duration?.inMilliseconds == 20_000)
    #expect(timeline.interval(at: last.position).interval.goal == .time(.seconds(60)))
    #expect(timeline.totals.intervals == 7 * 9 + 9)

    let eight = try self.timeline("8x\(body)").totals
    #expect(eight.duration == .seconds(2400))
    #expect(decimalText(try #require(eight.metres), decimals: 2) == "5066.67")
  }

  @Test func `5 km of 30 s running and 40 s walking take 43:12.215, at 13:54.5 a mile`() throws {
    let set = "(30s run @11:30/mi, 40s walk @16:30/mi)"
    let total = try timeline("until 5km \(set)").totals
    #expect(total.duration?.inMilliseconds == 2_592_215)
    #expect(total.intervals == 75)

    let average = try #require(try timeline("1x\(set)").totals.averageMetresPerSecond)
    #expect(Duration.seconds(1609.344 / average).clockText(tenths: true) == "13:54.5")
    let atAverage = Duration.seconds(5000 / average)
    #expect(atAverage.clockText(tenths: true) == "43:12.7")
    #expect(atAverage.clockText() == "43:13")
  }

  private func timeline(_ text: String) throws -> Timeline {
    try PlanFile(text).workout(over: Settings()).timeline
  }
}
