import PlanNotation
import Testing
import WorkoutModel
import WorkoutReports

@testable import WorkoutPresentation

@Suite struct RoundWordsTests {
  /// Each case has a plan, the number of an interval, and the words for the position of the interval.
  @Test(
    arguments: [
      ("29x(4x(30s run, 30s walk), 60s walk)", 1, "set 1 of 29, round 1 of 4"),
      // The outer repeat has sets even where the present interval is outside the inner repeat.
      ("29x(4x(30s run, 30s walk), 60s walk)", 9, "set 1 of 29"),
      ("8x(30s run, 30s walk)", 3, "round 2 of 8"), ("30s run", 1, nil), ("forever 30s", 3, "round 3"),
      ("forever (2x(30s run, 30s walk))", 7, "set 2, round 2 of 2"),
      ("until 10m (2x(30s run, 30s walk), 1m walk)", 6, "set 2 of 4, round 1 of 2"),
      ("2x(3x(4x(30s), 1m), 2m)", 17, "block 2 of 2, set 1 of 3, round 1 of 4"),
      ("2x(2x(2x(2x30s)))", 16, "block 2 of 2, 2 of 2, set 2 of 2, round 2 of 2"),
    ] as [(String, Int, String?)])
  func `the position in nested repeats is named by block, set and round`(
    plan: String, number: Int, words: String?
  ) throws {
    let timeline = try PlanFile(plan).workout(over: Settings()).timeline
    let position = try #require(timeline.position(numbered: number))
    let rounds = timeline.rounds(at: position)
    #expect(RoundWords(rounds).text == words)
    let reported = rounds.map { Report.Round(number: $0.number, of: $0.of, inner: $0.inner) }
    #expect(IntervalWords(units: DisplayUnits(distance: .miles, pace: .milesPerHour)).rounds(reported) == words)
  }

  @Test func `the rounds of a daemon that does not report inner repeats are named by their order`() {
    let rounds = [Report.Round(number: 3, of: 9), Report.Round(number: 2, of: 4)]
    let words = IntervalWords(units: DisplayUnits(distance: .miles, pace: .milesPerHour))
    #expect(words.rounds(rounds) == "set 3 of 9, round 2 of 4")
  }
}
