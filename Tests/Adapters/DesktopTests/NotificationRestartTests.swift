import Concurrency
import Desktop
import TestSupport
import TestTraits
import Testing

/// Restarts of the session bus and of the notification server, in different orders.
@Suite(.ownProcess, .serialized, .hangLimit) struct NotificationRestartTests {
  @Test func `if the bus restarts while no server runs, the next cue is shown by a server on the new bus`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let monitor = try await scenario.restartBusWithoutServer()
        _ = try await NotificationServer.start(on: scenario.desktop, monitor: monitor)
        scenario.notifier.show(.cue("Run 30 s"))
        _ = try await monitor.notification("Run 30 s")
      }
    }
  }

  @Test func `if first the server and then the bus restarts, the next cue is shown`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        _ = try await scenario.desktop.monitor.notification("Run 30 s")
        var mark = scenario.events.count
        try await server.process.killAndWait()
        #expect(try await scenario.serverUnavailable(from: mark)?.code == .noServer)
        mark = scenario.events.count
        try await scenario.desktop.bus.killAndWait()
        #expect(try await scenario.serverUnavailable(from: mark)?.code == .noSessionBus)
        let (_, monitor) = try await scenario.desktop.restartBus()
        _ = try await NotificationServer.start(on: scenario.desktop, monitor: monitor)
        scenario.notifier.show(.cue("Walk 40 s"))
        _ = try await monitor.notification("Walk 40 s")
      }
    }
  }

  @Test func `cues during the absence of the bus do not delay the first cue on the new bus`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        _ = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        _ = try await scenario.desktop.monitor.notification("Run 30 s")
        let mark = scenario.events.count
        try await scenario.desktop.bus.killAndWait()
        #expect(try await scenario.serverUnavailable(from: mark)?.code == .noSessionBus)
        for second in 1...5 { scenario.notifier.show(.cue("Walk \(second) s")) }
        guard case .unavailable = await scenario.notifier.check(within: generousLimit) else {
          Issue.record("a server is available")
          return
        }
        let (_, monitor) = try await scenario.desktop.restartBus()
        _ = try await NotificationServer.start(on: scenario.desktop, monitor: monitor)
        scenario.notifier.show(.cue("Run 31 s"))
        _ = try await monitor.notification("Run 31 s")
        try await scenario.serverAppeared(from: mark)
        #expect(scenario.events.count == 3, "\(scenario.events.elements)")
      }
    }
  }

  @Test func `a server that starts long after its bus shows the latest cue at once, after each of three bus restarts`()
    async
  {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        scenario.notifier.prepare()
        #expect(try await scenario.serverUnavailable()?.code == .noServer)
        var bus = scenario.desktop.bus
        for round in 1...3 {
          var mark = scenario.events.count
          try await bus.killAndWait()
          #expect(try await scenario.serverUnavailable(from: mark)?.code == .noSessionBus)
          mark = scenario.events.count
          let (next, monitor) = try await scenario.desktop.restartBus()
          bus = next
          scenario.notifier.show(.cue("Run \(round) s"))
          #expect(try await scenario.serverUnavailable(from: mark)?.code == .noServer)
          let server = try await NotificationServer.start(on: scenario.desktop, monitor: monitor)
          _ = try await monitor.notification("Run \(round) s")
          // The monitor sees a call before the notifier receives the answer.
          try await scenario.serverAppeared(from: mark)
          mark = scenario.events.count
          if round == 2 {
            try await server.process.killAndWait()
            #expect(try await scenario.serverUnavailable(from: mark)?.code == .noServer)
          }
        }
      }
    }
  }

  @Test func `a new bus starts a server that it can start, although the old bus had none`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let monitor = try await scenario.restartBusWithoutServer()
        try await NotificationServer.makeActivatable(on: scenario.desktop)
        scenario.notifier.show(.cue("Run 30 s"))
        _ = try await monitor.notification("Run 30 s")
      }
    }
  }

  @Test func `after a server ends, the next cue makes the bus start it again`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        try await NotificationServer.makeActivatable(on: scenario.desktop)
        scenario.notifier.prepare()
        try await scenario.serverAppeared()
        let owner = "busctl --user call org.freedesktop.DBus / org.freedesktop.DBus GetConnectionUnixProcessID"
        let kill = "kill -9 $(\(owner) s \(NotificationServer.name) | cut -d ' ' -f 2)"
        try await scenario.desktop.run("sh", ["-c", kill])
        #expect(try await scenario.serverUnavailable()?.code == .noServer)
        scenario.notifier.show(.cue("Run 30 s"))
        _ = try await scenario.desktop.monitor.notification("Run 30 s")
      }
    }
  }
}

extension NotifierScenario {
  /// Prepares the notifier without a server, and then restarts the bus; returns the monitor of the new bus.
  fileprivate func restartBusWithoutServer() async throws -> BusMonitor {
    notifier.prepare()
    #expect(try await serverUnavailable()?.code == .noServer)
    try await desktop.bus.killAndWait()
    #expect(try await serverUnavailable(from: 1)?.code == .noSessionBus)
    return try await desktop.restartBus().monitor
  }
}
