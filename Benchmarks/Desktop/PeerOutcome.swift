import TestSupport
import WorkoutControl

/// What giving cues came to, by intervald or by something else.
struct PeerOutcome {
  let name: String
  /// How late the last ten notifications were, against a second for each since the first, in milliseconds: the median.
  let latenessAtEnd: Double
  /// Milliseconds of a processor a cue, with what is started for it; not a number where that is not known.
  var cost = Double.nan
  var wakeUps = Double.nan
  /// The most that is resident in a process, in MiB.
  var resident = Double.nan

  var row: [String] { [name, latenessAtEnd.shown, cost.shown, wakeUps.shown, resident.shown] }

  static func ofDaemon(cues: Int) async throws -> PeerOutcome {
    try await Desktop.withNotifications { desktop in
      let daemon = try await BenchedDaemon.start(on: desktop, settings: BenchedDaemon.notificationAlone)
      _ = try await daemon.connect().start(plan: SamplePlans.seconds(cues))
      _ = try await desktop.monitor.notification("Workout finished", within: .seconds(cues + 60))
      let figures = daemon.figures
      return PeerOutcome(
        name: "intervald", latenessAtEnd: desktop.monitor.latenessAtEnd(of: "Run 1 s"),
        cost: try figures.processorTime() / .milliseconds(1) / Double(cues),
        wakeUps: Double(try figures.wakeUps(since: [:])) / Double(cues),
        resident: Double(try figures.residentKibibytes()) / 1024)
    }
  }

  static func ofLoop(_ name: String, script: String, cues: Int) async throws -> PeerOutcome {
    try await Desktop.withNotifications { desktop in
      var environment = desktop.environment
      environment["N"] = "\(cues)"
      environment["TERM"] = "xterm"
      environment["PATH", default: ""] += ":\(packageRoot)/.venv/bin"
      let usage = try Spawned(["sh", "-c", script], environment: environment).usage()
      guard usage.status == 0 else { throw CommandFailed(command: script, status: usage.status) }
      _ = try await desktop.monitor.notification("Run \(cues)")
      return PeerOutcome(
        name: name, latenessAtEnd: desktop.monitor.latenessAtEnd(of: "Run "),
        cost: usage.processorTime / .milliseconds(1) / Double(cues), wakeUps: Double(usage.wakeUps) / Double(cues),
        resident: Double(usage.mostResidentKibibytes) / 1024)
    }
  }

  /// The cost of what a manager starts is nobody's that could be asked.
  static func ofTimer(_ command: [String], cues: Int) async throws -> PeerOutcome {
    try await Desktop.withNotifications { desktop in
      return try await UserManager.run { manager in
        let bus = "--setenv=DBUS_SESSION_BUS_ADDRESS=\(desktop.busAddress)"
        _ = try await manager.run(command[0], [command[1], bus] + command.dropFirst(2))
        try await withTimeLimit("the timer's cues", limit: .seconds(2 * cues + 60)) {
          while desktop.monitor.notifications.count < cues { try await Task.sleep(for: .seconds(1)) }
        }
        return PeerOutcome(name: "systemd timer", latenessAtEnd: desktop.monitor.latenessAtEnd(of: "Run"))
      }
    }
  }
}

extension BusMonitor {
  /// How late the last ten notifications whose summary begins so were, against a second for each since the first.
  fileprivate func latenessAtEnd(of summary: String) -> Double {
    let times = notifications.filter { $0.summary.hasPrefix(summary) }.map { Int(monotonicTime(of: $0.message)) }
    let lateness = times.enumerated().map { Double($1 - times[0] - $0 * 1_000_000_000) / 1e6 }
    return Sample(lateness.suffix(10)).median
  }
}
