import TestSupport
import ControlInterface

/// The daemon's memory: with nothing to do, and in a workout with every channel on.
struct Memory: Measurement {
  static let name = "memory"

  let thoroughness: Thoroughness

  /// How much a process holds, in MiB.
  struct Reading {
    /// Libraries and all.
    let resident: Double
    /// Of that, what is of the program's file, and of others'.
    let program: Double
    let libraries: Double
    /// What is its alone, and no part of a file.
    let own: Double

    init(_ figures: ProcessFigures) throws {
      resident = Double(try figures.residentKibibytes()) / 1024
      let files = try figures.residentKibibytesByFile()
      program = Double(files.filter { $0.key.hasSuffix("/intervald") }.values.reduce(0, +)) / 1024
      libraries = Double(files.values.reduce(0, +)) / 1024 - program
      own = Double(try figures.privateKibibytes()) / 1024
    }
  }

  /// Of a daemon that has just started.
  static func idle() async throws -> Reading {
    try await Desktop.withNotifications { desktop in
      return try Reading(try await BenchedDaemon.start(on: desktop).figures)
    }
  }

  func measure() async throws -> Report.Section {
    let cues = thoroughness.part(of: 60)
    var (idle, running): ([Reading], [Reading]) = ([], [])
    for _ in 1...3 {
      let readings = try await Desktop.withAllChannels { desktop in
        let daemon = try await BenchedDaemon.start(on: desktop, settings: AllChannels.settings)
        let idle = try Reading(daemon.figures)
        _ = try await daemon.begin(SamplePlans.seconds(cues))
        try await daemon.end(within: .seconds(cues + 60))
        return (idle: idle, running: try Reading(daemon.figures))
      }
      idle.append(readings.idle)
      running.append(readings.running)
    }
    return Report.Section(
      title: "Memory",
      method: """
        Three daemons, one after the other, of /proc/PID/smaps: `Rss`, of it what is mapped of its own file and of \
        libraries, and `Anonymous`, which is its alone; what it has changed of a file is in two of them. Ready is \
        before anything else; for some minutes later see Idle, and for 10,000 cues Drift. Running is behind \(cues) \
        intervals of a second with notifications, sounds, voice, hooks and media player. The goals are held against \
        the most.
        """,
      columns: ["", "resident, MiB", "of the program", "of libraries", "private, MiB"],
      rows: [("ready", idle), ("running", running)].flatMap { name, readings in
        readings.map { reading in
          [.text(name)]
            + [reading.resident, reading.program, reading.libraries, reading.own].map { .number($0) }
        }
      },
      goals: [
        .init("resident memory, ready", Sample(idle.map(\.resident)).most, atMost: 16, "MiB"),
        .init("resident memory, running", Sample(running.map(\.resident)).most, atMost: 16, "MiB"),
        .init("private memory, ready", Sample(idle.map(\.own)).most, atMost: 4, "MiB"),
        .init("private memory, running", Sample(running.map(\.own)).most, atMost: 4, "MiB"),
      ],
      obstacle: """
        what is resident and not private are pages of files, which the machine has in memory once, whoever maps them, \
        and takes back when it needs to. The kernel maps 64 KiB round each of them that is touched. The \
        program has the Swift runtime inside; GLib, GIO, libnotify with gdk-pixbuf, libsystemd, libcanberra and \
        PulseAudio's client are the libraries.
        """)
  }
}
