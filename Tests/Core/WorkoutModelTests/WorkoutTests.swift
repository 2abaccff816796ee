import PlanNotation
import Testing

@testable import WorkoutModel

@Suite struct WorkoutTests {
  private static func outline(_ text: String) throws -> [OutlineStep] {
    try PlanFile(text).workout(over: Settings()).outline
  }

  @Test func `each step of an outline has the totals of one run through it`() throws {
    let outline = try Self.outline("until 61s (20s run @2m/s, 20s walk), open")
    #expect(outline.count == 2)
    #expect(outline[0].totals == Totals(duration: .seconds(61), metres: nil, intervals: 4))
    guard case .repeat(.untilTime(.seconds(61)), rounds: 2, let body) = outline[0].content else {
      Issue.record("\(outline[0].content)")
      return
    }
    #expect(body.map(\.totals.metres) == [40, nil])
    #expect(body.map(\.totals.duration) == [.seconds(20), .seconds(20)])
    #expect(outline[1].totals.duration == nil)
  }

  @Test(arguments: [
    ("skip-last rest\n8x(20s work, 10s rest)", [Duration.seconds(230)]),
    ("skip-last rest\n30s work, 1x(10s rest)", [.seconds(30)]),
  ])
  func `an outline lacks the interval that is skipped at the end`(text: String, times: [Duration]) throws {
    #expect(try Self.outline(text).map(\.totals.duration) == times)
  }
}
