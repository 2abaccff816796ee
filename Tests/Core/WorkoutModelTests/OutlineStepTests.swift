import PlanNotation
import Testing

@testable import WorkoutModel

@Suite struct OutlineStepTests {
  private static func outline(_ text: String) throws -> [OutlineStep] {
    try PlanFile(text).workout(over: Settings()).outline
  }

  @Test func `each step has what it comes to each time that it is done`() throws {
    let outline = try Self.outline("until 61s (20s run @2m/s, 20s walk), open")
    #expect(outline.count == 2)
    #expect(outline[0].measure == Measure(duration: .seconds(61), metres: nil, intervals: 4))
    guard case .repeat(.untilTime(.seconds(61)), rounds: 2, let body) = outline[0].content else {
      Issue.record("\(outline[0].content)")
      return
    }
    #expect(body.map(\.measure.metres) == [40, nil] && body.map(\.measure.duration) == [.seconds(20), .seconds(20)])
    #expect(outline[1].measure.duration == nil)
  }

  @Test(arguments: [
    ("skip-last rest\n8x(20s work, 10s rest)", [Duration.seconds(230)]),
    ("skip-last rest\n30s work, 1x(10s rest)", [.seconds(30)]),
  ])
  func `what is skipped at the end is not in it`(text: String, times: [Duration]) throws {
    #expect(try Self.outline(text).map(\.measure.duration) == times)
  }
}
