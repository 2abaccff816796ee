import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// The lateness of cues in real workouts.
@Suite(.clocked, .serialized, .hangLimit) struct PunctualityTests {
  @Test func `the cues of thirty one-second intervals are on the bus within 50 ms, and do not drift`() async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let delay = WakeUpDelay()
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      let started = try await client.start(plan: "lead-in 1s\n30x(1s run)").status
      let origin = try #require(started.deadlineNs)
      _ = try await desktop.monitor.notification("Workout finished")
      let cues = desktop.monitor.notifications.dropFirst()
      #expect(cues.count == 31)
      let lateness = cues.enumerated().map { index, call in
        Int(desktop.monitor.monotonicTime(of: call.message)) - (origin + index * 1_000_000_000)
      }
      let milliseconds = lateness.map { Double($0) / 1e6 }
      let allowance = delay.allowance / .milliseconds(1)
      #expect(milliseconds.allSatisfy { (-1...50 + allowance).contains($0) }, "\(milliseconds), \(allowance)")
      // A drift delays all later cues, but a busy moment of the machine delays only some cues. So the test compares the
      // minimum of the last 15 cues with the minimum of the first 15. A drift of 0.2 ms per cue adds 3 ms in 15 cues.
      let trend = try #require(milliseconds.suffix(15).min()) - (try #require(milliseconds.prefix(15).min()))
      #expect(trend < 3 + delay.max / .milliseconds(1), "\(milliseconds), \(delay.max)")
      print("lateness of the cues on the bus, in ms:", milliseconds.map { ($0 * 1000).rounded() / 1000 })
    }
  }
}
