import ControlInterface
import FoundationEssentials
import TestSupport

/// Measures the memory of a daemon after its start, and after a workout on all channels.
struct Memory: Measurement {
  static let name = "memory"

  let thoroughness: Thoroughness

  /// Memory of a process, in MiB.
  struct Reading {
    /// All resident memory.
    let resident: Double
    /// Part of the resident memory that comes from the program file; `libraries` is the part from all other files.
    let program: Double
    let libraries: Double
    /// Anonymous memory, which does not come from a file.
    let own: Double

    init(_ figures: ProcessFigures) throws {
      resident = Double(try figures.residentKibibytes()) / 1024
      let files = try figures.residentKibibytesByFile()
      program = Double(files.filter { $0.key.hasSuffix("/intervald") }.values.reduce(0, +)) / 1024
      libraries = Double(files.values.reduce(0, +)) / 1024 - program
      own = Double(try figures.privateKibibytes()) / 1024
    }
  }

  /// Returns the memory of a daemon after its start.
  static func idle() async throws -> Reading {
    try await Desktop.withNotifications { desktop in
      return try Reading(try await BenchedDaemon.start(on: desktop).figures)
    }
  }

  func measure() async throws -> BenchmarkReport.Section {
    let cues = thoroughness.part(of: 60)
    var (idle, running): ([Reading], [Reading]) = ([], [])
    for _ in 1...3 {
      let readings = try await ChannelServers.with { servers in
        let daemon = try await BenchedDaemon.start(on: servers.desktop, settings: servers.allChannels)
        let idle = try Reading(daemon.figures)
        _ = try await daemon.begin(SamplePlans.seconds(cues))
        try await daemon.end(within: .seconds(cues + 60))
        // The services connect during the first cues, and the last interval has a cue of its own.
        try await servers.require(.onAllChannels(cues * 9 / 10), for: "running")
        return (idle: idle, running: try Reading(daemon.figures))
      }
      idle.append(readings.idle)
      running.append(readings.running)
    }
    return BenchmarkReport.Section(
      title: "Memory",
      methods: [
        "Three daemons are measured, one after the other.",
        "Resident memory is `Rss` in /proc/PID/smaps.",
        "The next two columns are the parts of resident memory that come from the program file and from libraries.",
        "Private memory is `Anonymous` in the same file.",
        "A changed page of a file counts twice: for the file, and as private memory.",
        "“Ready” is measured right after the start.",
        """
        The section Idle shows the memory some minutes later, and the section Drift shows the memory after 10,000 cues.
        """,
        "“Running” is measured after \(cues) intervals of one second on all channels: see the section Running.",
        "The goals apply to the maximum of the three daemons.",
      ],
      columns: ["", "resident, MiB", "from the program", "from libraries", "private, MiB"],
      rows: [("ready", idle), ("running", running)].flatMap { name, readings in
        readings.map { reading in
          [.text(name)]
            + [reading.resident, reading.program, reading.libraries, reading.own].map { .number($0) }
        }
      },
      goals: [
        .init("resident memory, ready", Sample(idle.map(\.resident)).max, atMost: 16, "MiB"),
        .init("resident memory, running", Sample(running.map(\.resident)).max, atMost: 16, "MiB"),
        .init("private memory, ready", Sample(idle.map(\.own)).max, atMost: 4, "MiB"),
        .init("private memory, running", Sample(running.map(\.own)).max, atMost: 4, "MiB"),
      ],
      reasons: [
        "Resident memory that is not private consists of pages of files.",
        "The kernel shares these pages between processes, and reclaims them when it needs memory.",
        "The kernel maps 64 KiB around each page that is used.",
        "The program file contains the Swift runtime.",
        """
        The libraries are GLib, GIO, libnotify with gdk-pixbuf, libsystemd, libcanberra and PulseAudio's client \
        library.
        """,
      ])
  }
}

/// Measures the size of the programs.
struct Size: Measurement {
  static let name = "size"

  let thoroughness: Thoroughness

  func measure() async throws -> BenchmarkReport.Section {
    // The sizes include tables for unwinding the stack: 2.4 MiB in intervald and 2 MiB in intervalctl.
    let sizes = [
      (name: "intervald", size: try await Self.mebibytes(of: "intervald"), goal: 18),
      (name: "intervalctl", size: try await Self.mebibytes(of: "intervalctl"), goal: 17.9),
    ]
    return BenchmarkReport.Section(
      title: "Size",
      methods: [
        "The programs are stripped, like the programs that `make install` installs.",
        "They contain the Swift runtime.",
      ],
      columns: ["", "size, MiB"],
      rows: sizes.map { [.text($0.name), .number($0.size)] },
      goals: sizes.map { .init("size of \($0.name)", $0.size, atMost: $0.goal, "MiB") })
  }

  static func mebibytes(of program: String) async throws -> Double {
    let stripped = try await StrippedProgram(of: program)
    return Double(try Data(contentsOf: URL(filePath: stripped.path), options: .mappedIfSafe).count) / 1_048_576
  }
}
