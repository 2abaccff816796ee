import TestSupport
import ControlInterface

/// How long it takes from `intervalctl start` to the first cue on the bus.
struct Start: Measurement {
  static let name = "start"

  let thoroughness: Thoroughness

  func measure() async throws -> Report.Section {
    let count = thoroughness.part(of: 50)
    let (warm, cold) = try await Desktop.withTimedNotifications { desktop -> (Sample, Sample) in
      return (try await self.warm(count, on: desktop), try await self.cold(count, on: desktop))
    }
    return Report.Section(
      title: "Start",
      method: """
        From before `intervalctl start` is started to the first notification on the session bus, \(count) times: with \
        the daemon there, and with one that `systemd-socket-activate --listen=SOCKET intervald` starts for it. The \
        plan is `lead-in off` and `forever 1min run`.
        """,
      columns: ["", "p50, ms", "p90", "most"],
      rows: [("warm", warm), ("by socket activation", cold)].map {
        [.text($0)] + $1.cells(0.5, 0.9, 1)
      },
      goals: [
        .init("start to cue, warm, p50", warm.median, atMost: 15, "ms"),
        .init("start to cue, by socket activation, p50", cold.median, atMost: 60, "ms"),
      ],
      obstacle: """
        the client is a process that is started, loads what it needs, and reads the settings and the plan before it \
        calls: 8 of 9.6 ms on a machine that does nothing else (perf sched, of 0.1.0). It takes the daemon 1 to begin \
        the workout; the rest is the way of any cue, see Cue lateness.
        """)
  }

  private func warm(_ count: Int, on desktop: Desktop) async throws -> Sample {
    let daemon = try await BenchedDaemon.start(on: desktop)
    let client = try await daemon.connect()
    var times: [Double] = []
    for number in 0...count {
      // What the end of the one before gave rise to, on disk and on screen, is over.
      try await Task.sleep(for: .milliseconds(250))
      let time = try await Self.timeToCue(number, environment: daemon.environment, on: desktop)
      // The first finds the daemon without its connection to the notification server.
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
