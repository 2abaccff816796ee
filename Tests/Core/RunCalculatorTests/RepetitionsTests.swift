import RunCalculator
import TestSupport
import Testing
import Text
import WorkoutModel

/// Tests of the totals of a set of intervals, and of the number of sets until a goal.
@Suite struct RepetitionsTests {
  /// Returns a set, as in the calculated examples of the plan notation: a run of 30 s at 11:30/mi, and a walk at
  /// 16:30/mi.
  private func set(walk: Int) -> [Step] {
    [(.run, 30, 690), (.walk, walk, 990)].map { (kind: Kind, seconds: Int, pace: Int) in
      .interval(Interval(goal: .time(.seconds(seconds)), kind: kind, pace: .time(.seconds(pace), per: .miles)))
    }
  }

  @Test func `a set has a time, a distance and an average pace`() throws {
    let totals = try Timeline(Plan(set(walk: 40))).totals
    // 30/690 mi + 40/990 mi = 0.08388 mi in 70 s. The pace is 834.50 s a mile, which is 13:55 if rounded to the nearest
    // second, but 13:54 if rounded down.
    #expect(totals.duration == .seconds(70))
    #expect(DistanceUnit.miles.text(metres: totals.metres ?? 0) == "0.08 mi")
    #expect(decimalText((totals.metres ?? 0) / DistanceUnit.miles.metres, decimals: 4) == "0.0839")
    let pace = try #require(totals.averageMetresPerSecond)
    #expect(PaceUnit.minutesPerMile.text(metresPerSecond: pace) == "13:55/mi")
    #expect(Duration.seconds(DistanceUnit.miles.metres / pace).clockText(tenths: true) == "13:54.5")
  }

  @Test func `the average pace of equal times at 10:00 and 20:00 is the harmonic mean, 13:20`() throws {
    // The harmonic mean of 600 s and 1200 s is 2 / (1/600 + 1/1200) = 800 s.
    let steps = [600, 1200].map { pace in
      Step.interval(Interval(goal: .time(.seconds(30)), pace: .time(.seconds(pace), per: .miles)))
    }
    let pace = try #require(try Timeline(Plan(steps)).totals.averageMetresPerSecond)
    #expect(PaceUnit.minutesPerMile.text(metresPerSecond: pace) == "13:20/mi")
  }

  @Test func `a zero or unknown time has no average pace`() {
    #expect(Totals.zero.averageMetresPerSecond == nil)
    #expect(Totals(duration: .zero, metres: 5).averageMetresPerSecond == nil)
  }

  @Test(arguments: [
    // A set is 135.00 m long. 37 sets are 4994.8 m in 43:10, and the missing 5.2 m take 2.2 s of running.
    (40, 37, "43:12.2", 38, "44:20", "43:13", "37.04"),
    // A set is 95.98 m long. 52 sets are 4991.0 m in 39:52, and the missing 9.0 m take 3.9 s of running.
    (16, 52, "39:55.9", 53, "40:38", "39:56", "52.09"),
  ])
  func `the number of sets for 5 km is calculated in three ways`(
    walk: Int, before: Int, crossing: String, whole: Int, wholeTime: String, averageTime: String, averageSets: String
  ) throws {
    let repetitions = try Repetitions(of: set(walk: walk), to: .distance(.kilometres(5)))
    #expect(repetitions.setsBeforeCrossing == before)
    #expect(repetitions.crossing.duration?.clockText(tenths: true) == crossing)
    #expect(abs((repetitions.crossing.metres ?? 0) - 5000) < 1e-6)
    #expect(repetitions.wholeSets == whole)
    #expect(repetitions.whole.duration?.clockText() == wholeTime)
    let average = try #require(repetitions.average)
    #expect(average.totals.duration?.clockText() == averageTime)
    #expect(decimalText(average.sets, decimals: 2) == averageSets)
    #expect(average.totals.metres == 5000)
  }

  @Test(arguments: 1...26)
  func `a goal of exactly N sets is reached at the end of set N`(miles: Int) throws {
    // The number of sets is the goal divided by the length of a set. For seven miles, rounding makes the quotient
    // slightly less than seven.
    let mile = Step.interval(Interval(goal: .time(.seconds(600)), pace: .time(.seconds(600), per: .miles)))
    let repetitions = try Repetitions(of: [mile], to: .distance(.miles(Double(miles))))
    #expect(repetitions.setsBeforeCrossing == miles)
    #expect(repetitions.wholeSets == miles)
  }

  @Test func `the number of sets for a time is known without a pace`() throws {
    let steps = [30, 40].map { Step.interval(Interval(goal: .time(.seconds($0)))) }
    let repetitions = try Repetitions(of: steps, to: .time(.seconds(600)))
    #expect(repetitions.setsBeforeCrossing == 8)
    #expect(repetitions.wholeSets == 9)
    #expect(repetitions.crossing.duration == .seconds(600))
    #expect(repetitions.whole.duration == .seconds(630))
    #expect(repetitions.average == nil)
    let paced = try Repetitions(of: set(walk: 40), to: .time(.seconds(700)))
    #expect(paced.setsBeforeCrossing == 10)
    #expect(paced.wholeSets == 10)
    #expect(paced.average?.sets == 10)
  }

  @Test func `the error for a step that cannot be repeated until a goal contains the path of the step`() {
    let steps = set(walk: 40) + [.interval(Interval(goal: .time(.seconds(5)), kind: .recover))]
    #expect(throws: TimelineError(reason: .untilWithoutPace(.recover), step: [2])) {
      try Repetitions(of: steps, to: .distance(.kilometres(5)))
    }
    #expect(throws: TimelineError(reason: .openInUntil, step: [0])) {
      try Repetitions(of: [.interval(Interval(goal: .open))], to: .time(.seconds(60)))
    }
  }

  @Test(arguments: seeds)
  func `the totals of a plan do not depend on its nesting`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let plan = Plan.random(.init(hasUntil: false), using: &generator)
    let flat = Plan(plan.steps.flatMap(\.unrolled))
    let nested = Plan([.repeat(Repeat(.count(1), [.repeat(Repeat(.count(1), plan.steps))]))])
    let all = try [plan, flat, nested].map { try Timeline($0).totals }
    for totals in all.dropFirst() {
      #expect(totals.intervals == all[0].intervals)
      #expect(totals.duration?.inMilliseconds == all[0].duration?.inMilliseconds)
      #expect(abs((totals.metres ?? 0) - (all[0].metres ?? 0)) < 1e-6)
    }
  }
}

extension Step {
  /// The step with all rounds of counted repeats written out.
  fileprivate var unrolled: [Step] {
    guard case .repeat(let `repeat`) = self, case .count(let count) = `repeat`.extent else { return [self] }
    return (0..<count).flatMap { _ in `repeat`.body.flatMap(\.unrolled) }
  }
}
