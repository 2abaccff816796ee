import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// Cues of real workouts, held against the clock; nothing else runs beside them.
@Suite(.clocked, .serialized, .timeLimit(.minutes(2))) struct PunctualityTests {
  @Test func `thirty one-second cues are each on the bus within 50 ms, without a trend`() async throws {
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
      // Lateness that adds up is in each of the last cues; what the machine does for some seconds is not in all of
      // them. A fifth of a millisecond a cue would make three.
      let trend = try #require(milliseconds.suffix(15).min()) - (try #require(milliseconds.prefix(15).min()))
      #expect(trend < 3, "\(milliseconds)")
      print("cues behind their deadlines, in ms at the bus:", milliseconds.map { ($0 * 1000).rounded() / 1000 })
    }
  }
}
