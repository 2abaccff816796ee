import TestSupport
import Testing
import WorkoutControl

/// Cues of real workouts, held against the clock; nothing else runs beside them.
@Suite(.serialized, .timeLimit(.minutes(2))) struct PunctualityTests {
  @Test func `ten one-second cues are each on the bus within 50 ms, and none puts off another`() async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      let events = try await daemon.connect().watch()
      let started = try await daemon.connect().start(plan: "lead-in 1s\n10x(1s run)").status
      let origin = try #require(started.deadlineNs)
      // Lateness that adds up would be in the deadlines, whatever the machine does meanwhile.
      var deadlines: [Int?] = []
      for try await event in events where event.cue == .start {
        deadlines.append(event.status.deadlineNs)
        if deadlines.count == 10 { break }
      }
      #expect(deadlines == (1...10).map { origin + $0 * 1_000_000_000 })
      _ = try await desktop.monitor.notification("Workout finished")
      let cues = desktop.monitor.notifications.dropFirst()
      #expect(cues.count == 11)
      let lateness = cues.enumerated().map { index, call in
        Int(desktop.monitor.monotonicTime(of: call.message)) - (origin + index * 1_000_000_000)
      }
      let milliseconds = lateness.map { Double($0) / 1e6 }
      #expect(milliseconds.allSatisfy { (-1...50).contains($0) }, "\(milliseconds)")
      print("cues behind their deadlines, in ms at the bus:", milliseconds.map { ($0 * 1000).rounded() / 1000 })
    }
  }
}
