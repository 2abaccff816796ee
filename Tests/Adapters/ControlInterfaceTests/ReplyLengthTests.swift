import JSON
import PlanNotation
import Testing
import Varlink
import WorkoutReports

@testable import ControlInterface

/// The lengths of replies with the longest texts.
///
/// JSON needs up to six bytes for one byte of a text, because an escape such as `\u001b` has six characters.
@Suite struct ReplyLengthTests {
  private static let longestPlan = String(repeating: "\u{1b}", count: PlanFile.maxBytes)
  private static let longestName = String(repeating: "\u{1b}", count: 200)

  private static var longestStatus: Report.Status {
    var interval = Report.Interval(kind: "run", label: longestName, goal: "30s")
    interval.durationMs = 30_000
    return Report.Status(
      atNs: .max, phase: .running, workoutId: "w", title: longestName, planName: longestName, plan: longestPlan,
      distanceUnits: "km", paceUnits: "min/km", interval: interval, next: interval, rounds: [], elapsedMs: 0)
  }

  @Test func `a reply with the longest plan, labels and names fits in a message`() throws {
    let status = try JSONValue(encoding: WorkoutInterface.StatusResult(status: Self.longestStatus))
    #expect(status.text.count < MessageFramer.maximumLength / 2)
  }

  @Test func `the list of plans ends before the length of a message is exceeded`() throws {
    let plan = Report.Plan(name: Self.longestName, path: "/plans/\(Self.longestName)", about: Self.longestName)
    let plans = WorkoutService.firstThatFit(Array(repeating: plan, count: 600))
    let reply = Reply(try JSONValue.object(encoding: WorkoutInterface.PlansResult(plans: plans)))
    #expect(reply.message.count <= MessageFramer.maximumLength)
    #expect(reply.message.count > MessageFramer.maximumLength * 9 / 10)
  }
}
