import TestSupport

/// Measurement of the run time of the client and of similar programs.
struct ClientTime: Measurement {
  static let name = "client"

  let thoroughness: Thoroughness

  func measure() async throws -> Report.Section {
    let client = try BuiltProgram.path(of: "intervalctl")
    let own = [[client, "status"], [client, "show", "4x(30s run, 30s walk)"]]
    let others = [["notify-send", "--version"], ["systemctl", "--version"], ["dunstctl", "is-paused"]]
    let times = try await Desktop.withNotifications { desktop in
      let daemon = try await BenchedDaemon.start(on: desktop)
      let commands = (own + others).map { TimedCommand(words: $0, environment: daemon.environment) }
      return try await TimedCommand.times(of: commands, rounds: thoroughness.part(of: 100))
    }
    let slowest = times.dropFirst(own.count).map(\.median).max() ?? .nan
    let words = own.map { ["intervalctl"] + $0.dropFirst() } + others
    return Report.Section(
      title: "Client",
      methods: [
        "Time is measured from the start of a program to its end.",
        "The programs run in turn, \(times[0].count) times each.",
        "The ratio compares the median with that of the slowest program other than intervalctl.",
      ],
      columns: ["", "p50, ms", "p90, ms", "ratio"],
      rows: zip(words, times).map { words, times in
        [.text("`\(words.joined(separator: " "))`")] + times.cells(0.5, 0.9) + [.number(times.median / slowest)]
      },
      goals: zip(words, times).prefix(own.count).map { words, times in
        .init("`\(words[0]) \(words[1])`, ratio to the slowest other program", times.median / slowest, atMost: 2, "×")
      })
  }
}
