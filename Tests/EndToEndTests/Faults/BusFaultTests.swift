import ControlInterface
import Glibc
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@Suite(.fault, .hangLimit) struct BusFaultTests {
  @Test func `a hung session bus is reported once, and the current state is shown when it resumes`() async throws {
    try await Desktop.with { desktop in
      let dunst = try await NotificationServer.start(on: desktop)
      let (daemon, run) = try await startRun(on: desktop)
      let cues = FaultSize.of(10, full: 300)
      let before = desktop.monitor.messages.count
      desktop.bus.send(SIGSTOP)
      try await run.awaitCues(cues)
      let round = try #require(await run.client.status().rounds.first).number
      desktop.bus.send(SIGCONT)
      try await daemon.log("Notifications are shown by dunst", from: 1)
      try await run.awaitCues(2)
      // Notifications that were sent while the bus was stopped are stale. They arrive before the first notification
      // that shows the current round.
      let rounds = desktop.monitor.messages.dropFirst(before).compactMap(NotifyCall.init).map(Self.round(of:))
      let staleCount = try #require(rounds.firstIndex { $0 >= round }, "\(rounds)")
      #expect(staleCount <= 8, "\(rounds)")
      #expect(try await dunst.displayedCount() == 1)
      #expect(try await title(on: desktop).hasSuffix("1 s"))
      try await run.expectUnaffected("bus: hung for \(cues) cues")
    }
  }

  @Test func `a killed session bus is reported once, and the current state is shown on the next bus`() async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let (daemon, run) = try await startRun(on: desktop)
      let cues = FaultSize.of(8, full: 120)
      try await desktop.bus.killAndWait()
      try await run.awaitCues(cues)
      // A cue after the start of the bus and before the start of the server would be another problem.
      _ = try await run.client.pause()
      let (_, monitor) = try await desktop.restartBus()
      let dunst = try await NotificationServer.start(on: desktop, monitor: monitor)
      // The media player and the notifier connect again at the next cue.
      _ = try await run.client.resume()
      try await run.awaitCues(2)
      #expect(try await title(on: desktop).hasSuffix("1 s"))
      _ = try await monitor.first("a notification") { NotifyCall($0) != nil }
      try await daemon.log("Notifications are shown by dunst")
      #expect(try await dunst.displayedCount() == 1)
      try await run.expectUnaffected("bus: missing for \(cues) cues")
    }
  }

  @Test func `hung programs that follow the media player delay no cue, and show the current title when they resume`()
    async throws
  {
    try await Desktop.with { desktop in
      let (_, run) = try await startRun(on: desktop, notify: "off")
      let followers = try await withThrowingTaskGroup(of: TestProcess.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let follower = try await desktop.processes.start(
              "playerctl", ["--player=intervald", "--follow", "metadata", "xesam:title"],
              environment: desktop.environment)
            _ = try await follower.output.first("a title") { $0.hasSuffix("1 s") }
            return follower
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for follower in followers { follower.send(SIGSTOP) }
      let cues = FaultSize.of(8, full: 120)
      try await run.awaitCues(cues)
      #expect(try await title(on: desktop).hasSuffix("1 s"))
      for follower in followers {
        let mark = follower.output.count
        follower.send(SIGCONT)
        _ = try await follower.output.first("a title", from: mark) { $0.hasSuffix("1 s") }
      }
      try await run.expectUnaffected(
        "bus: \(followers.count) followers of the media player hung for \(cues) cues",
        problems: 0)
    }
  }

  private func startRun(on desktop: Desktop, notify: String = "replace") async throws -> (DaemonProcess, FaultRun) {
    try desktop.folder.write("sound off\nnotify \(notify)\n", to: "config/intervald/intervald.conf")
    let daemon = try await DaemonProcess.start(on: desktop)
    return (daemon, try await FaultRun.start(on: daemon))
  }

  /// The number of the round in a notification; 0 if the notification contains no round.
  private static func round(of call: NotifyCall) -> Int {
    call.body.firstMatch(of: /Round (\d+) of/).flatMap { Int($0.1) } ?? 0
  }

  private func title(on desktop: Desktop) async throws -> String {
    try await Invocation.run(
      "playerctl", ["--player=intervald", "metadata", "xesam:title"], environment: desktop.environment
    ).answer
  }
}
