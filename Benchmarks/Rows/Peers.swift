import ControlInterface
import TestSupport

/// Measures intervald and other timers while each of them shows a notification every second.
struct Peers: Measurement {
  static let name = "peers"

  let thoroughness: Thoroughness

  func measure() async throws -> BenchmarkReport.Section {
    let cues = 2 * thoroughness.part(of: 60)
    let own = try await PeerOutcome.ofDaemon(cues: cues)
    var others: [PeerOutcome] = []
    for (name, script) in Self.loops {
      others.append(try await PeerOutcome.ofLoop(name, script: script, cues: cues))
    }
    let timer = try await PeerOutcome.ofTimer(Self.timer, cues: cues)
    return BenchmarkReport.Section(
      title: "Peers",
      methods: [
        "Each program shows \(cues) notifications, one per second, on its own desktop.",
        "The programs run one after the other.",
        "Lateness at the end is the lateness of the last ten cues, with one cue due per second.",
        "The median lateness of the second to eleventh cue counts as zero.",
        "Processor time and wake-ups come from wait4(2), from the start of a program to its end.",
        "Both figures include the child processes that the program waits for.",
        "Memory is measured halfway, eleven times within a second.",
        "Memory includes child processes, and shared pages count once for each process.",
        "`sh -c` runs the loops.",
      ]
        + Self.loops.map { "\($0.name): `\($0.script)`" } + [
          "systemd timer: `\(Self.timer.joined(separator: " "))`",
          "systemd does not report the resource usage of the programs that a timer starts.",
        ],
      columns: [
        "", "lateness at the end, ms, p50", "max", "processor time per cue, ms", "wake-ups per cue",
        "resident, MiB, p50", "max",
      ],
      rows: ([own] + others + [timer]).map(\.row),
      goals: (others + [timer]).map { other in
        .init(
          "lateness at the end, minus that of the \(other.name)", own.lateness.median - other.lateness.median,
          atMost: 1, "ms")
      }
        + others.flatMap { other in
          [
            .init("processor time per cue, ratio to the \(other.name)", own.cost / other.cost, atMost: 1, "×"),
            .init("wake-ups per cue, ratio to the \(other.name)", own.wakeUps / other.wakeUps, atMost: 1, "×"),
          ]
        })
  }

  private static let loops = [
    (name: "shell loop", script: "while :; do notify-send \"Run $((i += 1))\" && sleep 1 || exit; done"),
    (
      name: "sleepenh loop",
      script: "t=$(sleepenh 0); while :; do notify-send \"Run $((i += 1))\" && t=$(sleepenh $t 1) || exit; done"
    ),
    (
      name: "termdown loop",
      script:
        "while :; do notify-send \"Run $((i += 1))\" && script -qec 'termdown --no-bell 1' /dev/null || exit; done"
    ),
  ]

  private static let timer = [
    "systemd-run", "--user", "--on-calendar=*:*:*", "--timer-property=AccuracySec=1us",
    "--property=StartLimitIntervalSec=0", "notify-send", "Run",
  ]
}

/// Result of a measurement of intervald or another timer.
struct PeerOutcome {
  let name: String
  /// Lateness of each of the last ten notifications, in milliseconds; the median lateness at the beginning counts as 0.
  let lateness: Sample
  /// Processor time per cue in milliseconds, including child processes; NaN if unknown.
  var cost = Double.nan
  var wakeUps = Double.nan
  /// Resident memory of all processes together, halfway through the measurement, in MiB.
  var resident = Sample([])

  var row: [Cell] {
    [.text(name)] + lateness.cells(0.5, 1) + [.number(cost), .number(wakeUps)] + resident.cells(0.5, 1)
  }

  static func ofDaemon(cues: Int) async throws -> PeerOutcome {
    try await Desktop.withTimedNotifications { desktop in
      let environment = try BenchedDaemon.environment(on: desktop, settings: BenchedDaemon.notificationOnly)
      return try await outcome(
        "intervald", [BuiltProgram.path(of: "intervald")], environment: environment, cues: cues,
        last: "Workout finished", on: desktop
      ) {
        _ = try await BenchedDaemon.client(in: environment).start(plan: SamplePlans.seconds(cues))
      }
    }
  }

  static func ofLoop(_ name: String, script: String, cues: Int) async throws -> PeerOutcome {
    try await Desktop.withTimedNotifications { desktop in
      var environment = desktop.environment
      environment["TERM"] = "xterm"
      environment["PATH", default: ""] += ":\(packageRoot)/.venv/bin"
      return try await outcome(
        name, ["sh", "-c", script], environment: environment, cues: cues, last: "Run \(cues)", on: desktop)
    }
  }

  /// Measures a timer of systemd.
  ///
  /// The cost is unknown, because systemd does not report the cost of a timer.
  static func ofTimer(_ command: [String], cues: Int) async throws -> PeerOutcome {
    try await Desktop.withTimedNotifications { desktop in
      return try await UserManager.run { manager in
        let bus = "--setenv=DBUS_SESSION_BUS_ADDRESS=\(desktop.busAddress)"
        _ = try await manager.run(command[0], [command[1], bus] + command.dropFirst(2))
        try await withTimeLimit("the timer's cues", limit: .seconds(2 * cues + 60)) {
          while desktop.monitor.notifications.count < cues { try await Task.sleep(for: .seconds(1)) }
        }
        return PeerOutcome(name: "systemd timer", lateness: desktop.monitor.latenessAtEnd())
      }
    }
  }

  /// A program has shown fewer notifications than its row names.
  private struct CuesMissing: Error {
    let name: String
    let count: Int
  }

  /// Starts a program, runs the body, and measures the program while it shows notifications.
  private static func outcome(
    _ name: String, _ words: [String], environment: [String: String], cues: Int, last: String, on desktop: Desktop,
    beginning body: () async throws -> Void = {}
  ) async throws -> PeerOutcome {
    let (resident, usage) = try await SpawnedProcess.with(words, environment: environment) { figures in
      try await body()
      try await Task.sleep(for: .seconds(cues / 2))
      var resident: [Double] = []
      for _ in 0..<11 {
        try await Task.sleep(for: .milliseconds(90))
        resident.append(try figures.residentMebibytesOfFamily())
      }
      _ = try await desktop.monitor.notification(last, within: .seconds(cues + 60))
      let count = desktop.monitor.notifications.count
      guard count >= cues else { throw CuesMissing(name: name, count: count) }
      return Sample(resident)
    }
    return PeerOutcome(
      name: name, lateness: desktop.monitor.latenessAtEnd(),
      cost: usage.processorTime / .milliseconds(cues), wakeUps: Double(usage.wakeUps) / Double(cues),
      resident: resident)
  }
}

extension BusMonitor {
  /// Returns the lateness of the last ten notifications whose summary begins with `Run`.
  ///
  /// The median lateness of the second to eleventh notification counts as zero. The first notification is ignored,
  /// because it also requires preparations.
  fileprivate func latenessAtEnd() -> Sample {
    let times = notifications.filter { $0.summary.hasPrefix("Run") }.map { Int(monotonicTime(of: $0.message)) }
    let phases = times.enumerated().map { Double($1 - $0 * 1_000_000_000) / 1e6 }
    let early = Sample(phases.dropFirst().prefix(10)).median
    return Sample(phases.suffix(10).map { $0 - early })
  }
}
