import RealModule
import RunCalculator
import TestSupport
import Testing
import WorkoutModel

@Suite struct RunWalkPuzzleTests {
  private let walkPace = Pace.time(.seconds(990), per: .miles)
  private let runPace = Pace.time(.seconds(690), per: .miles)

  @Test func `the run pace is calculated for 5 km in 40:00 with equal times of run and walk`() throws {
    let puzzle = RunWalkPuzzle(
      distance: .kilometres(5), finish: .seconds(2400), runTime: .seconds(30), walkTime: .seconds(30),
      walkPace: walkPace)
    let solution = try puzzle.solved()
    #expect(solution.unknown == .runPace)
    // Walking at 990 s a mile covers 1200/990 mi = 1950.72 m in 1200 s. Running covers the other 3049.28 m in 1200 s,
    // so the run pace is 633.33 s a mile.
    #expect(PaceUnit.minutesPerMile.text(metresPerSecond: solution.runWalk.run.pace.metresPerSecond) == "10:33/mi")
    #expect(solution.finish.inMilliseconds == 2_400_000)
  }

  @Test func `the finish equals the finish of the calculated example in the plan notation`() throws {
    let puzzle = RunWalkPuzzle(
      distance: .kilometres(5), runTime: .seconds(30), runPace: runPace, walkTime: .seconds(40), walkPace: walkPace)
    #expect(try puzzle.solved().finish.inMilliseconds == 2_592_215)
  }

  @Test(arguments: [
    (RunWalkPuzzle.Quantity.runPace, DistanceUnit.miles, RunWalk.Part.runRounded(per: .miles)),
    (.runPace, .kilometres, .runRounded(per: .kilometres)),
  ])
  func `a calculated pace is rounded while the total stays within half a second`(
    unknown: RunWalkPuzzle.Quantity, unit: DistanceUnit, run: RunWalk.Part
  ) throws {
    let solution = try RunWalkPuzzle(
      distance: .kilometres(5), finish: .seconds(2400), runTime: .seconds(30), walkTime: .seconds(30),
      walkPace: walkPace
    ).solved()
    let units = DisplayUnits(distance: .kilometres, pace: PaceUnit(goingWith: unit))
    var rounded = solution.runWalk
    rounded.run = run
    #expect(solution.roundedPlan(in: units) == rounded.plan)
  }

  @Test(arguments: [DistanceUnit.miles, .kilometres])
  func `a calculated distance is rounded while the total stays within half a second`(unit: DistanceUnit) throws {
    let solution = try RunWalkPuzzle(
      finish: .seconds(2400), runTime: .seconds(30), runPace: runPace, walkTime: .seconds(40), walkPace: walkPace
    ).solved()
    let plan = solution.roundedPlan(in: DisplayUnits(distance: unit, pace: .minutesPerMile))
    let difference = try #require(try Timeline(plan).totals.duration) - .seconds(2400)
    #expect(difference >= .milliseconds(-500))
    #expect(difference <= .milliseconds(500))
    #expect(difference != .zero)
  }

  @Test(arguments: seeds, RunWalkPuzzle.Quantity.allCases)
  func `a quantity that is left out is calculated from the others`(seed: UInt64, unknown: RunWalkPuzzle.Quantity) throws
  {
    var generator = SplitMix64(seed: seed)
    let run = RunWalk.Part(
      time: .seconds(Int.random(in: 5...600, using: &generator)),
      pace: .time(.seconds(Int.random(in: 200...700, using: &generator)), per: .miles))
    let walk = RunWalk.Part(
      time: .seconds(Int.random(in: 5...120, using: &generator)),
      pace: .time(.seconds(Int.random(in: 720...1300, using: &generator)), per: .miles))
    let whole = RunWalk(
      distance: .metres(Double(Int.random(in: 3000...45_000, using: &generator))), run: run, walk: walk)
    let finish = try #require(try Timeline(whole.plan).totals.duration)
    var puzzle = RunWalkPuzzle(
      distance: whole.distance, finish: finish, runTime: run.time, runPace: run.pace, walkTime: walk.time,
      walkPace: walk.pace)
    puzzle.leaveOut(unknown)
    let solution = try puzzle.solved()
    #expect(solution.unknown == unknown)
    // Only the finish is compared, because several durations of a run or a walk may lead to the same finish.
    let bound = unknown == .runTime || unknown == .walkTime ? solution.boundOfRoundedTime : 1
    #expect(abs(solution.finish.inMilliseconds - finish.inMilliseconds) <= bound)
    switch unknown {
    case .distance: #expect(abs(solution.runWalk.distance.metres - whole.distance.metres) < 1e-6)
    case .runPace: #expect(abs(solution.runWalk.run.pace.metresPerSecond - run.pace.metresPerSecond) < 1e-9)
    case .walkPace: #expect(abs(solution.runWalk.walk.pace.metresPerSecond - walk.pace.metresPerSecond) < 1e-7)
    case .finish, .runTime, .walkTime: break
    }
  }

  @Test(arguments: seeds, RunWalkPuzzle.Quantity.allCases)
  func `a random puzzle has a solution with the given finish, or an error`(
    seed: UInt64, unknown: RunWalkPuzzle.Quantity
  ) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<20 {
      var puzzle = RunWalkPuzzle(
        distance: .metres(Double.logarithmic(in: 1...999_990, using: &generator)),
        finish: .milliseconds(Int(Double.logarithmic(in: 1000...359_999_000, using: &generator))),
        runTime: .milliseconds(Int(Double.logarithmic(in: 1000...10_000_000, using: &generator))),
        runPace: .speed(Double.logarithmic(in: Pace.limits, using: &generator), .metresPerSecond),
        walkTime: .milliseconds(Int(Double.logarithmic(in: 1000...10_000_000, using: &generator))),
        walkPace: .speed(Double.logarithmic(in: Pace.limits, using: &generator), .metresPerSecond))
      let finish = puzzle.finish ?? .zero
      puzzle.leaveOut(unknown)
      guard let solution = try? puzzle.solved() else { continue }
      #expect(solution.runWalk.run.pace.isWithinLimits)
      #expect(solution.runWalk.walk.pace.isWithinLimits)
      guard unknown != .finish else { continue }
      let bound = unknown == .runTime || unknown == .walkTime ? solution.boundOfRoundedTime : 1
      #expect(abs(solution.finish.inMilliseconds - finish.inMilliseconds) <= bound, "\(puzzle)")
    }
  }

  @Test(arguments: [
    // For a finish after ten minutes, the runs would need a speed of 46 m/s, because two thirds of the time are walked.
    // At the nearest possible finish, the runs are at 1:00/mi, which is 26.8 m/s.
    (Duration.seconds(600), RunWalkPuzzle.Quantity.runPace, true),
    // In six hours, the walks alone cover more than 10 km, so no run pace is slow enough.
    (.seconds(21_600), .runPace, false),
  ])
  func `the error for an unreachable finish contains the nearest reachable finish`(
    finish: Duration, unknown: RunWalkPuzzle.Quantity, isTooEarly: Bool
  ) throws {
    var puzzle = RunWalkPuzzle(
      distance: .kilometres(10), finish: finish, runTime: .seconds(30), walkTime: .seconds(60), walkPace: walkPace)
    let error = try #require(throws: RunWalkError.self) { try puzzle.solved() }
    guard case .outOfReach(unknown, _, let nearest) = error else {
      Issue.record("\(error)")
      return
    }
    #expect((nearest > finish) == isTooEarly)
    puzzle.finish = .seconds(isTooEarly ? nearest.inSeconds.rounded(.up) : nearest.inSeconds.rounded(.down))
    #expect(throws: Never.self) { try puzzle.solved() }
  }

  @Test func `the solution for a finish without walking is a single run`() throws {
    let puzzle = RunWalkPuzzle(
      distance: .kilometres(10), finish: .seconds(3600), runPace: .time(.seconds(360), per: .kilometres),
      walkTime: .seconds(30), walkPace: .time(.seconds(420), per: .kilometres))
    let solution = try puzzle.solved()
    #expect(solution.runWalk.run.time == .seconds(3600))
    #expect(solution.finish.inMilliseconds == 3_600_000)
  }

  @Test func `a finish at the limit is reachable`() throws {
    // In the solution, run and walk have the slowest possible pace.
    let puzzle = RunWalkPuzzle(
      distance: .kilometres(5), finish: .seconds(17_995), runTime: .seconds(30), walkTime: .seconds(30),
      walkPace: .time(.seconds(3599), per: .kilometres))
    #expect(try puzzle.solved().finish.inMilliseconds == 17_995_000)
  }

  @Test func `a quantity without effect on the finish is reported`() throws {
    // The finish, after ten seconds, is within the first run, which lasts thirty seconds.
    let puzzle = RunWalkPuzzle(
      distance: .metres(40), finish: .seconds(10), runTime: .seconds(30), runPace: .speed(4, .metresPerSecond),
      walkTime: .seconds(30))
    #expect(throws: RunWalkError.undetermined(.walkPace)) { try puzzle.solved() }
    let same = RunWalkPuzzle(
      distance: .metres(4000), finish: .seconds(1000), runTime: .seconds(30), runPace: .speed(4, .metresPerSecond),
      walkPace: .speed(4, .metresPerSecond))
    #expect(throws: RunWalkError.undetermined(.walkTime)) { try same.solved() }
  }

  @Test func `a puzzle requires exactly one missing quantity`() {
    #expect(throws: RunWalkError.notOneUnknown([.distance, .finish])) {
      try RunWalkPuzzle(
        runTime: .seconds(30), runPace: runPace, walkTime: .seconds(30), walkPace: walkPace
      ).solved()
    }
    #expect(throws: RunWalkError.notOneUnknown([])) {
      try RunWalkPuzzle(
        distance: .marathon, finish: .seconds(9), runTime: .seconds(30), runPace: runPace, walkTime: .seconds(30),
        walkPace: walkPace
      ).solved()
    }
  }

  @Test func `a solution beyond the limits of plans is an error`() {
    let far = RunWalkPuzzle(
      finish: PlanLimits.maxDuration, runTime: .seconds(30), runPace: .speed(5, .metresPerSecond),
      walkTime: .seconds(30),
      walkPace: walkPace)
    #expect(throws: RunWalkError.self) { try far.solved() }
    let long = RunWalkPuzzle(
      distance: .kilometres(999), runTime: .seconds(30), runPace: runPace, walkTime: .seconds(30), walkPace: walkPace)
    #expect(throws: RunWalkError.unusable(.longerThanLimit)) { try long.solved() }
  }
}

extension RunWalkPuzzle {
  fileprivate mutating func leaveOut(_ quantity: Quantity) {
    switch quantity {
    case .distance: distance = nil
    case .finish: finish = nil
    case .runTime: runTime = nil
    case .runPace: runPace = nil
    case .walkTime: walkTime = nil
    case .walkPace: walkPace = nil
    }
  }
}

extension Double {
  /// A random number whose logarithm is uniformly distributed.
  fileprivate static func logarithmic(in range: ClosedRange<Double>, using generator: inout SplitMix64) -> Double {
    let share = Double.random(in: 0...1, using: &generator)
    let value = Double.exp(.log(range.lowerBound) * (1 - share) + .log(range.upperBound) * share)
    return min(max(value, range.lowerBound), range.upperBound)
  }
}

extension RunWalkSolution {
  /// Maximum deviation of the finish, in milliseconds, that results from the rounding of a time.
  ///
  /// The deviation is half a millisecond for each set of a run and a walk, multiplied by the ratio of their paces.
  fileprivate var boundOfRoundedTime: Int {
    let set = (runWalk.run.time + runWalk.walk.time).inSeconds
    let ratio = runWalk.run.pace.metresPerSecond / runWalk.walk.pace.metresPerSecond
    return Int((finish.inSeconds / set + 1) * 0.5 * max(ratio, 1 / ratio)) + 1
  }
}

extension RunWalk.Part {
  /// Returns a run of 30 s at the calculated pace, rounded in a unit: 10:33.3/mi or 6:33.5/km.
  ///
  /// A whole second would be too coarse: the finish changes by 1.9 s for each second per mile, and by 3.0 s for each
  /// second per kilometre.
  fileprivate static func runRounded(per unit: DistanceUnit) -> Self {
    Self(time: .seconds(30), pace: .time(.milliseconds(unit == .miles ? 633_300 : 393_500), per: unit))
  }
}
