import ControlInterface
import TestSupport

/// Measures the time from `intervalctl start` to the first cue on the bus.
struct Start: Measurement {
  static let name = "start"

  let thoroughness: Thoroughness

  func measure() async throws -> BenchmarkReport.Section {
    let count = thoroughness.part(of: 50)
    let (warm, cold) = try await Desktop.withTimedNotifications { desktop -> (Sample, Sample) in
      return (try await self.warm(count, on: desktop), try await self.cold(count, on: desktop))
    }
    return BenchmarkReport.Section(
      title: "Start",
      methods: [
        "Time is measured from the start of `intervalctl start` to the first notification on the session bus.",
        "Each case is measured \(count) times.",
        "In the case “warm”, the daemon is already running.",
        "In the other case, this command starts the daemon: `systemd-socket-activate --listen=SOCKET intervald`",
        "The plan is `lead-in off` and `forever 1min run`.",
      ],
      columns: ["", "p50, ms", "p90, ms", "max, ms"],
      rows: [("warm", warm), ("by socket activation", cold)].map {
        [.text($0)] + $1.cells(0.5, 0.9, 1)
      },
      goals: [
        .init("start to cue, warm, p50", warm.median, atMost: 15, "ms"),
        .init("start to cue, by socket activation, p50", cold.median, atMost: 60, "ms"),
      ],
      reasons: [
        "On an otherwise idle machine, the client takes 8 of 9.6 ms (perf sched, version 0.1.0).",
        "In this time, the client loads its libraries, and reads the settings and the plan.",
        "The daemon takes 1 ms to start the workout.",
        "The rest is the path of every cue: see Cue lateness.",
      ])
  }

  private func warm(_ count: Int, on desktop: Desktop) async throws -> Sample {
    let daemon = try await BenchedDaemon.start(on: desktop)
    let client = try await daemon.connect()
    var times: [Double] = []
    for number in 0...count {
      // Waits until the previous workout has made all its changes to the disk and to the screen.
      try await Task.sleep(for: .milliseconds(250))
      let time = try await Self.timeToCue(number, environment: daemon.environment, on: desktop)
      // The first round is ignored, because the daemon must first connect to the notification server.
      if number > 0 { times.append(time) }
      _ = try await client.stop()
    }
    return Sample(times)
  }

  private func cold(_ count: Int, on desktop: Desktop) async throws -> Sample {
    let environment = try BenchedDaemon.environment("cold", on: desktop, settings: "sound off\n")
    var times: [Double] = []
    for number in 0..<count {
      let manager = try await desktop.processes.start(
        "systemd-socket-activate",
        environment.map { "--setenv=\($0)=\($1)" } + [
          "--listen=\(try ControlSocket(environment: environment).path)", BuiltProgram.path(of: "intervald"),
        ],
        environment: environment)
      _ = try await manager.errors.first("the socket") { $0.contains("Listening") }
      times.append(try await Self.timeToCue(count + 1 + number, environment: environment, on: desktop))
      _ = try await WorkoutClient.connect(to: try ControlSocket(environment: environment)).stop()
      try await manager.killAndWait()
    }
    return Sample(times)
  }

  private static func timeToCue(
    _ number: Int, environment: [String: String], on desktop: Desktop
  ) async throws -> Double {
    let plan = "lead-in off\nforever 1min run \"start \(number)\""
    let command = TimedCommand(
      words: [try BuiltProgram.path(of: "intervalctl"), "start", plan], environment: environment)
    let mark = desktop.monitor.mark
    let start = try await command.run().start
    let cue = try await desktop.monitor.first("the cue", from: mark) { message in
      NotifyCall(message).map { $0.summary.contains("start \(number)") || $0.body.contains("start \(number)") } ?? false
    }
    return Double(Int(desktop.monitor.monotonicTime(of: cue)) - start) / 1e6
  }
}

/// Measures the run time of the client and of similar programs.
struct ClientTime: Measurement {
  static let name = "client"

  let thoroughness: Thoroughness

  func measure() async throws -> BenchmarkReport.Section {
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
    return BenchmarkReport.Section(
      title: "Client",
      methods: [
        "Time is measured from the start of a program to its end.",
        "The programs run in turn, \(times[0].count) times each.",
        "The ratio is the median divided by the median of the slowest program other than intervalctl.",
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
