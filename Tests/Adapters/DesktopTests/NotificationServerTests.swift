import Concurrency
import Desktop
import TestSupport
import TestTraits
import Testing

/// Tests with servers and buses that are missing, that hang, or that end and start again.
@Suite(.ownProcess, .serialized, .hangLimit) struct NotificationServerTests {
  @Test func `a server that starts late or restarts receives the latest cue at once`() async {
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
          Issue.record("the server is unavailable")
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

  @Test func `a hung server blocks no caller, and receives the latest cue when it resumes`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        let first = try await scenario.desktop.monitor.notification("Run 30 s")
        let number = try await scenario.desktop.monitor.number(of: first)
        server.hang()
        let duration = ContinuousClock().measure {
          for second in 1...100 { scenario.notifier.show(.cue("Walk \(second) s")) }
        }
        #expect(duration < promptLimit)
        server.resume()
        let last = try await scenario.desktop.monitor.notification("Walk 100 s")
        #expect(last.replaces == number)
        _ = try await scenario.desktop.monitor.number(of: last)
        #expect(try await server.displayedCount() == 1)
        #expect(scenario.desktop.monitor.notifications.count <= 3)
      }
    }
  }

  @Test func `a server that hangs from the start is reported, and receives the latest cue when it resumes`() async {
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
        server.resume()
        _ = try await scenario.desktop.monitor.notification("Walk 40 s")
        #expect(scenario.desktop.monitor.notifications.map(\.summary) == ["Walk 40 s"])
        try await scenario.serverAppeared()
        #expect(scenario.events.count == 2)
      }
    }
  }

  @Test func `a server that has hung since the last workout is detected before the next cue is sent`() async {
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
        server.resume()
        _ = try await scenario.desktop.monitor.notification("Run 30 s")
        scenario.notifier.prepare()
        scenario.notifier.show(.cue("Walk 40 s"))
        _ = try await scenario.desktop.monitor.notification("Walk 40 s")
        #expect(scenario.desktop.monitor.notifications.map(\.summary) == ["Run 30 s", "Walk 40 s"])
        #expect(scenario.events.count == 3, "\(scenario.events.elements)")
      }
    }
  }

  @Test func `if the server hangs, shutting down ends at its time limit`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        let call = try await scenario.desktop.monitor.notification("Run 30 s")
        _ = try await scenario.desktop.monitor.number(of: call)
        server.hang()
        let duration = await ContinuousClock().measure { await scenario.notifier.shutDown(within: .milliseconds(200)) }
        #expect(duration < promptLimit)
      }
    }
  }

  @Test func `a missing bus is reported once, and no call hangs`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run(attemptInterval: .zero) { scenario in
        try await scenario.desktop.bus.killAndWait()
        for _ in 0..<3 {
          scenario.notifier.prepare()
          scenario.notifier.show(.cue("Run 30 s"))
          guard case .unavailable(let failure) = await scenario.notifier.availability(within: generousLimit) else {
            Issue.record("a server is available")
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

  @Test func `a lost bus is reported, and the next cue is shown on the new bus`() async {
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

  @Test func `a notification that the server lost is sent again, and a server that rejects it is reported once`()
    async
  {
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
        _ = try await monitor.first("the cue as a new notification") { message in
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

/// Tests with servers that hang for longer than libnotify waits.
///
/// Each test takes half a minute of real time, so the tests run in parallel.
@Suite(.ownProcess, .hangLimit) struct HungServerTests {
  @Test func `a server that hangs is reported once, and updates the notification to the latest cue when it resumes`()
    async
  {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        let first = try await scenario.desktop.monitor.notification("Run 30 s")
        let number = try await scenario.desktop.monitor.number(of: first)
        server.hang()
        scenario.notifier.show(.cue("Walk 40 s"))
        _ = try await scenario.desktop.monitor.notification("Walk 40 s")
        scenario.notifier.show(.cue("Run 31 s"))
        let event = try await scenario.events.first("the failure", from: 1) { _ in true }
        guard case .serverUnavailable(let failure) = event else {
          Issue.record("\(event)")
          return
        }
        #expect(failure.code == .notResponding)
        scenario.notifier.show(.cue("Walk 41 s"))
        server.resume()
        let last = try await scenario.desktop.monitor.notification("Walk 41 s")
        #expect(last.replaces == number)
        _ = try await scenario.desktop.monitor.number(of: last)
        let count = try await server.displayedCount()
        #expect(count == 1)
        #expect(scenario.events.count == 3, "\(scenario.events.elements)")
        #expect(scenario.desktop.monitor.notifications.map(\.summary) == ["Run 30 s", "Walk 40 s", "Walk 41 s"])
      }
    }
  }

  @Test func `a notification that was closed while the server hung disappears when the server resumes`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        let call = try await scenario.desktop.monitor.notification("Run 30 s")
        let number = try #require(try await scenario.desktop.monitor.number(of: call))
        server.hang()
        scenario.notifier.close()
        _ = try await scenario.events.first("the failure", from: 1) { _ in true }
        let mark = scenario.desktop.monitor.mark
        server.resume()
        _ = try await scenario.desktop.monitor.closing(of: number, from: mark)
        try await scenario.serverAppeared(from: 2)
        let count = try await server.displayedCount()
        #expect(count == 0)
      }
    }
  }
}
