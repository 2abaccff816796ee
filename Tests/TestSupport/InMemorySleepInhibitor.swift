package import ServiceManager

/// A sleep inhibitor for a machine that sleeps when a test says so, that remembers what it was told.
package final class InMemorySleepInhibitor: SleepInhibitor {
  /// What was asked of it.
  package enum Call: Equatable, Sendable {
    case hold
    case release
    case letSleep
    case shutDown
  }

  package let events: AsyncStream<SleepEvent>
  /// What was asked, in order.
  package let calls = Recording<Call>()

  private let teller: AsyncStream<SleepEvent>.Continuation

  private let checks: [SleepKeeper: SleepCheck]

  /// - Parameter checks: how services are found; those not named keep the machine awake.
  package init(_ checks: [SleepKeeper: SleepCheck] = [:]) {
    self.checks = checks
    (events, teller) = AsyncStream.makeStream()
  }

  /// Has something be heard.
  package func tell(_ event: SleepEvent) {
    teller.yield(event)
  }

  package func hold() { calls.append(.hold) }

  package func release() { calls.append(.release) }

  package func letSleep() { calls.append(.letSleep) }

  package func check(_ keeper: SleepKeeper, within limit: Duration) async -> SleepCheck {
    checks[keeper] ?? .keeps
  }

  package func shutDown(within limit: Duration) async {
    calls.append(.shutDown)
    teller.finish()
  }
}
