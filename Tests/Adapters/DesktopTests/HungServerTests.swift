import Desktop
import Concurrency
import TestSupport
import TestTraits
import Testing

/// What happens when a server hangs for longer than libnotify waits: half a minute of real time, all at once.
@Suite(.ownProcess, .timeLimit(.minutes(2))) struct HungServerTests {
  @Test func `it is told once, and the server shows the latest cue in place when it goes on`() async {
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
        let event = try await scenario.events.first("the failure", from: 1, within: .seconds(60)) { _ in true }
        guard case .serverUnavailable(let failure) = event else {
          Issue.record("\(event)")
          return
        }
        #expect(failure.code == .notResponding)
        scenario.notifier.show(.cue("Walk 41 s"))
        server.goOn()
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

  @Test func `what was closed while the server hung is gone when it goes on`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        let call = try await scenario.desktop.monitor.notification("Run 30 s")
        let number = try #require(try await scenario.desktop.monitor.number(of: call))
        server.hang()
        scenario.notifier.close()
        _ = try await scenario.events.first("the failure", from: 1, within: .seconds(60)) { _ in true }
        let mark = scenario.desktop.monitor.mark
        server.goOn()
        _ = try await scenario.desktop.monitor.closing(of: number, from: mark)
        try await scenario.serverAppeared(from: 2)
        let count = try await server.displayedCount()
        #expect(count == 0)
      }
    }
  }
}
