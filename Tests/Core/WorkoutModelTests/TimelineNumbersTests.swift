import TestSupport
import Testing

@testable import WorkoutModel

/// Places found by their numbers, and what they are part of.
@Suite struct TimelineNumbersTests {
  @Test(arguments: 0..<40 as Range<UInt64>) func `a number leads to its place`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    Self.expectNumbers(in: try Timeline(Plan.random(using: &generator)))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a round holds the place, and all that is in it`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    try Self.expectRounds(in: Timeline(Plan.random(using: &generator)))
  }

  /// The metres of a pair are 200, and what is amended is in round 2, or in rounds 2 and 4.
  @Test(arguments: [[2: 100.0], [2: 350], [2: 1900], [2: 150, 4: 700], [1: 800, 2: 250, 3: 1000]])
  func `rounds that were amended are counted as they are`(metres: [Int: Double]) throws {
    let pair = [Kind.run, .walk].map {
      Step.interval(Interval(goal: .distance(.metres(100)), kind: $0, pace: .time(.seconds(300), per: .kilometres)))
    }
    let pairs = Step.repeat(Repeat(.untilDistance(.metres(500)), pair))
    let timeline = try Timeline(
      Plan([pair[0], .repeat(Repeat(.count(5), [pair[0], pairs, pair[1]])), pair[1], pairs]))
    let amendments = try metres.map { round, metres in
      let place = try #require(timeline.place(numbered: 1 + 7 * (round - 1) + 2))
      return Timeline.Amendment(place, level: 1, metres: metres)
    }
    let amended = try #require(timeline.amended(by: amendments))
    #expect(amended.measure.intervals != timeline.measure.intervals)
    Self.expectNumbers(in: amended)
    try Self.expectRounds(in: amended)
  }

  private static func expectNumbers(in timeline: Timeline) {
    var place: Place? = timeline.start
    var last = 0
    while let current = place {
      #expect(timeline.place(numbered: current.number) == current)
      last = current.number
      place = timeline.place(after: current)
    }
    for number in [last + 1, .max, 0, -1, .min] { #expect(timeline.place(numbered: number) == nil) }
  }

  private static func expectRounds(in timeline: Timeline) throws {
    var places = [timeline.start]
    while let next = timeline.place(after: places[places.count - 1]) { places.append(next) }
    for current in places {
      let repeats = timeline.rounds(at: current)
      #expect(timeline.depth(of: current) == repeats.count)
      for depth in 0...repeats.count {
        let round = try #require(timeline.round(at: current, depth: depth))
        let frames = current.frames.prefix(depth)
        let inRound = places.filter { $0.frames.prefix(depth) == frames }
        #expect(round.start == inRound.first && round.count == inRound.count)
        #expect(round.before == inRound.firstIndex(of: current))
      }
    }
  }

  @Test func `an endless repeat has rounds, and what is behind it has no number`() throws {
    let second = Interval(goal: .time(.seconds(2)))
    let plan = Plan([
      .interval(second),
      .repeat(Repeat(.forever, [.interval(second), .repeat(Repeat(.count(3), [.interval(second)]))])),
      .interval(second), .interval(second),
    ])
    let timeline = try Timeline(plan)
    let place = try #require(timeline.place(numbered: 1 + 4 * 1000 + 3))
    #expect(timeline.rounds(at: place) == [Round(number: 1001, of: nil), Round(number: 2, of: 3)])
    #expect(timeline.round(at: place, depth: 0) == nil)
    #expect(try #require(timeline.round(at: place, depth: 1)).before == 2)
    let behind = try #require(timeline.startBehindEndlessRepeat)
    #expect(timeline.measure(after: behind).intervals == 1)
    #expect(try Timeline(Plan([.interval(second)])).startBehindEndlessRepeat == nil)
    #expect(timeline.place(numbered: .max) != nil)
  }
}
