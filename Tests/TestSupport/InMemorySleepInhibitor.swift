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

  package init() {
    (events, teller) = AsyncStream.makeStream()
  }

  /// Has something be heard.
  package func tell(_ event: SleepEvent) {
    teller.yield(event)
  }

  package func hold() { calls.append(.hold) }

  package func release() { calls.append(.release) }

  package func letSleep() { calls.append(.letSleep) }

  package func shutDown(within limit: Duration) async {
    calls.append(.shutDown)
    teller.finish()
  }
}
