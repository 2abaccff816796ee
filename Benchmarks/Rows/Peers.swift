import TestSupport

/// Measurement of other timers with the same task: a notification every second.
struct Peers: Measurement {
  static let name = "peers"

  let thoroughness: Thoroughness

  func measure() async throws -> Report.Section {
    let cues = 2 * thoroughness.part(of: 60)
    let own = try await PeerOutcome.ofDaemon(cues: cues)
    var others: [PeerOutcome] = []
    for (name, script) in Self.loops {
      others.append(try await PeerOutcome.ofLoop(name, script: script, cues: cues))
    }
    let timer = try await PeerOutcome.ofTimer(Self.timer, cues: cues)
    return Report.Section(
      title: "Peers",
      methods: [
        "Each program shows \(cues) notifications, one per second, on its own desktop.",
        "The programs run one after the other.",
        """
        Lateness at the end is that of the last ten cues relative to the second to eleventh cue, assuming one cue per \
        second.
        """,
        "Processor time and wake-ups come from wait4(2), from the start of a program to its end.",
        "They include the child processes that the program waits for.",
        "Halfway, memory is measured eleven times within a second.",
        "It includes child processes, and shared pages count once for each process.",
        "`sh -c` runs the loops.",
      ]
        + Self.loops.map { "\($0.name): `\($0.script)`" } + [
          "systemd timer: `\(Self.timer.joined(separator: " "))`",
          "The manager does not report the resource usage of the programs that a timer starts.",
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
