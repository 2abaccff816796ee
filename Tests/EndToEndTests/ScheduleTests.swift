import ControlInterface
import FoundationEssentials
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// The schedule of a plan, compared with the real workout.
@Suite(.hangLimit) struct ScheduleTests {
  @Test func `the intervals of a workout are those that show --schedule lists`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      let plan = "lead-in 2s\nskip-last rest\n2x(until 10mtr (1s run @5:00/km, 1.2s walk @10:00/km), 1s rest)"
      let shown = try await daemon.intervalctl("show", "--json", "--schedule", "--text", plan)
      let schedule = try JSONDecoder().decode(ShownPlan.self, from: Data(shown.output.utf8)).schedule
      #expect(schedule.count > 8)
      // A stall of the machine of more than a second makes the daemon skip intervals. The workout is then repeated.
      var (performed, missed) = try await Self.perform(plan, on: daemon)
      while missed > 0 { (performed, missed) = try await Self.perform(plan, on: daemon) }
      #expect(
        performed.map { "\($0.number ?? 0) \($0.kind) \($0.goal) \($0.durationMs)" }
          == schedule.map { "\($0.number ?? 0) \($0.kind) \($0.goal) \($0.durationMs)" })
      // Both times are rounded to milliseconds separately.
      #expect(zip(performed, schedule).allSatisfy { abs($0.startMs - $1.startMs) <= 1 }, "\(performed)")
    }
  }

  /// Performs a workout, and returns its intervals and the number of missed cues.
  private static func perform(
    _ plan: String, on daemon: DaemonProcess
  ) async throws -> (intervals: [ShownPlan.Entry], missed: Int) {
    var origin = 0
    var performed: [ShownPlan.Entry] = []
    for try await event in try await daemon.connect().watch() {
      if event.status.phase == .idle, event.event == .state {
        // The times of the schedule are relative to the end of the lead-in, which is the first deadline.
        origin = try #require(try await daemon.connect().start(plan: plan).status.deadlineNs)
      }
      if let summary = event.summary { return (performed, summary.punctuality?.missed ?? 0) }
      guard event.cue == .start else { continue }
      guard let interval = event.status.interval, let deadline = event.status.deadlineNs else { break }
      let duration = try #require(interval.durationMs)
      let start = Int((Double(deadline - origin) / 1e6).rounded()) - duration
      performed.append(
        .init(
          number: event.status.number, kind: interval.kind, goal: interval.goal, startMs: start, durationMs: duration)
      )
    }
    throw CancellationError()
  }
}

/// The compared part of the output of `show --json --schedule`.
private struct ShownPlan: Decodable {
  let schedule: [Entry]

  struct Entry: Decodable {
    let number: Int?
    let kind: String
    let goal: String
    let startMs: Int
    let durationMs: Int
  }
}
