import Concurrency
import Desktop
import TestSupport
import TestTraits
import Testing

@Suite(.ownProcess, .serialized, .hangLimit) struct LibnotifyNotifierTests {
  @Test func `a cue is sent to the server with all its content`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        _ = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        let call = try await scenario.desktop.monitor.notification("Run 30 s")
        #expect(call.applicationName == "intervald")
        #expect(call.replaces == 0)
        #expect(call.hints["image-path"] == .string("intervald"))
        // dunst draws no buttons.
        #expect(call.body == "Then: walk 40 s\nTo stop: type")
        #expect(call.actions.map(\.key) == ["stop", "pause"])
        #expect(call.actions.map(\.label) == ["Stop", "Pause"])
        #expect(call.hints["value"] == .integer(30))
        #expect(call.hints["urgency"] == .integer(1))
        #expect(call.hints["resident"] == .boolean(true))
        #expect(call.hints["desktop-entry"] == .string("intervald"))
        #expect(call.hints["transient"] == nil)
        #expect(call.timeout == 0)
      }
    }
  }

  @Test func `a cue replaces the previous notification, or closes it`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        let first = try await scenario.desktop.monitor.notification("Run 30 s")
        let number = try #require(try await scenario.desktop.monitor.number(of: first))
        scenario.notifier.show(.cue("Walk 40 s"))
        let second = try await scenario.desktop.monitor.notification("Walk 40 s")
        #expect(second.replaces == number)
        #expect(try await scenario.desktop.monitor.number(of: second) == number)
        #expect(try await server.displayedCount() == 1)

        scenario.notifier.show(.cue("Run 31 s", closesPrevious: true))
        _ = try await scenario.desktop.monitor.closing(of: number)
        let third = try await scenario.desktop.monitor.notification("Run 31 s")
        #expect(third.replaces == 0)
        #expect(try await scenario.desktop.monitor.number(of: third) != number)
        #expect(try await server.displayedCount() == 1)
        #expect(scenario.events.count == 1, "\(scenario.events.elements)")
      }
    }
  }

  @Test func `a pressed button is reported`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        scenario.notifier.show(.cue("Walk 40 s"))
        let call = try await scenario.desktop.monitor.notification("Walk 40 s")
        _ = try await scenario.desktop.monitor.number(of: call)
        try await server.press("Stop")
        _ = try await scenario.events.first("the button") { $0 == .action(key: "stop") }
      }
    }
  }

  @Test(arguments: [["body"], ["body", "body-markup"]])
  func `a notification without buttons shows another way to stop`(capabilities: [String]) async {
    await #expect(processExitsWith: .success) { [capabilities] in
      await NotifierScenario.run { scenario in
        _ = try await MockNotificationServer.start(
          on: scenario.desktop, capabilities: capabilities, notify: "ret = 7")
        scenario.notifier.prepare()
        scenario.notifier.show(.cue("Run 30 s"))
        let call = try await scenario.desktop.monitor.notification("Run 30 s")
        #expect(call.body == "Then: walk 40 s\nTo stop: type")
        #expect(call.actions.isEmpty)
      }
    }
  }

  @Test func `mako shows no buttons, and therefore shows another way to stop`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        _ = try await MockNotificationServer.start(
          on: scenario.desktop, name: "mako", capabilities: ["actions", "body"], notify: "ret = 7")
        scenario.notifier.prepare()
        scenario.notifier.show(.cue("Run 30 s"))
        let call = try await scenario.desktop.monitor.notification("Run 30 s")
        #expect(call.body == "Then: walk 40 s\nTo stop: type")
        #expect(call.actions.map(\.key) == ["stop", "pause"])
      }
    }
  }

  @Test func `a notification that the user closed is reported, and the next cue is a new notification`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        let call = try await scenario.desktop.monitor.notification("Run 30 s")
        _ = try await scenario.desktop.monitor.number(of: call)
        try await server.dismiss()
        _ = try await scenario.events.first("the end") { $0 == .closed(.dismissed) }
        scenario.notifier.show(.cue("Walk 40 s"))
        #expect(try await scenario.desktop.monitor.notification("Walk 40 s").replaces == 0)
      }
    }
  }

  @Test func `a closed notification disappears without an event`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        let call = try await scenario.desktop.monitor.notification("Run 30 s")
        let number = try #require(try await scenario.desktop.monitor.number(of: call))
        scenario.notifier.close()
        _ = try await scenario.desktop.monitor.closing(of: number)
        #expect(try await server.displayedCount() == 0)
        #expect(scenario.events.count == 1, "\(scenario.events.elements)")
      }
    }
  }

  @Test func `shutting down closes the notification`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        await scenario.notifier.shutDown(within: generousLimit)
        #expect(try await server.displayedCount() == 0)
        #expect(scenario.desktop.monitor.notifications.map(\.summary) == ["Run 30 s"])
      }
    }
  }

  @Test func `control characters and markup in a cue are made safe`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        var notification = DesktopNotification.cue(String(repeating: "a\u{202E}", count: 10_000))
        notification.body = "<b>&\u{0}\u{1B}[31m</b>\n\u{2066}line"
        scenario.notifier.show(notification)
        let call = try await scenario.desktop.monitor.notification(String(repeating: "a", count: 119) + "…")
        #expect(call.body == "&lt;b&gt;&amp;[31m&lt;/b&gt;\nline\nTo stop: type")
        _ = try await scenario.desktop.monitor.number(of: call)
        #expect(try await server.displayedCount() == 1)
      }
    }
  }
}
