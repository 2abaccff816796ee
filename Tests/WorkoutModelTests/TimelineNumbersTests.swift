import TestSupport
import Testing

@testable import WorkoutModel

/// Places found by their numbers, and what they are part of.
@Suite struct TimelineNumbersTests {
  @Test(arguments: 0..<40 as Range<UInt64>) func `a number leads to its place`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let timeline = try Timeline(Plan.random(using: &generator))
    var place: Place? = timeline.start
    var last = 0
    while let current = place {
      #expect(timeline.place(numbered: current.number) == current)
      last = current.number
      place = timeline.place(after: current)
    }
    for number in [last + 1, .max, 0, -1, .min] { #expect(timeline.place(numbered: number) == nil) }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a round holds the place, and all that is in it`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let timeline = try Timeline(Plan.random(using: &generator))
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
