import TestSupport
import WorkoutControl

/// The daemon's memory: with nothing to do, and in a workout with every channel on.
struct Memory: Measurement {
  static let name = "memory"

  let thoroughness: Thoroughness

  /// How much a process holds, in MiB.
  struct Reading {
    /// Libraries and all.
    let resident: Double
    /// What is its alone, and no part of a file.
    let own: Double

    init(_ figures: ProcessFigures) throws {
      resident = Double(try figures.residentKibibytes()) / 1024
      own = Double(try figures.privateKibibytes()) / 1024
    }
  }

  /// Of a daemon that has just started.
  static func idle() async throws -> Reading {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      return try Reading(try await BenchedDaemon.start(on: desktop).figures)
    }
  }

  func measure() async throws -> Report.Section {
    let (idle, running) = try await Desktop.withAllChannels { desktop in
      let daemon = try await BenchedDaemon.start(on: desktop, settings: AllChannels.settings)
      let idle = try Memory.Reading(daemon.figures)
      let cues = thoroughness.part(of: 60)
      _ = try await daemon.connect().start(plan: SamplePlans.seconds(cues))
      _ = try await daemon.process.errors.first("the end", within: .seconds(cues + 60)) { $0.contains("finished") }
      return (idle, try Memory.Reading(daemon.figures))
    }
    return Report.Section(
      title: "Memory",
      method: """
        The daemon alone, of /proc/PID/smaps_rollup, in MiB: `Rss`, which has the pages of all libraries in it, and \
        `Anonymous`, which is its alone. Running is behind a minute of intervals of a second with notifications, sounds, \
        voice, hooks and media player.
        """,
      columns: ["", "resident", "private"],
      rows: [("idle", idle), ("running", running)].map { [$0, $1.resident.shown, $1.own.shown] },
      goals: [
        .init("resident memory, idle", idle.resident, atMost: 16, "MiB"),
        .init("resident memory, running", running.resident, atMost: 16, "MiB"),
        .init("private memory, idle", idle.own, atMost: 4, "MiB"),
        .init("private memory, running", running.own, atMost: 4, "MiB"),
      ])
  }
}
