import TestSupport

/// What a user would pick instead, doing what it can of the same: a notification each second.
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
      method: """
        \(cues) notifications, one a second, in turn on a desktop of their own: how late the last ten are against a \
        second for each since the second to the eleventh, by their median; what a cue costs of a processor and in \
        wake-ups from the start of a program to its end, as wait4(2) tells, with the programs that it starts and waits \
        for; the memory resident halfway, in eleven looks within a second, of a program and those that it started, \
        what they share counted in each. The loops, run by `sh -c`: \
        \(Self.loops.map { "\($0.name) `\($0.script)`" }.joined(separator: ", ")). The timer: \
        `\(Self.timer.joined(separator: " "))`, of whose programs the manager does not tell what they took.
        """,
      columns: [
        "", "late at the end, ms, p50", "most", "ms of a processor a cue", "wake-ups a cue", "resident, MiB, p50",
        "most seen",
      ],
      rows: ([own] + others + [timer]).map(\.row),
      goals: (others + [timer]).map { other in
        .init(
          "lateness at the end, above the \(other.name)'s", own.lateness.median - other.lateness.median, atMost: 1,
          "ms")
      }
        + others.flatMap { other in
          [
            .init("processor time a cue to the \(other.name)'s", own.cost / other.cost, atMost: 1, "×"),
            .init("wake-ups a cue to the \(other.name)'s", own.wakeUps / other.wakeUps, atMost: 1, "×"),
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
