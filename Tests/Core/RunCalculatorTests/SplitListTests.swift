import RunCalculator
import TestSupport
import Testing
import WorkoutModel

@Suite struct SplitListTests {
  private let mile = DistanceUnit.miles.metres
  private func adjustments(_ speeds: [Int: Double]) -> [SplitAdjustment] {
    speeds.map { SplitAdjustment($0.key...$0.key, metresPerSecond: $0.value) }
  }
  private func speed(_ secondsPerMile: Int) -> Double {
    Pace.time(.seconds(secondsPerMile), per: .miles).metresPerSecond
  }

  @Test func `a list for 13.1 miles at 10:00/mi has 14 splits, of which the last is partial`() {
    let splits = SplitList(of: 13.1 * mile, every: mile, at: speed(600), limit: 100)
    #expect(splits.count == 14)
    #expect(splits.listed.count == 14)
    #expect(!splits.isTruncated)
    #expect(splits.listed.prefix(13).allSatisfy { $0.time.clockText() == "10:00" })
    #expect(splits.listed.prefix(13).allSatisfy { abs($0.metres - mile) < 1e-9 })
    #expect(splits.listed.map { $0.totalTime.clockText() }.prefix(2) == ["10:00", "20:00"])
    let last = splits.listed[13]
    #expect(last.time.clockText() == "1:00")
    #expect(last.totalTime.clockText() == "2:11:00")
    #expect(abs(last.metres - 0.1 * mile) < 1e-9)
    #expect(last.totalMetres == 13.1 * mile)
    #expect(splits.time.clockText() == "2:11:00")
    #expect(splits.metres == 13.1 * mile)
  }

  @Test func `any split can have a different pace, even the partial last one`() {
    let adjustments = adjustments([1: speed(630), 3: speed(570), 4: speed(500), 5: speed(1)])
    let splits = SplitList(of: 3.5 * mile, every: mile, at: speed(600), adjustments: adjustments, limit: 100)
    #expect(splits.listed.map { $0.time.clockText() } == ["10:30", "10:00", "9:30", "4:10"])
    #expect(splits.listed.map { $0.totalTime.clockText() } == ["10:30", "20:30", "30:00", "34:10"])
    #expect(abs(splits.listed[2].metresPerSecond - speed(570)) < 1e-9)
  }

  @Test(arguments: seeds)
  func `the pace of the other splits preserves a given time`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let metres = Double.random(in: 5000...50_000, using: &generator)
    let time = Duration.seconds(metres / Double.random(in: 2...4, using: &generator))
    let first = Int.random(in: 1...5, using: &generator)
    let last = Int.random(in: first...first + 3, using: &generator)
    let adjustments = [SplitAdjustment(first...last, metresPerSecond: .random(in: 1...5, using: &generator))]
    guard let pace = SplitList.pace(of: metres, every: 1000, in: time, adjustments: adjustments) else { return }
    let splits = SplitList(of: metres, every: 1000, at: pace, adjustments: adjustments, limit: 100)
    #expect(splits.time.inMilliseconds == time.inMilliseconds)
  }

  @Test(arguments: [(10.0, 10), (1, 1), (0.2, 1), (26.2, 27)])
  func `a distance of N whole splits has N splits, and no empty split follows`(miles: Double, count: Int) {
    #expect(SplitList(of: Distance.miles(miles).metres, every: mile, at: 3, limit: 100).count == count)
  }

  @Test func `the list is limited, and the totals include all splits`() {
    let splits = SplitList(of: 999_990, every: 1, at: 3, adjustments: adjustments([999_990: 1]), limit: 10)
    #expect(splits.listed.count == 10)
    #expect(splits.count == 999_990)
    #expect(splits.isTruncated)
    #expect(abs(splits.time.inSeconds - (999_989.0 / 3 + 1)) < 1e-6)
  }

  @Test(arguments: seeds)
  func `the sum of all splits is the total`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let metres = Double.random(in: 1...50_000, using: &generator)
    let every = Double.random(in: 100...2000, using: &generator)
    let pace = Pace.random(using: &generator).metresPerSecond
    var speeds: [Int: Double] = [:]
    for _ in 0..<3 {
      speeds[Int.random(in: 1...20, using: &generator)] = Pace.random(using: &generator).metresPerSecond
    }
    let splits = SplitList(of: metres, every: every, at: pace, adjustments: adjustments(speeds), limit: 1000)
    #expect(splits.listed.reduce(.zero) { $0 + $1.time } == splits.time)
    #expect(abs(splits.listed.reduce(0) { $0 + $1.metres } - metres) < 1e-6)
    for split in splits.listed {
      #expect(abs(split.metresPerSecond / (speeds[split.number] ?? pace) - 1) < 1e-6)
    }
  }

  @Test func `an adjustment of a range changes the pace of each split in the range`() {
    let adjustments = [
      SplitAdjustment(2...3, metresPerSecond: speed(570)), SplitAdjustment(5...9, metresPerSecond: speed(630)),
    ]
    let splits = SplitList(of: 5.5 * mile, every: mile, at: speed(600), adjustments: adjustments, limit: 100)
    #expect(splits.listed.map { $0.time.clockText() } == ["10:00", "9:30", "9:30", "10:00", "10:30", "5:15"])
    #expect(splits.time.clockText() == "54:45")
    let pace = SplitList.pace(of: 5.5 * mile, every: mile, in: splits.time, adjustments: adjustments)
    #expect(pace.map { abs($0 / speed(600) - 1) < 1e-12 } == true)
    let all = [SplitAdjustment(1...9, metresPerSecond: 3)]
    #expect(SplitList.pace(of: 5.5 * mile, every: mile, in: .seconds(3000), adjustments: all) == nil)
  }

  @Test func `a negative split shortens the second half by a percentage of the first half`() {
    // The halves are 1:00:00 and 58:48, which is 98 % of an hour. The fifth kilometre contains the middle.
    let splits = SplitList(of: 9000, every: 1000, in: .seconds(7128), secondHalfReducedBy: 0.02, limit: 100)
    #expect(splits.firstHalf == .seconds(3600))
    #expect(splits.listed.map { $0.time.inMilliseconds }.prefix(4).allSatisfy { $0 == 800_000 })
    #expect(splits.listed[4].time.inMilliseconds == 792_000)
    #expect(splits.listed.map { $0.time.inMilliseconds }.suffix(4).allSatisfy { $0 == 784_000 })
    #expect(splits.time == .seconds(7128))
    let even = SplitList(of: 9000, every: 1000, in: .seconds(7128), secondHalfReducedBy: 0, limit: 100)
    #expect(even.listed.allSatisfy { $0.time.inMilliseconds == 792_000 })
  }

  @Test(arguments: seeds)
  func `the halves of a negative split differ by the percentage, and their sum is the total time`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let metres = Double.random(in: 1000...50_000, using: &generator)
    let time = Duration.milliseconds(Int.random(in: 200_000...20_000_000, using: &generator))
    let reduction = Double.random(in: 0...0.5, using: &generator)
    let count = 2 * Int.random(in: 1...40, using: &generator)
    let splits = SplitList(
      of: metres, every: metres / Double(count), in: time, secondHalfReducedBy: reduction, limit: 100)
    #expect(splits.count == count)
    #expect(splits.time == time)
    #expect(splits.listed.reduce(.zero) { $0 + $1.time } == time)
    let half = splits.listed[count / 2 - 1].totalTime
    #expect(splits.firstHalf.map { abs(($0 - half).inSeconds) < 1e-6 } == true)
    #expect(abs((time - half) / half - (1 - reduction)) < 1e-9)
    let paces = splits.listed.map(\.metresPerSecond)
    #expect(paces.prefix(count / 2).allSatisfy { abs($0 / paces[0] - 1) < 1e-9 })
    #expect(paces.suffix(count / 2).allSatisfy { abs($0 * (1 - reduction) / paces[0] - 1) < 1e-9 })
  }

  @Test(arguments: seeds)
  func `the splits of a plan match its unrolled intervals`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let plan = Plan.random(using: &generator)
    let timeline = try Timeline(plan)
    let splits = try #require(SplitList(of: timeline, every: 400, limit: 10_000))
    #expect(splits.listed.reduce(.zero) { $0 + $1.time } == timeline.totals.duration)
    #expect(splits.metres == timeline.totals.metres)
    let intervals = UnrolledInterval.all(of: plan.steps)
    for split in splits.listed.dropLast() {
      var (metres, seconds) = (0.0, 0.0)
      for interval in intervals {
        let length = interval.metres ?? 0
        guard metres + length < split.totalMetres else {
          seconds += interval.seconds * (split.totalMetres - metres) / length
          break
        }
        (metres, seconds) = (metres + length, seconds + interval.seconds)
      }
      #expect(abs(split.totalTime.inSeconds - seconds) < 0.002, "split \(split.number)")
    }
  }

  @Test func `a plan without a pace or an end has no splits`() throws {
    for steps in [
      [Step.interval(Interval(goal: .time(.seconds(30))))],
      [.interval(Interval(goal: .open, pace: .speed(3, .metresPerSecond)))],
      [.repeat(Repeat(.forever, [.interval(Interval(goal: .time(.seconds(30)), pace: .speed(3, .metresPerSecond)))]))],
    ] {
      #expect(try SplitList(of: Timeline(Plan(steps)), every: 1000, limit: 10) == nil)
    }
  }

  @Test func `a plan of many intervals is split without unrolling it`() throws {
    let run = Step.interval(Interval(goal: .time(.seconds(2)), pace: .speed(3, .metresPerSecond)))
    let plan = Plan([.repeat(Repeat(.count(9999), [.repeat(Repeat(.count(9), [run, run]))]))])
    let splits = try #require(SplitList(of: Timeline(plan), every: 1000, limit: 10_000))
    #expect(splits.count == 1080)
    #expect(abs(splits.listed[999].totalTime.inSeconds - 1_000_000.0 / 3) < 1e-6)
  }
}
