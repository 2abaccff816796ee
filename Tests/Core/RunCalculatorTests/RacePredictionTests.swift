import RunCalculator
import Testing
import WorkoutModel

/// Predictions from a timed mile, compared with the tables at jeffgalloway.com.
@Suite struct RacePredictionTests {
  @Test func `a mile in 9:00 predicts the paces of the table`() {
    // Times per mile: 540 s + 33 s, then 540 s × 1.15, 1.175, 1.2 and 1.3.
    let predictions = Race.allCases.map { TimedMile(time: .seconds(540)).prediction(for: $0) }
    #expect(
      predictions.map { $0.perMile.clockText(tenths: true) } == ["9:33.0", "10:21.0", "10:34.5", "10:48.0", "11:42.0"])
    // The distances are 3.10686, 6.21371, 10, 13.1094 and 26.2188 mi.
    #expect(predictions.map { $0.time.clockText() } == ["29:40", "1:04:19", "1:45:45", "2:21:35", "5:06:46"])
    #expect(predictions.map { $0.ratio.run } == [90, 90, 90, 60, 60].map { .seconds($0) })
  }

  @Test(arguments: [
    (300, 360), (419, 360), (420, 360), (449, 360), (450, 300), (480, 240), (510, 180), (540, 120), (555, 120),
    (570, 90),
    (644, 90), (645, 60), (734, 60), (735, 30), (869, 30), (870, 15), (945, 10), (1020, 8), (1109, 8), (1110, 5),
    (1200, 5), (1500, 5),
  ])
  func `each row of ratios applies from its own pace to the next`(mile: Int, run: Int) {
    let ratio = RunWalkRatio(forMileIn: .seconds(mile))
    #expect(ratio.run == .seconds(run))
    #expect(ratio.walk == .seconds(30))
  }

  @Test func `a pace is rounded to the nearest second before the lookup`() {
    #expect(RunWalkRatio(forMileIn: .milliseconds(644_500)).run == .seconds(60))
    #expect(RunWalkRatio(forMileIn: .milliseconds(644_499)).run == .seconds(90))
  }

  @Test func `every prediction for a time within the limits is a valid pace of a plan`() {
    for time in [TimedMile.limits.lowerBound, TimedMile.limits.upperBound] {
      for race in Race.allCases {
        #expect(Pace.time(TimedMile(time: time).prediction(for: race).perMile, per: .miles).isWithinLimits)
      }
    }
  }
}
