package import Power

/// A sleep inhibitor that records its calls.
///
/// A test calls `send` to simulate a sleep event of the machine, such as a suspend.
package final class InMemorySleepInhibitor: SleepInhibitor {
  /// A recorded call.
  package enum Call: Equatable, Sendable {
    case inhibit(InhibitorTasks)
    case release
    case allowSuspend
    case shutDown
  }

  package let events: AsyncStream<SleepEvent>
  /// All calls in order.
  package let calls = Recording<Call>()

  private let eventSink: AsyncStream<SleepEvent>.Continuation
  private let checks: [InhibitorService: InhibitorCheck]

  /// - Parameter checks: The result of the check of each service; a service without a result is available.
  package init(_ checks: [InhibitorService: InhibitorCheck] = [:]) {
    self.checks = checks
    (events, eventSink) = AsyncStream.makeStream()
  }

  /// Sends an event to the reader of `events`.
  package func send(_ event: SleepEvent) {
    eventSink.yield(event)
  }

  package func inhibit(_ tasks: InhibitorTasks) { calls.append(.inhibit(tasks)) }

  package func release() { calls.append(.release) }

  package func allowSuspend() { calls.append(.allowSuspend) }

  package func check(_ service: InhibitorService, within limit: Duration) async -> InhibitorCheck {
    checks[service] ?? .available
  }

  package func shutDown(within limit: Duration) async {
    calls.append(.shutDown)
    eventSink.finish()
  }
}
