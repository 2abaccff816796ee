import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@Suite(.fault, .timeLimit(.minutes(10))) struct NotificationsFaultTests {
  @Test func `a server that hangs is told once, and then shows where the workout is`() async throws {
    try await Desktop.with { desktop in
      let dunst = try await NotificationServer.start(on: desktop)
      try desktop.folder.write("sound off\n", to: "config/intervald/intervald.conf")
      let daemon = try await DaemonProcess.start(on: desktop)
      let run = try await FaultRun.begin(on: daemon)
      let cues = FaultSize.of(10, full: 300)
      let before = desktop.monitor.notifications.count
      dunst.hang()
      try await run.pass(cues)
      // The one in which libnotify waits, and what the monitor had not told yet; the others wait in the mailbox, of
      // which the latest counts.
      #expect(desktop.monitor.notifications.count - before < 5)
      let mark = desktop.monitor.mark
      let number = try #require(await run.client.status().number)
      dunst.resume()
      let message = try await desktop.monitor.first("a notification", from: mark) { NotifyCall($0) != nil }
      let call = try #require(NotifyCall(message))
      let rounds = ((number + 1) / 2)...((number + 3) / 2)
      #expect(rounds.contains { call.body.contains("Round \($0) of 5000") }, "\(call.body) at \(number)")
      try await run.pass(2)
      _ = try await daemon.log("Notifications are shown by dunst")
      #expect(try await dunst.displayedCount() == 1)
      try await run.expectUnharmed("notifications: server stopped for \(cues) cues")
    }
  }
}
