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

  @Test(arguments: [1, 1000, 1001, 10_000])
  func `a reply has at most the last thousand laps, with their intervals`(count: Int) {
    let laps = Self.laps(count)
    var summary = Samples.bareSummary
    summary.laps = laps
    let kept = min(count, 1000)
    let sent = summary.withLapsOfReply.laps
    #expect(sent?.dropped == 5 + count - kept)
    #expect(sent?.laps.map(\.endMs) == laps.laps.suffix(kept).map(\.endMs))
    #expect(sent?.laps.first?.beginMs == laps.laps[count - kept].beginMs)
    #expect(
      sent?.laps.map { sent?.intervals[$0.interval].label }
        == laps.laps.suffix(kept).map { laps.intervals[$0.interval].label })
    #expect(count <= 1000 ? sent == laps : sent?.intervals.count == 2)
  }

  @Test func `a reply with the longest plan, the longest labels and the longest laps fits in a message`() throws {
    var laps = Self.laps(10_000)
    laps.intervals = (0..<10_000).map { _ in .init(kind: "run", label: Self.longestName, goal: "30s") }
    for index in laps.laps.indices {
      laps.laps[index].interval = index
      laps.laps[index].rounds = Array(repeating: 9999, count: 8)
      laps.laps[index].pauses = (0..<100).map { _ in .init(beginMs: 0, endMs: 0) }
    }
    var summary = Samples.bareSummary
    (summary.plan, summary.laps) = (Self.longestPlan, laps)
    let event = Report.Event(event: .finished, status: Self.longestStatus, summary: summary)
    var sent = event
    sent.summary = summary.withLapsOfReply
    #expect(try JSONValue(encoding: WorkoutInterface.EventResult(event: sent)).text.count < MessageFramer.maximumLength)
  }

  private static func laps(_ count: Int) -> Report.Laps {
    Report.Laps(
      dropped: 5, intervals: ["never", "run", "walk"].map { .init(kind: "run", label: $0, goal: "1s") },
      laps: (0..<count).map {
        .init(interval: 1 + $0 % 2, rounds: [], beginMs: $0 * 1000, endMs: ($0 + 1) * 1000, ended: .time)
      })
  }

  @Test func `the list of plans ends before the length of a message is exceeded`() throws {
    let plan = Report.Plan(name: Self.longestName, path: "/plans/\(Self.longestName)", about: Self.longestName)
    let plans = WorkoutService.firstThatFit(Array(repeating: plan, count: 600))
    let reply = Reply(try JSONValue.object(encoding: WorkoutInterface.PlansResult(plans: plans)))
    #expect(reply.message.count <= MessageFramer.maximumLength)
    #expect(reply.message.count > MessageFramer.maximumLength * 9 / 10)
  }
}
