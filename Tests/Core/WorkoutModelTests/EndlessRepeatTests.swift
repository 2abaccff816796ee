import FoundationEssentials
import PlanNotation
import Testing

@testable import WorkoutModel

/// Positions after endless repeats.
@Suite struct EndlessRepeatTests {
  @Test func `moving back returns to the interval in which the workout left each endless repeat`() throws {
    let timeline = try Timeline(PlanFile("forever (1m run, 1m walk), forever (30s sprint, 30s walk), 5m cooldown").plan)
    var first = timeline.start
    for _ in 0..<4 { first = try #require(timeline.position(after: first)) }
    let second = try #require(timeline.position(outOf: first))
    let third = try #require(timeline.position(outOf: second))
    #expect([first, second, third].map(\.number) == [5, 6, 7])
    #expect(timeline.interval(at: third).kind == .cooldown)
    #expect(timeline.position(before: third) == second)
    #expect(timeline.position(before: second) == first)
    #expect(timeline.contains(third))
  }

  @Test func `a position after 600 endless repeats can be saved, and has one exit for each repeat`() throws {
    let plan = Array(repeating: "forever (1s)", count: 600).joined(separator: ", ") + ", 1s"
    let timeline = try Timeline(PlanFile(plan).plan)
    var position = timeline.start
    for _ in 0..<600 { position = try #require(timeline.position(outOf: position)) }
    for _ in 0..<1000 {
      position = try #require(timeline.position(before: position))
      position = try #require(timeline.position(outOf: position))
    }
    let json = try JSONEncoder().encode(position)
    #expect(json.count < 600 * 100)
    let decoded = try JSONDecoder().decode(Position.self, from: json)
    #expect(decoded == position)
    #expect(timeline.contains(decoded))
  }

  @Test func `a position that an older version saved after one endless repeat is decoded`() throws {
    let timeline = try Timeline(PlanFile("forever (1s), 1m").plan)
    let old = #"""
      {"number":8,"frames":[{"index":1,"round":0}],
       "left":[{"number":7,"frames":[{"index":0,"round":6},{"index":0,"round":0}],"left":[]}]}
      """#
    let position = try JSONDecoder().decode(Position.self, from: Data(old.utf8))
    #expect(timeline.contains(position))
    #expect(timeline.position(before: position)?.number == 7)
  }

  @Test(arguments: [
    #"[{"number":7,"frames":[{"index":1,"round":0}],"left":[]}]"#,
    #"[{"number":0,"frames":[{"index":0,"round":6},{"index":0,"round":0}],"left":[]}]"#,
    #"[{"number":7,"frames":[],"left":[]}]"#,
    #"[{"number":7,"frames":[{"index":0,"round":6},{"index":9,"round":0}],"left":[]}]"#,
  ])
  func `a position with an impossible exit does not belong to the timeline`(exits: String) throws {
    let timeline = try Timeline(PlanFile("forever (1s), 1m").plan)
    let json = #"{"number":8,"frames":[{"index":1,"round":0}],"left":\#(exits)}"#
    let position = try JSONDecoder().decode(Position.self, from: Data(json.utf8))
    #expect(!timeline.contains(position))
  }
}
