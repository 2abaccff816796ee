import Concurrency
import Synchronization

/// The inhibitor that asks logind and the desktop's screen saver, each on a connection that lasts while it holds.
package final class SystemSleepInhibitor: SleepInhibitor {
  package let events: AsyncStream<SleepEvent>

  private let teller: AsyncStream<SleepEvent>.Continuation
  private let buses: SleepBuses
  private let retryInterval: Duration
  private let state = Mutex(State())
  private let logindChecks = QuestionQueue(label: "org.intervald.sleep.check")
  private let screenSaverChecks = QuestionQueue(label: "org.intervald.sleep.check")

  private struct State {
    var hold: SleepHold?
    /// Whether each service was last said to keep the machine awake, so that only a change is told.
    var isKeeping: [InhibitorService: Bool] = [:]
  }

  /// How many events may wait to be read, beyond which new ones are dropped.
  private static let capacity = 64

  /// How long a bus that is missing is not looked for again.
  package static let retryInterval = Duration.seconds(60)

  /// Makes one that is idle.
  ///
  /// - Parameters:
  ///   - systemBus: where logind is asked for.
  ///   - sessionBus: where the screen saver is; nil where there is none.
  ///   - retryInterval: how long a bus that is missing is not looked for again.
  package init(systemBus: String, sessionBus: String?, retryInterval: Duration = retryInterval) {
    self.retryInterval = retryInterval
    (events, teller) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity))
    buses = SleepBuses(system: systemBus, session: sessionBus)
  }

  deinit {
    state.withLock { $0.hold }?.end()
  }

  package func inhibit() {
    let isHeld = state.withLock { state in
      if let hold = state.hold {
        hold.catchUp(every: retryInterval)
      } else {
        state.hold = SleepHold(on: buses) { [weak self] in self?.tell($0) }
      }
      return state.hold != nil
    }
    guard isHeld else {
      return InhibitorService.allCases.forEach { tell(.notInhibited(by: $0, reason: "there is no descriptor left")) }
    }
  }

  package func release() {
    state.withLock { $0.hold.take() }?.end()
  }

  package func allowSuspend() {
    state.withLock { $0.hold }?.allowSuspend()
  }

  package func check(_ service: InhibitorService, within limit: Duration) async -> InhibitorCheck {
    let queue = service == .logind ? logindChecks : screenSaverChecks
    return await queue.answer(within: limit) { [buses] in buses.check(service, within: limit) } ?? .notResponding
  }

  package func shutDown(within limit: Duration) async {
    let hold = state.withLock { $0.hold.take() }
    hold?.end()
    await hold?.ended(within: limit)
    teller.finish()
  }

  private func tell(_ event: SleepEvent) {
    let isNews =
      switch event {
      case .inhibited(let service):
        // At first it is what is to be expected.
        state.withLock { $0.isKeeping.updateValue(true, forKey: service) } == false
      case .notInhibited(let service, _): state.withLock { $0.isKeeping.updateValue(false, forKey: service) } != false
      case .suspending, .resumed, .clockChanged: true
      }
    if isNews { teller.yield(event) }
  }
}
