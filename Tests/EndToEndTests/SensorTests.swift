import ControlInterface
import TestSupport
import TestTraits
import Testing
import UserFiles
import WorkoutReports

/// Workouts of the real daemon with the foot pod of a simulated Bluetooth service.
@Suite(.hangLimit) struct SensorTests {
  @Test func `a workout ends where the foot pod measures the end, and the sensor is released`() async throws {
    try await SensorScenario.with { scenario in
      let client = try await scenario.daemon.connect()
      // At its own pace, the plan would take 400 s.
      _ = try await client.start(plan: "lead-in off\nuntil 120mtr (20m run @0.3m/s)")
      try await scenario.send(speed: 10, total: 5000)
      try await scenario.daemon.log("Pod sends values")
      let watching = try await scenario.daemon.connect()
      let summary = try await withThrowingTaskGroup(of: Report.Summary?.self) { group in
        group.addTask { try await watching.watch().first { $0.summary != nil }?.summary }
        group.addTask { try await scenario.sendValues(speed: 10, total: 5000) }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
      }
      let ended = try #require(summary)
      #expect(ended.completed)
      // A value that arrives late exceeds the end.
      #expect(ended.distanceM ?? 0 > 120 - 1e-3)
      #expect(ended.elapsedMs < 300_000)
      try await scenario.bluetooth.awaitRest()
      // The file of the sensor values is written before the history.
      let shown = try await scenario.daemon.intervalctl("history", "show")
      #expect(shown.output.contains("measured"), "\(shown)")
      #expect(shown.output.contains("spm"), "\(shown)")
    }
  }

  @Test func `values that end and return are marked, and the estimate continues in between`() async throws {
    try await SensorScenario.with { scenario in
      let client = try await scenario.daemon.connect()
      _ = try await client.start(plan: "lead-in off\n10km run @2m/s")
      let measured = try await scenario.measure(speed: 2.5, total: 0)
      #expect(measured.measured?.speedMps == 2.5)
      #expect(measured.measured?.cadence == 170)
      let silent = try await scenario.status("the end of the values") { $0.measured?.isCurrent == false }
      #expect(silent.measured?.speedMps == nil)
      #expect(silent.distanceM ?? 0 > measured.distanceM ?? 0)
      try await scenario.daemon.log("The foot pod sends no values")
      let lines = scenario.daemon.process.errors.elements
      #expect(lines.filter { $0.contains("sends no values") }.count == 1)
      try await scenario.measure(speed: 2.5, total: 130)
      _ = try await client.stop()
      try await scenario.bluetooth.awaitRest()
    }
  }

  @Test func `the sensor of a killed daemon is used by the resumed workout, or disconnected without a workout`()
    async throws
  {
    try await SensorScenario.with { scenario in
      _ = try await scenario.daemon.connect().start(plan: "lead-in off\n10km run @2m/s")
      try await scenario.send(speed: 2.5, total: 0)
      try await scenario.daemon.log("Pod sends values")
      try await scenario.daemon.process.killAndWait()
      let second = try await scenario.startDaemon()
      try await scenario.send(speed: 2.5, total: 30)
      try await second.log("Pod sends values")
      #expect(!scenario.bluetooth.calls.contains { $0.hasPrefix("Disconnect") })
      try await second.process.killAndWait()
      for file in ["state/intervald/workout.json", "run/intervald/workout.json"] {
        try AtomicFile.remove(scenario.desktop.folder.path(of: file))
      }
      _ = try await scenario.startDaemon()
      try await scenario.bluetooth.awaitRest()
    }
  }
}
