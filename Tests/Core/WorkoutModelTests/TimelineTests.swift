import TestSupport
import Testing

@testable import WorkoutModel

/// Finding and moving in timelines, against a list of all their intervals.
@Suite struct TimelineTests {
  @Test(arguments: seeds)
  func `moving forward meets every interval once, and moving back returns`(seed: UInt64) throws {
    let timeline = try Timeline(plan(seed))
    var places = [timeline.start]
    while let next = timeline.place(after: places[places.count - 1]) { places.append(next) }
    #expect(places.count == timeline.measure.intervals)
    #expect(places.map(\.number) == Array(1...places.count))
    for (place, next) in zip(places, places.dropFirst()) {
      #expect(timeline.place(before: next) == place)
    }
    #expect(timeline.place(before: timeline.start) == nil)
  }

  @Test(arguments: seeds, [true, false])
  func `a timeline equals the unrolled plan`(seed: UInt64, hasPaces: Bool) throws {
    var generator = SplitMix64(seed: seed)
    let plan = Plan.random(.init(hasPaces: hasPaces), using: &generator)
    let timeline = try Timeline(plan)
    let unrolled = UnrolledInterval.all(of: plan.steps)
    let places = timeline.places
    #expect(places.count == unrolled.count)
    for (place, expected) in zip(places, unrolled) {
      let interval = timeline.interval(at: place)
      #expect(interval.kind == expected.kind)
      #expect(timeline.rounds(at: place) == expected.rounds)
      #expect(abs(try #require(interval.duration).inSeconds - expected.seconds) < 1e-6)
      #expect(abs((interval.metres ?? -1) - (expected.metres ?? -1)) < 1e-6)
    }
    let metres = unrolled.contains { $0.metres == nil } ? -1 : unrolled.reduce(0) { $0 + ($1.metres ?? 0) }
    #expect(abs((timeline.measure.metres ?? -1) - metres) < 1e-3)
  }

  @Test(arguments: seeds)
  func `the sum of the intervals is the total`(seed: UInt64) throws {
    let timeline = try Timeline(plan(seed))
    let intervals = timeline.places.map(timeline.interval(at:))
    let total = timeline.measure
    #expect(intervals.reduce(Duration.zero) { $0 + ($1.duration ?? .zero) } == total.duration)
    let metres = intervals.reduce(0) { $0 + ($1.metres ?? 0) }
    #expect(abs(metres - (total.metres ?? 0)) < 1e-6)
  }

  @Test(arguments: seeds)
  func `seeking finds what moving finds`(seed: UInt64) throws {
    let timeline = try Timeline(plan(seed))
    var start = Duration.zero
    for place in timeline.places {
      let duration = try #require(timeline.interval(at: place).duration)
      let first = try #require(timeline.place(at: start))
      #expect(first.place == place && first.elapsed == .zero)
      let last = try #require(timeline.place(at: start + duration - .nanoseconds(1)))
      #expect(last.place == place && last.elapsed == duration - .nanoseconds(1))
      start += duration
    }
    #expect(timeline.place(at: start) == nil)
    #expect(timeline.place(at: .nanoseconds(-1)) == nil)
  }

  @Test(arguments: seeds)
  func `what is left after an interval is the sum of those that follow`(seed: UInt64) throws {
    let timeline = try Timeline(plan(seed))
    var left = Duration.zero
    var intervals = 0
    for place in timeline.places.reversed() {
      let measure = timeline.measure(after: place)
      #expect(measure.duration == left)
      #expect(measure.intervals == intervals)
      left += timeline.interval(at: place).duration ?? .zero
      intervals += 1
    }
  }

  @Test(arguments: seeds)
  func `out of a repeat leads to what follows its last round`(seed: UInt64) throws {
    let timeline = try Timeline(plan(seed))
    let places = timeline.places
    for place in places {
      let depth = timeline.rounds(at: place).count
      let expected =
        depth == 0
        ? timeline.place(after: place)
        : places[place.number...].first { !$0.isInSameRepeat(as: place) }
      #expect(timeline.place(outOf: place) == expected)
    }
  }

  @Test(arguments: seeds)
  func `a repeat until a goal ends at the exact crossing`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let body = Plan.random(using: &generator).steps
    let time = Duration.milliseconds(Int.random(in: 1000...3_600_000, using: &generator))
    let metres = Double(Int.random(in: 100...10_000, using: &generator))
    let byTime = try Timeline(Plan([.repeat(Repeat(.untilTime(time), body))])).measure
    let byDistance = try Timeline(Plan([.repeat(Repeat(.untilDistance(.metres(metres)), body))])).measure
    let shortfall = time - (try #require(byTime.duration))
    #expect(shortfall >= .zero && shortfall < PlanLimits.shortestPiece)
    #expect(abs(try #require(byDistance.metres) - metres) < 0.03)
  }

  @Test(arguments: seeds)
  func `totals do not depend on how a plan is nested`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let body = Plan.random(using: &generator).steps
    let nested = try Timeline(Plan([.repeat(Repeat(.count(6), body))])).measure
    let split = try Timeline(Plan([.repeat(Repeat(.count(2), [.repeat(Repeat(.count(3), body))]))])).measure
    let written = try Timeline(Plan(Array(repeating: body, count: 6).flatMap(\.self))).measure
    for other in [split, written] {
      #expect(other.duration == nested.duration && other.intervals == nested.intervals)
      #expect(abs((other.metres ?? 0) - (nested.metres ?? 0)) < 1e-6)
    }
  }

  @Test func `a repeat that is crossed before an interval without a pace still has its distance`() throws {
    let paced = Step.interval(Interval(goal: .time(.seconds(30)), pace: .speed(2, .metresPerSecond)))
    let timeline = try Timeline(Plan([.repeat(Repeat(.untilTime(.seconds(20)), [paced, .seconds(30)]))]))
    #expect(timeline.measure == Measure(duration: .seconds(20), metres: 40, intervals: 1))
    #expect(timeline.measure(after: timeline.start) == .zero)
  }

  /// Paces that lie far apart make the average of a round a bad guess at how long the way to the goal takes.
  @Test func `an until is too short or too long by the time that it really takes`() throws {
    let fast = Step.interval(Interval(goal: .time(.seconds(60)), pace: .speed(10, .metresPerSecond)))
    let slow = Step.interval(Interval(goal: .time(.seconds(3600)), pace: .speed(0.3, .metresPerSecond)))
    let short = Plan([.repeat(Repeat(.untilDistance(.metres(9)), [fast, slow]))])
    #expect(throws: TimelineError(reason: .shorterThanASecond, step: [0])) { try Timeline(short) }
    let second = try Timeline(Plan([.repeat(Repeat(.untilDistance(.metres(0.3)), [slow, fast]))]))
    #expect(second.measure.duration?.inMilliseconds == 1000)

    let run = Step.interval(Interval(goal: .time(.seconds(180_000)), pace: .speed(3, .metresPerSecond)))
    let walk = Step.interval(Interval(goal: .time(.seconds(179_000)), pace: .speed(0.3, .metresPerSecond)))
    let within = try Timeline(Plan([.repeat(Repeat(.untilDistance(.metres(596_000)), [run, walk]))]))
    #expect(within.measure.duration?.inMilliseconds == 359_766_667)
  }

  @Test func `a distance that takes just a second at its pace is not too short by a rounding error`() throws {
    let minute = Pace.time(.seconds(240), per: .miles)
    let second = Step.interval(Interval(goal: .time(.seconds(1)), pace: minute))
    #expect(throws: Never.self) {
      try Timeline(Plan([.repeat(Repeat(.untilDistance(.metres(6.7056)), [second]))]))
    }
  }

  @Test func `an endless repeat is left for what follows, and entered again where it was left`() throws {
    let plan = Plan([.repeat(Repeat(.forever, [.seconds(10), .seconds(20)])), .seconds(5)])
    let timeline = try Timeline(plan)
    #expect(timeline.measure == Measure())
    let place = try #require(timeline.place(at: .seconds(75)))
    #expect(place.elapsed == .seconds(5))
    #expect(timeline.rounds(at: place.place) == [Round(number: 3, of: nil)])
    let out = try #require(timeline.place(outOf: place.place))
    #expect(out.number == 7)
    #expect(timeline.interval(at: out).duration == .seconds(5))
    #expect(timeline.measure(after: out) == .zero)
    #expect(timeline.place(before: out) == place.place)
    #expect(timeline.place(after: out) == nil)
  }

  @Test func `an open interval leaves unknown what is around it and nothing else`() throws {
    let timeline = try Timeline(Plan([.seconds(10), .interval(Interval(goal: .open)), .seconds(20), .seconds(30)]))
    #expect(timeline.measure.duration == nil && timeline.measure.intervals == 4)
    let third = try #require(timeline.places.dropFirst(2).first)
    #expect(timeline.measure(after: third).duration == .seconds(30))
    #expect(timeline.measure(after: timeline.start).duration == nil)
    #expect(timeline.place(at: .seconds(9))?.place == timeline.start)
    #expect(timeline.place(at: .hours(9))?.place.number == 2)
  }

  @Test func `finding a place in a plan of many intervals unrolls nothing`() throws {
    let pair = [Step.seconds(2), .seconds(2)]
    let timeline = try Timeline(Plan([.repeat(Repeat(.count(9999), [.repeat(Repeat(.count(9), pair))]))]))
    #expect(timeline.measure.intervals == 9999 * 18)
    #expect(timeline.measure.duration == .seconds(9999 * 36))
    let place = try #require(timeline.place(at: .seconds(9998 * 36 + 35)))
    #expect(place.place.number == 9999 * 18)
    #expect(timeline.rounds(at: place.place) == [Round(number: 9999, of: 9999), Round(number: 9, of: 9)])
  }

  private func plan(_ seed: UInt64) -> Plan {
    var generator = SplitMix64(seed: seed)
    return Plan.random(using: &generator)
  }
}

extension Timeline {
  /// All places, first to last, of a timeline with an end.
  fileprivate var places: [Place] { Array(sequence(first: start) { self.place(after: $0) }) }
}

extension Place {
  /// Whether it stands in the innermost repeat of `other`, in whichever round.
  fileprivate func isInSameRepeat(as other: Place) -> Bool {
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
