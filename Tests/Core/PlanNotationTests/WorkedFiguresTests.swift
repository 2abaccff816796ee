import Text
import PlanNotation
import Testing
import WorkoutModel

/// The worked figures of the plan notation.
@Suite struct WorkedFiguresTests {
  @Test func `4x(30s run, 30s walk), 60s walk lasts five minutes`() throws {
    let timeline = try timeline("4x(30s run, 30s walk), 60s walk")
    #expect(timeline.measure == Measure(duration: .seconds(300), metres: nil, intervals: 9))
  }

  @Test func `5 km of four pairs and a minute take 39:20.000, in round 8 of 8 at the end`() throws {
    let body = "(4x(30s run @6:00/km, 30s walk @10:00/km), 60s walk @10:00/km)"
    let timeline = try timeline("until 5km \(body)")
    #expect(timeline.measure.duration?.inMilliseconds == 2_360_000)
    #expect(abs((timeline.measure.metres ?? 0) - 5000) < 1e-9)
    let last = try #require(timeline.place(at: .milliseconds(2_359_999)))
    #expect(timeline.rounds(at: last.place) == [Round(number: 8, of: 8)])
    #expect(timeline.interval(at: last.place).duration?.inMilliseconds == 20_000)
    #expect(timeline.interval(at: last.place).interval.goal == .time(.seconds(60)))
    #expect(timeline.measure.intervals == 7 * 9 + 9)

    let eight = try self.timeline("8x\(body)").measure
    #expect(eight.duration == .seconds(2400))
    #expect(decimalText(try #require(eight.metres), decimals: 2) == "5066.67")
  }

  @Test func `5 km of 30 s running and 40 s walking take 43:12.215, at 13:54.5 a mile`() throws {
    let set = "(30s run @11:30/mi, 40s walk @16:30/mi)"
    let total = try timeline("until 5km \(set)").measure
    #expect(total.duration?.inMilliseconds == 2_592_215)
    #expect(total.intervals == 75)

    let average = try #require(try timeline("1x\(set)").measure.averageMetresPerSecond)
    #expect(Duration.seconds(1609.344 / average).clockText(tenths: true) == "13:54.5")
    let atAverage = Duration.seconds(5000 / average)
    #expect(atAverage.clockText(tenths: true) == "43:12.7")
    #expect(atAverage.clockText() == "43:13")
  }

  private func timeline(_ text: String) throws -> Timeline {
    try PlanFile(text).workout(over: Settings()).timeline
  }
}
