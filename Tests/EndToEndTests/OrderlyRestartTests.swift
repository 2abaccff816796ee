import ControlInterface
import Glibc
import Subprocess
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// A daemon that ends by SIGTERM while clients use it, and the daemon that starts next.
@Suite(.hangLimit) struct OrderlyRestartTests {
  @Test func `start --watch shows one line for a restart, and ends with the workout`() async throws {
    try await Desktop.with { desktop in
      let first = try await DaemonProcess.start(on: desktop)
      let watch = try await desktop.processes.start(
        BuiltProgram.path(of: "intervalctl"), ["start", "--watch", "lead-in off\n600s run, 60s walk"],
        environment: desktop.environment)
      _ = try await watch.output.first("the first state") { $0.contains("Run 10 min") }
      let mark = watch.output.count
      let next = try await first.restart(on: desktop)
      _ = try await watch.output.first("the line about the restart", from: mark) {
        $0 == "         intervald has restarted"
      }
      #expect(try await next.intervalctl("stop").status == 0)
      #expect(try await watch.end() == .exited(0))
      let lines = watch.output.elements[mark...]
      #expect(lines.count == 2, "\(lines)")
      #expect(lines.last?.contains("  Workout stopped. 0:") == true, "\(lines)")
    }
  }

  @Test func `start --watch fails if the workout ended unseen and was too short for the history`() async throws {
    try await Desktop.with { desktop in
      let first = try await DaemonProcess.start(on: desktop)
      let watch = try await desktop.processes.start(
        BuiltProgram.path(of: "intervalctl"), ["start", "--watch", "lead-in off\n600s run, 60s walk"],
        environment: desktop.environment)
      _ = try await watch.output.first("the first state") { $0.contains("Run 10 min") }
      // The client does not run while the daemon restarts and the workout ends.
      watch.send(SIGSTOP)
      let second = try await first.restart(on: desktop)
      #expect(try await second.intervalctl("stop").status == 0)
      watch.send(SIGCONT)
      #expect(try await watch.end() == .exited(69))
      #expect(
        watch.errors.elements.suffix(3) == [
          "error: the workout has ended, and is not in the history",
          "hint: workouts of less than 10 s are not recorded", "hint: for other causes: intervalctl doctor",
        ])
    }
  }

  @Test func `a client that missed the end of a workout during a restart reads it from the history`() async throws {
    try await Desktop.with { desktop in
      let first = try await DaemonProcess.start(on: desktop)
      let calls = [["start", "--watch", "lead-in off\n11s run, 600s walk"], ["watch"]]
      var clients: [TestProcess] = []
      for arguments in calls {
        let client = try await desktop.processes.start(
          BuiltProgram.path(of: "intervalctl"), arguments, environment: desktop.environment)
        _ = try await client.output.first("the first state") { $0.contains("Run 11 s") }
        clients.append(client)
      }
      // A workout of less than ten seconds would not be in the history.
      for client in clients { _ = try await client.output.first("the walk") { $0.contains("Walk 10 min") } }
      // The clients do not run while the daemon restarts, the workout ends and another workout starts.
      for client in clients { client.send(SIGSTOP) }
      let second = try await first.restart(on: desktop)
      let stop = try await second.intervalctl("stop")
      let time = try #require(stop.output.firstMatch(of: #/Time +(\S+) of /#)?.output.1, "\(stop.output)")
      #expect(try await second.intervalctl("start", "lead-in off\n600s work").status == 0)
      for client in clients { client.send(SIGCONT) }
      #expect(try await clients[0].end() == .exited(0))
      #expect(clients[0].output.elements.last?.hasSuffix("  Workout stopped. \(time)") == true)
      #expect(!clients[0].errors.elements.contains { $0.hasPrefix("error:") })
      _ = try await clients[1].output.first("the next workout") { $0.contains("Work 10 min") }
      #expect(clients[1].output.elements.suffix(2).first?.hasSuffix("  Workout stopped. \(time)") == true)
    }
  }

  @Test func `each command that is sent during restarts reaches a daemon with the workout, and takes effect once`()
    async throws
  {
    try await Desktop.with { desktop in
      var daemon = try await DaemonProcess.start(on: desktop)
      _ = try await daemon.connect().start(plan: "lead-in off\n600s run")
      let script = """
        for number in $(seq 40); do
          "$0" extend 10s > /dev/null || echo "extend failed"
          "$0" status --format '{phase} {number}' | grep -vx 'running 1'
          echo "$number"
        done
        """
      let commands = try await desktop.processes.start(
        "sh", ["-c", script, BuiltProgram.path(of: "intervalctl")], environment: desktop.environment)
      for number in [5, 15, 25] {
        _ = try await commands.output.first("command \(number)") { $0 == "\(number)" }
        daemon = try await daemon.restart(on: desktop)
      }
      try await commands.end()
      #expect(commands.output.elements == (1...40).map(String.init))
      #expect(commands.errors.elements == [])
      let status = try await daemon.connect().status()
      #expect(
        status.intervalElapsedMs.flatMap { elapsed in status.intervalRemainingMs.map { $0 + elapsed } } == 1_000_000)
    }
  }

  @Test func `a status bar shows the workout during a restart`() async throws {
    try await Desktop.with { desktop in
      let first = try await DaemonProcess.start(on: desktop)
      _ = try await first.connect().start(plan: "lead-in off\n600s run, 60s walk")
      let bar = try await desktop.processes.start(
        BuiltProgram.path(of: "intervalctl"), ["watch", "--format", "{phase} {number}"],
        environment: desktop.environment)
      _ = try await bar.output.first("the first line") { $0 == "running 1" }
      let next = try await first.restart(on: desktop)
      #expect(try await next.intervalctl("next").status == 0)
      _ = try await bar.output.first("the line of the next interval") { $0 == "running 2" }
      #expect(bar.output.elements == ["running 1", "running 2"])
    }
  }

  @Test func `SIGTERM ends the daemon while clients wait for sensors`() async throws {
    try await SensorScenario.with { scenario in
      scenario.bluetooth.hang()
      let script = """
        for words in 'pair Pod' 'test Pod' 'forget Pod' '--search 30s' '--search 29s' '--search 28s'; do
          "$0" sensors $words 2>&1 &
        done
        wait
        """
      let clients = try await scenario.desktop.processes.start(
        "sh", ["-c", script, BuiltProgram.path(of: "intervalctl")], environment: scenario.daemon.environment)
      // The daemon refuses a fifth request while four wait.
      _ = try await clients.output.first("a refusal") { $0.hasSuffix("are in progress") }
      scenario.daemon.process.send(SIGTERM)
      // A connection to a sensor may take 35 s.
      #expect(try await scenario.daemon.process.end(within: .seconds(20)) == .exited(0))
    }
  }
}

extension DaemonProcess {
  /// Ends the daemon by SIGTERM, and starts the next daemon.
  fileprivate func restart(on desktop: Desktop) async throws -> DaemonProcess {
    let next = try await DaemonProcess.start(on: desktop, after: process)
    #expect(try await process.end() == .exited(0))
    return next
  }
}
