import TestSupport
import WorkoutControl

/// Whether a daemon that has nothing to do is woken.
struct Idle: Measurement {
  static let name = "idle"

  let thoroughness: Thoroughness

  func measure() async throws -> Report.Section {
    let seconds = thoroughness.part(of: 60)
    let (idle, paused) = try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let idle = try await BenchedDaemon.start("idle", on: desktop)
      let paused = try await BenchedDaemon.start("paused", on: desktop)
      let client = try await paused.connect()
      _ = try await client.start(plan: SamplePlans.mission)
      _ = try await client.pause()
      // Threads of a pool that have no more work end within some seconds.
      try await Task.sleep(for: .seconds(10))
      let before = try [idle, paused].map { try $0.figures.wakeUps() }
      try await Task.sleep(for: .seconds(seconds))
      return (try idle.figures.wakeUps(since: before[0]), try paused.figures.wakeUps(since: before[1]))
    }
    return Report.Section(
      title: "Idle",
      method: "Voluntary context switches of all threads in \(seconds) s, of /proc/PID/task/TID/status.",
      columns: ["", "wake-ups"],
      rows: [["no workout", "\(idle)"], ["paused workout", "\(paused)"]],
      goals: [
        .init("wake-ups in \(seconds) s, no workout", Double(idle), atMost: 0, ""),
        .init("wake-ups in \(seconds) s, paused", Double(paused), atMost: 0, ""),
      ])
  }
}
