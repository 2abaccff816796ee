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
        second for each since the first, in milliseconds (median); what a cue costs in processor time and wake-ups, \
        with the programs that are started for it; the most memory resident in any one process, in MiB. The loops, run \
        by `sh -c`: \(Self.loops.map { "\($0.name) `\($0.script)`" }.joined(separator: ", ")). The timer: \
        `\(Self.timer.joined(separator: " "))`.
        """,
      columns: ["", "late at the end", "ms of a processor a cue", "wake-ups a cue", "resident"],
      rows: ([own] + others + [timer]).map(\.row),
      goals: (others + [timer]).map { other in
        .init(
          "lateness at the end, above the \(other.name)'s", own.latenessAtEnd - other.latenessAtEnd, atMost: 1, " ms")
      }
        + others.map { other in
          .init("processor time a cue to the \(other.name)'s", own.cost / other.cost, atMost: 1, " ×")
        })
  }

  private static let loops = [
    (name: "shell loop", script: "while [ $((i += 1)) -le $N ]; do notify-send \"Run $i\"; sleep 1; done"),
    (
      name: "sleepenh loop",
      script: "t=$(sleepenh 0); while [ $((i += 1)) -le $N ]; do notify-send \"Run $i\"; t=$(sleepenh $t 1); done"
    ),
    (
      name: "termdown loop",
      script:
        "while [ $((i += 1)) -le $N ]; do notify-send \"Run $i\"; script -qec 'termdown --no-bell 1' /dev/null; done"
    ),
  ]

  private static let timer = [
    "systemd-run", "--user", "--on-active=1s", "--on-unit-active=1s", "--timer-property=AccuracySec=1us", "notify-send",
    "Run",
  ]
}
