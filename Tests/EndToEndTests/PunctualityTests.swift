import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// The lateness of cues in real workouts, on an otherwise idle machine.
@Suite(.clocked, .serialized, .timeLimit(.minutes(2))) struct PunctualityTests {
  @Test func `the cues of thirty one-second intervals are on the bus within 50 ms, and do not drift`() async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      let started = try await client.start(plan: "lead-in 1s\n30x(1s run)").status
      let origin = try #require(started.deadlineNs)
      _ = try await desktop.monitor.notification("Workout finished", within: .seconds(60))
      let cues = desktop.monitor.notifications.dropFirst()
      #expect(cues.count == 31)
      let lateness = cues.enumerated().map { index, call in
        Int(desktop.monitor.monotonicTime(of: call.message)) - (origin + index * 1_000_000_000)
      }
      let milliseconds = lateness.map { Double($0) / 1e6 }
      #expect(milliseconds.allSatisfy { (-1...50).contains($0) }, "\(milliseconds)")
      // A drift delays all later cues, but a busy moment of the machine delays only some cues. So the test compares the
      // minimum of the last 15 cues with the minimum of the first 15. A drift of 0.2 ms per cue adds 3 ms in 15 cues.
      let trend = try #require(milliseconds.suffix(15).min()) - (try #require(milliseconds.prefix(15).min()))
      #expect(trend < 3, "\(milliseconds)")
      print("lateness of the cues on the bus, in ms:", milliseconds.map { ($0 * 1000).rounded() / 1000 })
    }
  }
}
