import Desktop
import Concurrency
import TestSupport
import TestTraits
import Testing

@Suite(.ownProcess, .serialized, .timeLimit(.minutes(2))) struct LibnotifyNotifierTests {
  @Test func `a cue is shown on the bus as it was meant`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        _ = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        let call = try await scenario.desktop.monitor.notification("Run 30 s")
        #expect(call.applicationName == "intervald")
        #expect(call.replaces == 0)
        #expect(call.icon == "intervald")
        #expect(call.body == "Then: walk 40 s")
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

  @Test func `cues take one another's place`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        let first = try await scenario.desktop.monitor.notification("Run 30 s")
        let number = try await scenario.desktop.monitor.number(of: first)
        scenario.notifier.show(.cue("Walk 40 s"))
        let second = try await scenario.desktop.monitor.notification("Walk 40 s")
        #expect(second.replaces == number)
        #expect(try await scenario.desktop.monitor.number(of: second) == number)
        #expect(try await server.displayedCount() == 1)

        scenario.notifier.show(.cue("Another workout", replacement: .beside))
        let third = try await scenario.desktop.monitor.notification("Another workout")
        #expect(third.replaces == 0)
        let thirdNumber = try #require(try await scenario.desktop.monitor.number(of: third))
        #expect(try await server.displayedCount() == 2)

        scenario.notifier.show(.cue("Run 31 s", replacement: .anew))
        _ = try await scenario.desktop.monitor.closing(of: thirdNumber)
        let fourth = try await scenario.desktop.monitor.notification("Run 31 s")
        #expect(fourth.replaces == 0)
        let fourthNumber = try await scenario.desktop.monitor.number(of: fourth)
        #expect(fourthNumber != thirdNumber)
        #expect(try await server.displayedCount() == 2)
        #expect(scenario.events.count == 1, "\(scenario.events.elements)")
      }
    }
  }

  @Test func `the button pressed is told`() async {
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

  #if compiler(>=6.3)
    // Exit tests of Swift 6.2 cannot capture values.
    @Test(arguments: [["body"], ["body", "body-markup"]])
    func `without buttons, the notification shows how else to stop`(capabilities: [String]) async {
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
  #endif

  @Test func `mako, which draws no buttons, is told how else to stop`() async {
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

  @Test func `what the person closed is told, and the next cue is shown anew`() async {
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

  @Test func `what is closed is gone, and nothing is told of it`() async {
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

  @Test func `a server that starts late, or again, gets the latest cue at once`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        scenario.notifier.prepare()
        #expect(try await scenario.serverUnavailable()?.code == .noServer)
        scenario.notifier.show(.cue("Run 30 s"))
        scenario.notifier.show(.cue("Walk 40 s"))
        let server = try await scenario.startServer()
        _ = try await scenario.desktop.monitor.notification("Walk 40 s")

        var mark = scenario.events.count
        try await server.process.killAndWait()
        #expect(try await scenario.serverUnavailable(from: mark)?.code == .noServer)
        scenario.notifier.show(.cue("Run 31 s"))
        mark = scenario.desktop.monitor.mark
        _ = try await scenario.startServer()
        #expect(try await scenario.desktop.monitor.notification("Run 31 s", from: mark).replaces == 0)
        #expect(scenario.desktop.monitor.notifications.map(\.summary) == ["Walk 40 s", "Run 31 s"])
        #expect(scenario.events.count == 4)
      }
    }
  }

  @Test func `a server that the bus can start is started for a workout`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        try await NotificationServer.makeActivatable(on: scenario.desktop)
        scenario.notifier.prepare()
        guard case .available(let server) = await scenario.notifier.availability(within: generousLimit) else {
          Issue.record("no server")
          return
        }
        #expect(server.name == "dunst")
        #expect(server.capabilities.isSuperset(of: ["actions", "body", "body-markup"]))
        scenario.notifier.show(.cue("Run 30 s"))
        _ = try await scenario.desktop.monitor.notification("Run 30 s")
        #expect(scenario.events.elements == [.serverAppeared(server)])
      }
    }
  }

  @Test func `a hung server holds nobody up, and gets the latest cue when it goes on`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        let first = try await scenario.desktop.monitor.notification("Run 30 s")
        let number = try await scenario.desktop.monitor.number(of: first)
        server.hang()
        let taken = ContinuousClock().measure {
          for second in 1...100 { scenario.notifier.show(.cue("Walk \(second) s")) }
        }
        #expect(taken < .seconds(1))
        server.goOn()
        let last = try await scenario.desktop.monitor.notification("Walk 100 s")
        #expect(last.replaces == number)
        _ = try await scenario.desktop.monitor.number(of: last)
        #expect(try await server.displayedCount() == 1)
        #expect(scenario.desktop.monitor.notifications.count <= 3)
      }
    }
  }

  @Test func `a server that hangs from the start is told, and gets the latest cue when it goes on`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await NotificationServer.start(on: scenario.desktop)
        server.hang()
        scenario.notifier.prepare()
        scenario.notifier.show(.cue("Run 30 s"))
        #expect(try await scenario.serverUnavailable()?.code == .notResponding)
        guard case .unavailable = await scenario.notifier.availability(within: generousLimit) else {
          Issue.record("the server is available")
          return
        }
        scenario.notifier.show(.cue("Walk 40 s"))
        server.goOn()
        _ = try await scenario.desktop.monitor.notification("Walk 40 s")
        #expect(scenario.desktop.monitor.notifications.map(\.summary) == ["Walk 40 s"])
        #expect(scenario.events.count == 2)
      }
    }
  }

  @Test func `a server that hangs since the last workout is found out before the next is shown`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        server.hang()
        scenario.notifier.prepare()
        scenario.notifier.show(.cue("Run 30 s"))
        #expect(await scenario.notifier.availability(within: .milliseconds(300)) == nil)
        let event = try await scenario.events.first("the failure", from: 1) { _ in true }
        guard case .serverUnavailable(let failure) = event else {
          Issue.record("\(event)")
          return
        }
        #expect(failure.code == .notResponding)
        #expect(scenario.desktop.monitor.notifications.isEmpty)
        server.goOn()
        _ = try await scenario.desktop.monitor.notification("Run 30 s")
        scenario.notifier.prepare()
        scenario.notifier.show(.cue("Walk 40 s"))
        _ = try await scenario.desktop.monitor.notification("Walk 40 s")
        #expect(scenario.desktop.monitor.notifications.map(\.summary) == ["Run 30 s", "Walk 40 s"])
        #expect(scenario.events.count == 3, "\(scenario.events.elements)")
      }
    }
  }

  @Test func `shutting down takes the notification away`() async {
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

  @Test func `shutting down waits no longer than it may for a hung server`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        let call = try await scenario.desktop.monitor.notification("Run 30 s")
        _ = try await scenario.desktop.monitor.number(of: call)
        server.hang()
        let taken = await ContinuousClock().measure { await scenario.notifier.shutDown(within: .milliseconds(200)) }
        #expect(taken < .seconds(10))
      }
    }
  }

  @Test func `without a bus the failure is told once, and nothing hangs`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run(attemptInterval: .zero) { scenario in
        try await scenario.desktop.bus.killAndWait()
        for _ in 0..<3 {
          scenario.notifier.prepare()
          scenario.notifier.show(.cue("Run 30 s"))
          guard case .unavailable(let failure) = await scenario.notifier.availability(within: generousLimit) else {
            Issue.record("found a server")
            return
          }
          #expect(failure.code == .noSessionBus)
        }
        await scenario.notifier.shutDown(within: generousLimit)
        _ = try await scenario.serverUnavailable()
        #expect(scenario.events.count == 1)
      }
    }
  }

  @Test func `a bus that goes ends nothing, and a new one is found by a cue`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run(attemptInterval: .zero) { scenario in
        _ = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        _ = try await scenario.desktop.monitor.notification("Run 30 s")

        var mark = scenario.events.count
        try await scenario.desktop.bus.killAndWait()
        #expect(try await scenario.serverUnavailable(from: mark)?.code == .noSessionBus)

        mark = scenario.events.count
        let (_, monitor) = try await scenario.desktop.restartBus()
        _ = try await NotificationServer.start(on: scenario.desktop, monitor: monitor)
        scenario.notifier.show(.cue("Walk 40 s"))
        try await scenario.serverAppeared(from: mark)
        _ = try await monitor.notification("Walk 40 s")
      }
    }
  }

  @Test func `hostile text is shown harmlessly`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        var notification = DesktopNotification.cue(String(repeating: "a\u{202E}", count: 10_000))
        notification.body = "<b>&\u{0}\u{1B}[31m</b>\n\u{2066}line"
        scenario.notifier.show(notification)
        let call = try await scenario.desktop.monitor.notification(String(repeating: "a", count: 119) + "…")
        #expect(call.body == "&lt;b&gt;&amp;[31m&lt;/b&gt;\nline")
        _ = try await scenario.desktop.monitor.number(of: call)
        #expect(try await server.displayedCount() == 1)
      }
    }
  }

  @Test func `a server that forgot the notification gets it anew, and one that refuses is told once`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        _ = try await MockNotificationServer.start(
          on: scenario.desktop, capabilities: ["body"],
          notify: """
            if args[1] != 0 or args[3] == 'Refuse':
              raise dbus.exceptions.DBusException('no such thing', name='org.example.Refused')
            ret = 7
            """)
        scenario.notifier.prepare()
        try await scenario.serverAppeared()
        let monitor = scenario.desktop.monitor
        scenario.notifier.show(.cue("Run 30 s"))
        let first = try await monitor.notification("Run 30 s")
        #expect(first.actions.isEmpty)
        _ = try await monitor.number(of: first)
        scenario.notifier.show(.cue("Walk 40 s"))
        _ = try await monitor.first("the cue shown anew") { message in
          NotifyCall(message).map { $0.summary == "Walk 40 s" && $0.replaces == 0 } ?? false
        }
        #expect(monitor.notifications.map(\.replaces) == [0, 7, 0])
        #expect(scenario.events.count == 1, "\(scenario.events.elements)")

        for _ in 0..<3 {
          let mark = monitor.mark
          scenario.notifier.show(.cue("Refuse"))
          _ = try await monitor.notification("Refuse", from: mark)
        }
        #expect(try await scenario.serverUnavailable()?.code == .refused)
        scenario.notifier.show(.cue("Run 31 s"))
        try await scenario.serverAppeared(from: 2)
        #expect(scenario.events.count == 3, "\(scenario.events.elements)")
      }
    }
  }
}
