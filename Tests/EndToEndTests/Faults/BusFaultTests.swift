import ControlInterface
import Glibc
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@Suite(.fault, .timeLimit(.minutes(10))) struct BusFaultTests {
  @Test func `a session bus that hangs is told once, and all is shown again when it goes on`() async throws {
    try await Desktop.with { desktop in
      let dunst = try await NotificationServer.start(on: desktop)
      let (daemon, run) = try await begin(on: desktop)
      let cues = FaultSize.of(10, full: 300)
      let before = desktop.monitor.messages.count
      desktop.bus.send(SIGSTOP)
      try await run.pass(cues)
      let round = try #require(await run.client.status().rounds.first).number
      desktop.bus.send(SIGCONT)
      try await daemon.log("Notifications are shown by dunst", from: 1)
      try await run.pass(2)
      // What stood in the queue: up to the first that says where the workout is.
      let rounds = desktop.monitor.messages.dropFirst(before).compactMap(NotifyCall.init).map(Self.round(of:))
      let stale = try #require(rounds.firstIndex { $0 >= round }, "\(rounds)")
      #expect(stale <= 8, "\(rounds)")
      #expect(try await dunst.displayedCount() == 1)
      #expect(try await title(on: desktop).hasSuffix("1 s"))
      try await run.expectUnharmed("bus: stopped for \(cues) cues")
    }
  }

  @Test func `a session bus that is killed is told once, and all is shown again on the next one`() async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let (daemon, run) = try await begin(on: desktop)
      let cues = FaultSize.of(8, full: 120)
      try await desktop.bus.killAndWait()
      try await run.pass(cues)
      let (_, monitor) = try await desktop.restartBus()
      let dunst = try await NotificationServer.start(on: desktop, monitor: monitor)
      // The media player is there at the next interval; the notifier looks once a minute.
      try await run.pass(2)
      #expect(try await title(on: desktop).hasSuffix("1 s"))
      _ = try await monitor.first("a notification", within: .seconds(90)) { NotifyCall($0) != nil }
      try await daemon.log("Notifications are shown by dunst")
      #expect(try await dunst.displayedCount() == 1)
      try await run.expectUnharmed("bus: gone for \(cues) cues")
    }
  }

  @Test func `programs that follow the media player and hang are of no account`() async throws {
    try await Desktop.with { desktop in
      let (_, run) = try await begin(on: desktop, notify: "off")
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
      try await run.pass(cues)
      #expect(try await title(on: desktop).hasSuffix("1 s"))
      for follower in followers {
        let mark = follower.output.count
        follower.send(SIGCONT)
        _ = try await follower.output.first("a title", from: mark) { $0.hasSuffix("1 s") }
      }
      try await run.expectUnharmed(
        "bus: \(followers.count) followers of the media player stopped for \(cues) cues",
        problems: 0)
    }
  }

  private func begin(on desktop: Desktop, notify: String = "replace") async throws -> (DaemonProcess, FaultRun) {
    try desktop.folder.write("sound off\nnotify \(notify)\n", to: "config/intervald/intervald.conf")
    let daemon = try await DaemonProcess.start(on: desktop)
    return (daemon, try await FaultRun.begin(on: daemon))
  }

  /// The round that a notification names, 0 for none.
  private static func round(of call: NotifyCall) -> Int {
    call.body.firstMatch(of: /Round (\d+) of/).flatMap { Int($0.1) } ?? 0
  }

  private func title(on desktop: Desktop) async throws -> String {
    try await Invocation.run(
      "playerctl", ["--player=intervald", "metadata", "xesam:title"], environment: desktop.environment
    ).answer
  }
}
