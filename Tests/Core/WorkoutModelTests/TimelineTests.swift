import TestSupport
import Testing

@testable import WorkoutModel

/// Tests that compare timelines with a list of all their intervals.
@Suite struct TimelineTests {
  @Test(arguments: seeds)
  func `moving forward visits every interval once, and moving back visits them in reverse`(seed: UInt64) throws {
    let timeline = try Timeline(plan(seed))
    var positions = [timeline.start]
    while let next = timeline.position(after: positions[positions.count - 1]) { positions.append(next) }
    #expect(positions.count == timeline.totals.intervals)
    #expect(positions.map(\.number) == Array(1...positions.count))
    for (position, next) in zip(positions, positions.dropFirst()) {
      #expect(timeline.position(before: next) == position)
    }
    #expect(timeline.position(before: timeline.start) == nil)
  }

  @Test(arguments: seeds, [true, false])
  func `a timeline equals the unrolled plan`(seed: UInt64, hasPaces: Bool) throws {
    var generator = SplitMix64(seed: seed)
    let plan = Plan.random(.init(hasPaces: hasPaces), using: &generator)
    let timeline = try Timeline(plan)
    let unrolled = UnrolledInterval.all(of: plan.steps)
    let positions = timeline.positions
    #expect(positions.count == unrolled.count)
    for (position, expected) in zip(positions, unrolled) {
      let interval = timeline.interval(at: position)
      #expect(interval.kind == expected.kind)
      #expect(timeline.rounds(at: position) == expected.rounds)
      #expect(abs(try #require(interval.duration).inSeconds - expected.seconds) < 1e-6)
      #expect(abs((interval.metres ?? -1) - (expected.metres ?? -1)) < 1e-6)
    }
    let metres = unrolled.contains { $0.metres == nil } ? -1 : unrolled.reduce(0) { $0 + ($1.metres ?? 0) }
    #expect(abs((timeline.totals.metres ?? -1) - metres) < 1e-3)
  }

  @Test(arguments: seeds)
  func `the totals are the sum of the intervals`(seed: UInt64) throws {
    let timeline = try Timeline(plan(seed))
    let intervals = timeline.positions.map(timeline.interval(at:))
    let total = timeline.totals
    #expect(intervals.reduce(Duration.zero) { $0 + ($1.duration ?? .zero) } == total.duration)
    let metres = intervals.reduce(0) { $0 + ($1.metres ?? 0) }
    #expect(abs(metres - (total.metres ?? 0)) < 1e-6)
  }

  @Test(arguments: seeds)
  func `seeking an offset finds the interval at that time`(seed: UInt64) throws {
    let timeline = try Timeline(plan(seed))
    var start = Duration.zero
    for position in timeline.positions {
      let duration = try #require(timeline.interval(at: position).duration)
      let first = try #require(timeline.position(at: start))
      #expect(first.position == position)
      #expect(first.elapsed == .zero)
      let last = try #require(timeline.position(at: start + duration - .nanoseconds(1)))
      #expect(last.position == position)
      #expect(last.elapsed == duration - .nanoseconds(1))
      start += duration
    }
    #expect(timeline.position(at: start) == nil)
    #expect(timeline.position(at: .nanoseconds(-1)) == nil)
  }

  @Test(arguments: seeds)
  func `the totals after an interval are the sum of the following intervals`(seed: UInt64) throws {
    let timeline = try Timeline(plan(seed))
    var left = Duration.zero
    var intervals = 0
    for position in timeline.positions.reversed() {
      let totals = timeline.totals(after: position)
      #expect(totals.duration == left)
      #expect(totals.intervals == intervals)
      left += timeline.interval(at: position).duration ?? .zero
      intervals += 1
    }
  }

  @Test(arguments: seeds)
  func `the position out of a repeat is the position after its last round`(seed: UInt64) throws {
    let timeline = try Timeline(plan(seed))
    let positions = timeline.positions
    for position in positions {
      let depth = timeline.rounds(at: position).count
      let expected =
        depth == 0
        ? timeline.position(after: position)
        : positions[position.number...].first { !$0.isInSameRepeat(as: position) }
      #expect(timeline.position(outOf: position) == expected)
    }
  }

  @Test(arguments: seeds)
  func `a repeat until a goal ends exactly where the goal is reached`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let body = Plan.random(using: &generator).steps
    let time = Duration.milliseconds(Int.random(in: 1000...3_600_000, using: &generator))
    let metres = Double(Int.random(in: 100...10_000, using: &generator))
    let byTime = try Timeline(Plan([.repeat(Repeat(.untilTime(time), body))])).totals
    let byDistance = try Timeline(Plan([.repeat(Repeat(.untilDistance(.metres(metres)), body))])).totals
    let shortfall = time - (try #require(byTime.duration))
    #expect(shortfall >= .zero)
    #expect(shortfall < PlanLimits.minPiece)
    #expect(abs(try #require(byDistance.metres) - metres) < 0.03)
  }

  @Test(arguments: seeds)
  func `the totals of a plan do not depend on its nesting`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let body = Plan.random(using: &generator).steps
    let nested = try Timeline(Plan([.repeat(Repeat(.count(6), body))])).totals
    let split = try Timeline(Plan([.repeat(Repeat(.count(2), [.repeat(Repeat(.count(3), body))]))])).totals
    let written = try Timeline(Plan(Array(repeating: body, count: 6).flatMap(\.self))).totals
    for other in [split, written] {
      #expect(other.duration == nested.duration)
      #expect(other.intervals == nested.intervals)
      #expect(abs((other.metres ?? 0) - (nested.metres ?? 0)) < 1e-6)
    }
  }

  @Test func `a repeat that ends before its interval without a pace has a known distance`() throws {
    let paced = Step.interval(Interval(goal: .time(.seconds(30)), pace: .speed(2, .metresPerSecond)))
    let timeline = try Timeline(Plan([.repeat(Repeat(.untilTime(.seconds(20)), [paced, .seconds(30)]))]))
    #expect(timeline.totals == Totals(duration: .seconds(20), metres: 40, intervals: 1))
    #expect(timeline.totals(after: timeline.start) == .zero)
  }

  /// If the paces in a round are very different, the average pace does not give the time at which the goal is reached.
  @Test func `a repeat until a distance is checked by its actual time`() throws {
    let fast = Step.interval(Interval(goal: .time(.seconds(60)), pace: .speed(10, .metresPerSecond)))
    let slow = Step.interval(Interval(goal: .time(.seconds(3600)), pace: .speed(0.3, .metresPerSecond)))
    let short = Plan([.repeat(Repeat(.untilDistance(.metres(9)), [fast, slow]))])
    #expect(throws: TimelineError(reason: .shorterThanASecond, step: [0])) { try Timeline(short) }
    let second = try Timeline(Plan([.repeat(Repeat(.untilDistance(.metres(0.3)), [slow, fast]))]))
    #expect(second.totals.duration?.inMilliseconds == 1000)

    let run = Step.interval(Interval(goal: .time(.seconds(180_000)), pace: .speed(3, .metresPerSecond)))
    let walk = Step.interval(Interval(goal: .time(.seconds(179_000)), pace: .speed(0.3, .metresPerSecond)))
    let within = try Timeline(Plan([.repeat(Repeat(.untilDistance(.metres(596_000)), [run, walk]))]))
    #expect(within.totals.duration?.inMilliseconds == 359_766_667)
  }

  @Test func `a distance that takes exactly a second at its pace is accepted despite rounding`() throws {
    let minute = Pace.time(.seconds(240), per: .miles)
    let second = Step.interval(Interval(goal: .time(.seconds(1)), pace: minute))
    #expect(throws: Never.self) {
      try Timeline(Plan([.repeat(Repeat(.untilDistance(.metres(6.7056)), [second]))]))
    }
  }

  @Test func `leaving an endless repeat leads to the next step, and moving back returns to the same round`() throws {
    let plan = Plan([.repeat(Repeat(.forever, [.seconds(10), .seconds(20)])), .seconds(5)])
    let timeline = try Timeline(plan)
    #expect(timeline.totals == Totals())
    let position = try #require(timeline.position(at: .seconds(75)))
    #expect(position.elapsed == .seconds(5))
    #expect(timeline.rounds(at: position.position) == [Round(number: 3, of: nil)])
    let out = try #require(timeline.position(outOf: position.position))
    #expect(out.number == 7)
    #expect(timeline.interval(at: out).duration == .seconds(5))
    #expect(timeline.totals(after: out) == .zero)
    #expect(timeline.position(before: out) == position.position)
    #expect(timeline.position(after: out) == nil)
  }

  @Test func `an open interval makes only the times that include it unknown`() throws {
    let timeline = try Timeline(Plan([.seconds(10), .interval(Interval(goal: .open)), .seconds(20), .seconds(30)]))
    #expect(timeline.totals.duration == nil)
    #expect(timeline.totals.intervals == 4)
    let third = try #require(timeline.positions.dropFirst(2).first)
    #expect(timeline.totals(after: third).duration == .seconds(30))
    #expect(timeline.totals(after: timeline.start).duration == nil)
    #expect(timeline.position(at: .seconds(9))?.position == timeline.start)
    #expect(timeline.position(at: .hours(9))?.position.number == 2)
  }

  @Test func `a position is found without unrolling a plan of many intervals`() throws {
    let pair = [Step.seconds(2), .seconds(2)]
    let timeline = try Timeline(Plan([.repeat(Repeat(.count(9999), [.repeat(Repeat(.count(9), pair))]))]))
    #expect(timeline.totals.intervals == 9999 * 18)
    #expect(timeline.totals.duration == .seconds(9999 * 36))
    let position = try #require(timeline.position(at: .seconds(9998 * 36 + 35)))
    #expect(position.position.number == 9999 * 18)
    #expect(
      timeline.rounds(at: position.position) == [Round(number: 9999, of: 9999, inner: 1), Round(number: 9, of: 9)])
  }

  private func plan(_ seed: UInt64) -> Plan {
    var generator = SplitMix64(seed: seed)
    return Plan.random(using: &generator)
  }
}

extension Timeline {
  /// All positions of a timeline that has an end, in order.
  fileprivate var positions: [Position] { Array(sequence(first: start) { self.position(after: $0) }) }
}

extension Position {
  /// Whether this position is in the innermost repeat around `other`, in any round of that repeat.
  fileprivate func isInSameRepeat(as other: Position) -> Bool {
    let level = other.frames.count - 2
    guard frames.count >= level + 2 else { return false }
    return frames[..<level] == other.frames[..<level] && frames[level].index == other.frames[level].index
  }
}

extension Step {
  fileprivate static func seconds(_ seconds: Int) -> Step { .interval(Interval(goal: .time(.seconds(seconds)))) }
}

extension Duration {
  fileprivate static func hours(_ hours: Int) -> Duration { .seconds(hours * 3600) }
}
