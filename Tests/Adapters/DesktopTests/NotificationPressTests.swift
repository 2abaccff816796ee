import Desktop
import TestSupport
import TestTraits
import Testing

/// Presses of buttons, and changes of the buttons, on servers that treat them differently.
@Suite(.ownProcess, .serialized, .hangLimit) struct NotificationPressTests {
  @Test func `after a press, the notification is closed, and the answer is a new notification`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let (server, number) = try await scenario.beginWithMock()
        try await server.send("ActionInvoked", "us", number, "pause")
        _ = try await scenario.events.first("the button") { $0 == .action(key: "pause") }
        scenario.notifier.show(.cue("Walk 40 s"))
        let call = try await scenario.desktop.monitor.notification("Walk 40 s")
        #expect(call.replaces == 0)
        #expect(scenario.closedNumbers == [number])
      }
    }
  }

  @Test func `if the server closes a pressed notification itself, no event reports it, and it is shown again`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let (server, number) = try await scenario.beginWithMock()
        try await server.send("ActionInvoked", "us", number, "pause")
        try await server.send("NotificationClosed", "uu", number, "2")
        _ = try await scenario.events.first("the button") { $0 == .action(key: "pause") }
        let mark = scenario.desktop.monitor.mark
        scenario.notifier.showAgainAfterPress()
        let call = try await scenario.desktop.monitor.notification("Run 30 s", from: mark)
        #expect(call.replaces == 0)
        #expect(!scenario.events.elements.contains(.closed(.dismissed)))
      }
    }
  }

  @Test func `without a press, nothing is shown again`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        _ = try await scenario.beginWithMock()
        scenario.notifier.showAgainAfterPress()
        scenario.notifier.show(.cue("Walk 40 s"))
        _ = try await scenario.desktop.monitor.notification("Walk 40 s")
        #expect(scenario.desktop.monitor.notifications.map(\.summary) == ["Run 30 s", "Walk 40 s"])
      }
    }
  }

  @Test func `a press on an earlier notification of the workout is reported`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let (server, number) = try await scenario.beginWithMock()
        scenario.notifier.show(.cue("Walk 40 s", closesPrevious: true))
        _ = try await scenario.desktop.monitor.number(of: scenario.desktop.monitor.notification("Walk 40 s"))
        try await server.send("ActionInvoked", "us", number, "stop")
        _ = try await scenario.events.first("the button") { $0 == .action(key: "stop") }
      }
    }
  }

  @Test func `a press on a notification of an earlier workout is ignored`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let (server, number) = try await scenario.beginWithMock()
        scenario.notifier.show(DesktopNotification(summary: "Workout finished"))
        _ = try await scenario.desktop.monitor.notification("Workout finished")
        scenario.notifier.show(.cue("Walk 40 s"))
        let call = try await scenario.desktop.monitor.notification("Walk 40 s")
        let latest = try #require(await scenario.desktop.monitor.number(of: call))
        try await server.send("ActionInvoked", "us", number, "stop")
        try await server.send("ActionInvoked", "us", latest, "pause")
        _ = try await scenario.events.first("the button") { $0 == .action(key: "pause") }
        #expect(!scenario.events.elements.contains(.action(key: "stop")))
      }
    }
  }

  @Test func `a notification with other buttons is a new notification, and the old one is closed`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let (_, number) = try await scenario.beginWithMock()
        var paused = DesktopNotification.cue("Paused")
        paused.actions[1] = .init(key: "resume", label: "Resume")
        scenario.notifier.show(paused)
        #expect(try await scenario.desktop.monitor.notification("Paused").replaces == 0)
        #expect(scenario.closedNumbers == [number])
      }
    }
  }

  @Test func `notification-daemon, which leaves closed notifications on the screen, gets updates that expire`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let (_, number) = try await scenario.beginWithMock(name: "Notification Daemon", version: "3.20.0")
        scenario.notifier.show(DesktopNotification(summary: "Workout finished"))
        #expect(try await scenario.desktop.monitor.notification("Workout finished").replaces == Int64(number))
        let mark = scenario.desktop.monitor.mark
        scenario.notifier.close()
        let expiring = try await scenario.desktop.monitor.notification("Workout finished", from: mark)
        #expect(expiring.replaces == Int64(number) && expiring.timeout == 1)
        #expect(scenario.closedNumbers.isEmpty)
      }
    }
  }

  @Test func `GNOME Shell up to version 45 gets each cue as a new notification`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let (_, number) = try await scenario.beginWithMock(name: "gnome-shell", version: "45.2")
        scenario.notifier.show(.cue("Walk 40 s"))
        #expect(try await scenario.desktop.monitor.notification("Walk 40 s").replaces == 0)
        #expect(scenario.closedNumbers == [number])
      }
    }
  }

  @Test func `later versions of GNOME Shell get each cue as an update, and a click is not reported`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let (server, number) = try await scenario.beginWithMock(name: "gnome-shell", version: "46.0")
        try await server.send("ActionInvoked", "us", number, "default")
        scenario.notifier.show(.cue("Walk 40 s"))
        #expect(try await scenario.desktop.monitor.notification("Walk 40 s").replaces == number)
        #expect(scenario.events.count == 1, "\(scenario.events.elements)")
      }
    }
  }
}

extension NotifierScenario {
  /// Starts a server that shows nothing, and shows a cue; returns the server and the number of the notification.
  fileprivate func beginWithMock(
    name: String = "mock", version: String = "1"
  ) async throws -> (MockNotificationServer, Int64) {
    let server = try await MockNotificationServer.start(
      on: desktop, name: name, version: version, capabilities: ["actions", "body"],
      notify: "self.count = getattr(self, 'count', 6) + 1; ret = args[1] or self.count")
    notifier.prepare()
    notifier.show(.cue("Run 30 s"))
    let number = try await desktop.monitor.number(of: desktop.monitor.notification("Run 30 s"))
    try await serverAppeared()
    return (server, try #require(number))
  }

  /// The numbers of the notifications that the notifier has closed.
  fileprivate var closedNumbers: [Int64] {
    desktop.monitor.messages.filter { $0.kind == .call && $0.member == "CloseNotification" }
      .compactMap { $0.arguments.first?.integer }
  }
}
