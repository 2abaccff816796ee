import PlanNotation
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// Tests of corrections in intervals without a pace, in nested repeats and in extended intervals.
@Suite struct CorrectedRepeatTests {
  @Test func `a correction in an interval without a pace holds until the next interval without a pace`() throws {
    var simulator = try CorrectionTests.running("10m warmup, until 1km (1m run @5:00/km)", for: .seconds(60))
    try simulator.handle(.pause(.user))
    try simulator.handle(.correct(metres: 150))
    simulator.run(for: .seconds(9))
    #expect(try simulator.progress.metres == 150)
    #expect(try simulator.progress.remaining == .seconds(840))
    try simulator.handle(.next(out: false))
    try simulator.handle(.resume)
    simulator.run(for: .seconds(30))
    #expect((try simulator.progress.metres ?? 0).isNear(250))
    try simulator.handle(.correct(metres: 400))
    #expect(try simulator.progress.metres == 400)
    #expect(try simulator.progress.remaining == .seconds(270))

    simulator = try CorrectionTests.running("10m warmup, 10m run @5:00/km, 10m cooldown", for: .seconds(60))
    #expect(try simulator.progress.metres == nil)
    try simulator.handle(.correct(metres: 150))
    simulator.run(for: .seconds(100))
    #expect(try simulator.progress.metres == 150)
    try simulator.handle(.pause(.user))
    try simulator.handle(.correct(metres: 300))
    try simulator.handle(.resume)
    simulator.run(for: .seconds(440 + 60))
    #expect((try simulator.progress.metres ?? 0).isNear(500))
    simulator.run(for: .seconds(540))
    #expect((try simulator.progress.metres ?? 0).isNear(2300))
    simulator.run(for: .seconds(1))
    #expect(try simulator.progress.metres == nil)
    try simulator.handle(.correct(metres: 2400))
    simulator.runToEnd()
    let outcome = try #require(simulator.takeEvents().last?.effect.outcome)
    #expect(outcome.metres == 2400)
    #expect(outcome.isCorrected)
  }

  @Test func `a correction at the start of an interval without a pace holds until the interval ends`() throws {
    var simulator = try CorrectionTests.running("1m run @5:00/km, 10m cooldown, 1m cooldown", for: .seconds(60))
    try simulator.handle(.correct(metres: 200))
    simulator.run(for: .seconds(600))
    #expect(try simulator.progress.metres == 200)
    try simulator.handle(.previous)
    simulator.run(for: .seconds(1))
    #expect(try simulator.progress.metres == nil)
  }

  @Test func `the next occurrence of a corrected repeat has its original goal`() throws {
    var simulator = try CorrectionTests.running(
      "3x(until 600mtr (1m run @5:00/km), 1m rest @20:00/km)", for: .seconds(60))
    try simulator.handle(.correct(metres: 400))
    // In the first round, 200 m of 600 m are left and take one more minute; the other rounds are as planned.
    #expect(try simulator.progress.remaining == .seconds(60 + 60 + 240 + 240))
    #expect(try simulator.progress.rounds == [Round(number: 1, of: 3, inner: 1), Round(number: 2, of: 2)])
    simulator.run(for: .seconds(121))
    let progress = try simulator.progress
    #expect(progress.rounds == [Round(number: 2, of: 3, inner: 1), Round(number: 1, of: 3)])
    #expect(progress.number == 4)
    #expect(progress.of == 11)
    try simulator.handle(.previous)
    #expect(try simulator.progress.rounds == [Round(number: 1, of: 3, inner: 1)])
    #expect(try simulator.progress.number == 3)
    try simulator.handle(.previous)
    #expect(try simulator.progress.rounds == [Round(number: 1, of: 3, inner: 1), Round(number: 2, of: 2)])
  }

  @Test func `a correction can add rounds, and next out moves from an added round to the following step`() throws {
    var simulator = try CorrectionTests.running("until 600mtr (1m run @5:00/km), 1m rest @20:00/km", for: .seconds(150))
    try simulator.handle(.correct(metres: 200))
    #expect(try simulator.progress.rounds == [Round(number: 3, of: 5)])
    #expect(try simulator.progress.remaining == .seconds(120 + 60))
    simulator.run(for: .seconds(100))
    #expect(try simulator.progress.rounds == [Round(number: 5, of: 5)])
    #expect(try simulator.progress.next?.kind == .rest)
    try simulator.handle(.next(out: true))
    #expect(try simulator.progress.interval?.kind == .rest)
    #expect(try simulator.progress.number == 6)
    try simulator.handle(.previous)
    #expect(try simulator.progress.rounds == [Round(number: 5, of: 5)])
    #expect(try simulator.progress.intervalRemaining == .seconds(30))
  }

  @Test func `an outer repeat around a corrected repeat still ends at its own goal`() throws {
    var simulator = try CorrectionTests.running(
      "until 10m (until 600mtr (1m run @5:00/km), 1m rest @20:00/km)", for: .seconds(60))
    try simulator.handle(.correct(metres: 400))
    // One minute of the inner repeat and one minute of rest are left in the first round. Rounds of four minutes follow,
    // until the outer repeat has lasted ten minutes.
    #expect(try simulator.progress.remaining == .seconds(540))
    #expect(try simulator.progress.rounds == [Round(number: 1, of: 3, inner: 1), Round(number: 2, of: 2)])
    #expect(try simulator.progress.of == 3 + 4 + 3)

    simulator = try CorrectionTests.running(
      "until 1km (until 600mtr (1m run @5:00/km), 1m rest @20:00/km)", for: .seconds(60))
    try simulator.handle(.correct(metres: 400))
    // Both repeats have covered 400 m. The remaining 600 m are 200 m of the inner repeat, 50 m of rest and 350 m of the
    // next round.
    #expect(try #require(simulator.progress.remaining).inSeconds.isNear(60 + 60 + 105))
    #expect((try simulator.progress.expectedMetres ?? 0).isNear(1000))
    simulator.run(for: .seconds(120))
    // A correction in the second round does not change the end of the inner repeat in the first round.
    try simulator.handle(.correct(metres: 650))
    #expect(try #require(simulator.progress.remaining).inSeconds.isNear(105))
    try simulator.handle(.correct(metres: 850))
    #expect(try #require(simulator.progress.remaining).inSeconds.isNear(45))
  }

  @Test func `an extended interval ends where the corrected distance reaches the goal`() throws {
    var simulator = try CorrectionTests.running("until 400mtr (1m run @5:00/km)", for: .seconds(30))
    try simulator.handle(.extend(by: .seconds(60)))
    #expect(try simulator.progress.remaining == .seconds(90))
    try simulator.handle(.correct(metres: 150))
    // At the pace of the interval, the missing 250 m take 75 s.
    #expect(try simulator.progress.remaining == .seconds(75))
    #expect(try simulator.progress.of == 1)
    #expect(try simulator.progress.intervalRemaining == .seconds(75))
    try simulator.handle(.correct(metres: 110))
    #expect(try #require(simulator.progress.remaining).inSeconds.isNear(87))
    // 100 m is the estimated distance, so this correction undoes the earlier corrections. The interval has its earlier
    // length again.
    try simulator.handle(.correct(metres: 100))
    #expect(try simulator.progress.remaining == .seconds(90))
    #expect(try !simulator.progress.isCorrected)
    try simulator.handle(.correct(metres: 50))
    #expect(try #require(simulator.progress.remaining).inSeconds.isNear(105))
    #expect(try simulator.progress.of == 2)
  }

  @Test func `an extended interval has its original length in the plan after a correction`() throws {
    var simulator = try CorrectionTests.running("until 200mtr (10s run @5:00/km, 10s walk @10:00/km)", for: .seconds(5))
    try simulator.handle(.correct(metres: 150))
    try simulator.handle(.extend(by: .seconds(30)))
    try simulator.handle(.correct(metres: 190))
    let progress = try simulator.progress
    #expect(try #require(progress.interval?.duration).inSeconds.isNear(8))
    #expect(progress.of == 1)
    #expect(try #require(progress.intervalRemaining).inSeconds.isNear(3))
    #expect((progress.expectedMetres ?? 0).isNear(200))
  }

  @Test func `a repeat that is entered again continues as it was before its last interval`() throws {
    let plan = "1m walk @10:00/km, until 600mtr (1m run @5:00/km), 1m rest @20:00/km"
    var simulator = try CorrectionTests.running(plan, for: .seconds(60 + 60))
    try simulator.handle(.correct(metres: 300))
    // The measured 300 m equal the estimate, so nothing changes. The first 100 m were covered in the walk, and the
    // other 200 m in the repeat.
    simulator.run(for: .seconds(121))
    #expect(try simulator.progress.interval?.kind == .rest)
    try simulator.handle(.previous)
    #expect(try simulator.progress.interval?.kind == .run)
    simulator.run(for: .seconds(10))
    // The estimate is 100 m of walk, 600 m of run, 1 s of rest, and 10 s of the last run again. The first pass of the
    // last run does not count, so the repeat has covered 400 m and 10 s of run.
    let second = 1 / 0.3
    let share = (400 + 10 * second) / (100 + 600 + 1 / 1.2 + 10 * second)
    try simulator.handle(.correct(metres: 720))
    let left = (600 - 720 * share) / second
    #expect(try #require(simulator.progress.remaining).inSeconds.isNear(left + 60))
    #expect(try simulator.progress.of == 1 + 4 + 1)
  }
  @Test func `a correction does not change repeats that end at a time`() throws {
    var simulator = WorkoutSimulator()
    try simulator.start("lead-in off\nforever (10s run @2.5m/s, until 1m (until 2m (400mtr run @2.5m/s, 5s rest)))")
    simulator.run(for: .seconds(40))
    let rounds = try simulator.progress.rounds
    try simulator.handle(.correct(metres: 200))
    #expect(try simulator.progress.rounds == rounds)
    #expect(try simulator.progress.distance.metres == 200)
  }
}
