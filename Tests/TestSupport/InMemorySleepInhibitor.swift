package import Power

/// A sleep inhibitor for a machine that sleeps when a test says so, that remembers what it was told.
package final class InMemorySleepInhibitor: SleepInhibitor {
  /// What was asked of it.
  package enum Call: Equatable, Sendable {
    case inhibit
    case release
    case allowSuspend
    case shutDown
  }

  package let events: AsyncStream<SleepEvent>
  /// What was asked, in order.
  package let calls = Recording<Call>()

  private let teller: AsyncStream<SleepEvent>.Continuation

  private let checks: [InhibitorService: InhibitorCheck]

  /// - Parameter checks: how services are found; those not named keep the machine awake.
  package init(_ checks: [InhibitorService: InhibitorCheck] = [:]) {
    self.checks = checks
    (events, teller) = AsyncStream.makeStream()
  }

  /// Has something be heard.
  package func send(_ event: SleepEvent) {
    teller.yield(event)
  }

  package func inhibit() { calls.append(.inhibit) }

  package func release() { calls.append(.release) }

  package func allowSuspend() { calls.append(.allowSuspend) }

  package func check(_ service: InhibitorService, within limit: Duration) async -> InhibitorCheck {
    checks[service] ?? .available
  }

  package func shutDown(within limit: Duration) async {
    calls.append(.shutDown)
    teller.finish()
  }
}
