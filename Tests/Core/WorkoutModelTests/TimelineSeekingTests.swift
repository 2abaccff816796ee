import TestSupport
import Testing

@testable import WorkoutModel

/// Tests of positions that are found by the interval's number, and of the rounds that contain these positions.
@Suite struct TimelineSeekingTests {
  @Test(arguments: 0..<40 as Range<UInt64>) func `a position is found by its number`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    Self.expectNumbers(in: try Timeline(Plan.random(using: &generator)))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a round contains its positions and no others`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    try Self.expectRounds(in: Timeline(Plan.random(using: &generator)))
  }

  /// Each case is a round of the outer repeat, and the metres that already count when the inner repeat of this round
  /// begins.
  ///
  /// A round of the inner repeat is 200 m long. A negative number makes the inner repeat longer.
  @Test(arguments: [(2, 400.0), (2, 150), (2, -1400), (4, -200), (1, -300)])
  func `intervals of the present round are counted as they were scheduled`(round: Int, done: Double) throws {
    let pair = [Kind.run, .walk].map {
      Step.interval(Interval(goal: .distance(.metres(100)), kind: $0, pace: .time(.seconds(300), per: .kilometres)))
    }
    let pairs = Step.repeat(Repeat(.untilDistance(.metres(500)), pair))
    let timeline = try Timeline(
      Plan([pair[0], .repeat(Repeat(.count(5), [pair[0], pairs, pair[1]])), pair[1], pairs]))
    let position = try #require(timeline.position(numbered: 1 + 7 * (round - 1) + 2))
    let checkpoint = Timeline.Checkpoint(
      position: position, done: [Timeline.Done(), Timeline.Done(estimated: done)], duration: .seconds(30))
    let rescheduled = try #require(timeline.rescheduled(from: checkpoint))
    #expect(rescheduled.totals.intervals != timeline.totals.intervals)
    Self.expectNumbers(in: rescheduled)
    try Self.expectRounds(in: rescheduled)
  }

  private static func expectNumbers(in timeline: Timeline) {
    var position: Position? = timeline.start
    var last = 0
    while let current = position {
      #expect(timeline.position(numbered: current.number) == current)
      last = current.number
      position = timeline.position(after: current)
    }
    for number in [last + 1, .max, 0, -1, .min] { #expect(timeline.position(numbered: number) == nil) }
  }

  private static func expectRounds(in timeline: Timeline) throws {
    var positions = [timeline.start]
    while let next = timeline.position(after: positions[positions.count - 1]) { positions.append(next) }
    for current in positions {
      let repeats = timeline.rounds(at: current)
      #expect(current.depth == repeats.count)
      for depth in 0...repeats.count {
        let round = try #require(timeline.round(at: current, depth: depth))
        let frames = current.frames.prefix(depth)
        let inRound = positions.filter { $0.frames.prefix(depth) == frames }
        #expect(round.start == inRound.first)
        #expect(round.count == inRound.count)
        #expect(round.before == inRound.firstIndex(of: current))
      }
    }
  }

  @Test func `an endless repeat has numbered rounds, and positions after it have unknown numbers`() throws {
    let second = Interval(goal: .time(.seconds(2)))
    let plan = Plan([
      .interval(second),
      .repeat(Repeat(.forever, [.interval(second), .repeat(Repeat(.count(3), [.interval(second)]))])),
      .interval(second), .interval(second),
    ])
    let timeline = try Timeline(plan)
    let position = try #require(timeline.position(numbered: 1 + 4 * 1000 + 3))
    #expect(timeline.rounds(at: position) == [Round(number: 1001, of: nil, inner: 1), Round(number: 2, of: 3)])
    #expect(timeline.round(at: position, depth: 0) == nil)
    #expect(try #require(timeline.round(at: position, depth: 1)).before == 2)
    let after = try #require(timeline.startAfterEndlessRepeat)
    #expect(timeline.totals(after: after).intervals == 1)
    #expect(try Timeline(Plan([.interval(second)])).startAfterEndlessRepeat == nil)
    #expect(timeline.position(numbered: .max) != nil)
  }
}
