import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@Suite(.fault, .hangLimit) struct NotificationsFaultTests {
  @Test func `a hung server is reported once, and shows the current interval when it resumes`() async throws {
    try await Desktop.with { desktop in
      let dunst = try await NotificationServer.start(on: desktop)
      try desktop.folder.write("sound off\n", to: "config/intervald/intervald.conf")
      let daemon = try await DaemonProcess.start(on: desktop)
      let run = try await FaultRun.start(on: daemon)
      let cues = FaultSize.of(10, full: 300)
      let before = desktop.monitor.notifications.count
      dunst.hang()
      try await run.awaitCues(cues)
      // One call is sent during the hang, and libnotify waits for its answer. The monitor may also report calls
      // that were sent before the hang. Later notifications wait in the notifier, which sends only the latest.
      #expect(desktop.monitor.notifications.count - before < 5)
      let mark = desktop.monitor.mark
      let number = try #require(await run.client.status().number)
      dunst.resume()
      let message = try await desktop.monitor.first("a notification", from: mark) { NotifyCall($0) != nil }
      let call = try #require(NotifyCall(message))
      let rounds = ((number + 1) / 2)...((number + 3) / 2)
      #expect(rounds.contains { call.body.contains("Round \($0) of 5000") }, "\(call.body) at \(number)")
      try await run.awaitCues(2)
      _ = try await daemon.log("Notifications are shown by dunst")
      #expect(try await dunst.displayedCount() == 1)
      try await run.expectUnaffected("notifications: server hung for \(cues) cues")
    }
  }
}
