import CLinux
import Concurrency
import Glibc
package import MessageBus
import Synchronization

/// The inhibitor that uses logind and the desktop's screen saver, with one connection to each while it inhibits.
///
/// It runs on a GLib thread that it shares with others, and never blocks it. Calls of `inhibit` while all locks are
/// held do not wake that thread.
package actor SystemSleepInhibitor: SleepInhibitor {
  package nonisolated let events: AsyncStream<SleepEvent>
  private nonisolated let eventSink: AsyncStream<SleepEvent>.Continuation
  private nonisolated let attempts = Mutex(Attempts())
  private nonisolated let thread: GLibThread
  private let addresses: [InhibitorService: String]
  private let retryInterval: Duration

  private var locks: [InhibitorService: any InhibitorLock] = [:]
  private var clockChangeTimer: ClockChangeTimer?
  /// Whether each service was last reported to prevent suspend, so that only changes are reported.
  private var isReportedHeld: [InhibitorService: Bool] = [:]
  /// The limit on checks in progress; a further check reports that the service does not respond.
  private let checks = RequestLimit()

  /// The state of the locks for callers on other threads.
  private struct Attempts {
    var isInhibiting = false
    /// Whether a bus was missing or lost since the last attempt.
    var isIncomplete = false
    var last = ContinuousClock.now
  }

  /// The maximum number of events that wait to be read; further ones are dropped.
  private static let maxEvents = 64

  /// The interval after which a missing bus is searched for again.
  package static let retryInterval = Duration.seconds(60)

  /// Makes an inhibitor that is idle.
  ///
  /// - Parameters:
  ///   - systemBus: The address of logind's bus.
  ///   - sessionBus: The address of the screen saver's bus; nil if it is unknown.
  ///   - retryInterval: The interval after which a missing bus is searched for again.
  ///   - thread: The thread to run on.
  package init(
    systemBus: String, sessionBus: String?, retryInterval: Duration = retryInterval, on thread: GLibThread = .shared
  ) {
    var addresses = [InhibitorService.logind: systemBus]
    addresses[.screenSaver] = sessionBus
    self.addresses = addresses
    self.retryInterval = retryInterval
    self.thread = thread
    (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.maxEvents))
  }

  // Connections must be released on their thread.
  isolated deinit {}

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  package nonisolated func inhibit() {
    let isDue = attempts.withLock { attempts in
      let isRetryDue = attempts.isIncomplete && attempts.last.duration(to: .now) >= retryInterval
      guard !attempts.isInhibiting || isRetryDue else { return false }
      attempts = Attempts(isInhibiting: true)
      return true
    }
    if isDue { onThread { $0.takeMissingLocks() } }
  }

  package nonisolated func release() {
    let wasInhibiting = attempts.withLock { attempts in
      defer { attempts.isInhibiting = false }
      return attempts.isInhibiting
    }
    if wasInhibiting { onThread { $0.releaseLocks {} } }
  }

  package nonisolated func allowSuspend() {
    onThread { inhibitor in inhibitor.locks.values.forEach { $0.allowSuspend() } }
  }

  package func check(_ service: InhibitorService, within limit: Duration) async -> InhibitorCheck {
    guard checks.begin() else { return .notResponding }
    defer { checks.end() }
    let (results, result) = AsyncStream<InhibitorCheck>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let lock = lock(of: service) { event in
      switch event {
      case .held: result.yield(.available)
      case .refused(let reason): result.yield(.refused(reason))
      case .absent: result.yield(.absent)
      case .disconnected(let error): result.yield(.noBus("\(error)"))
      case .suspending, .resumed: break
      }
    }
    let check = await results.first(within: limit) ?? .notResponding
    lock?.release {}
    return check
  }

  package nonisolated func shutDown(within limit: Duration) async {
    attempts.withLock { $0.isInhibiting = false }
    let (released, end) = AsyncStream<Never>.makeStream()
    onThread { $0.releaseLocks { end.finish() } }
    await released.end(within: limit)
    eventSink.finish()
  }

  /// Runs work on the thread, in the order of the calls.
  private nonisolated func onThread(_ work: @escaping @Sendable (isolated SystemSleepInhibitor) -> Void) {
    thread.post { self.assumeIsolated { work($0) } }
  }

  private func takeMissingLocks() {
    clockChangeTimer =
      clockChangeTimer ?? ClockChangeTimer(on: thread) { [eventSink] in eventSink.yield(.clockChanged) }
    for service in InhibitorService.allCases where locks[service] == nil {
      locks[service] = lock(of: service) { [weak self] event in
        self?.assumeIsolated { $0.handle(event, of: service) }
      }
    }
  }

  /// Makes the lock of a service; nil if its bus is unknown, which is reported.
  private func lock(
    of service: InhibitorService, report: @escaping (InhibitorLockEvent) -> Void
  ) -> (any InhibitorLock)? {
    guard let address = addresses[service] else {
      report(.disconnected(BusError(.busUnusable, subject: "no known address")))
      return nil
    }
    return switch service {
    case .logind: LogindLock(bus: address, on: thread, report: report)
    case .screenSaver: ScreenSaverLock(bus: address, on: thread, report: report)
    }
  }

  private func releaseLocks(done: @escaping () -> Void) {
    clockChangeTimer = nil
    var remaining = locks.count
    guard remaining > 0 else { return done() }
    for lock in locks.values {
      lock.release {
        remaining -= 1
        if remaining == 0 { done() }
      }
    }
    locks = [:]
  }

  private func handle(_ event: InhibitorLockEvent, of service: InhibitorService) {
    switch event {
    case .held:
      // The first success is not reported.
      if isReportedHeld.updateValue(true, forKey: service) == false { eventSink.yield(.inhibited(by: service)) }
    case .refused(let reason), .absent(let reason): reportNotHeld(service, reason)
    case .disconnected(let error):
      locks[service] = nil
      attempts.withLock { $0.isIncomplete = true }
      reportNotHeld(service, "\(error)")
    case .suspending: eventSink.yield(.suspending)
    case .resumed: eventSink.yield(.resumed)
    }
  }

  private func reportNotHeld(_ service: InhibitorService, _ reason: String) {
    guard isReportedHeld.updateValue(false, forKey: service) != false else { return }
    eventSink.yield(.notInhibited(by: service, reason: reason))
  }
}

/// Reports when the wall clock is set, and when the machine resumes from a suspend: a timer in the far future, which
/// the kernel cancels at that moment.
///
/// `timerfd_settime(2)` describes the cancelling as a discontinuous change of the clock (`TFD_TIMER_CANCEL_ON_SET`); a
/// suspend is one according to the kernel's fs/timerfd.c. The timer never expires, so it wakes the process only at such
/// a change.
final class ClockChangeTimer {
  /// Negative if the process has no free descriptor; then no change is reported.
  private let descriptor: CInt
  private var source: GLibSource?

  /// Starts the timer; `changed` is called on the GLib thread.
  init(on thread: GLibThread, changed: @escaping () -> Void) {
    let descriptor = timerfd_create(CLOCK_REALTIME, CInt(TFD_NONBLOCK) | CInt(TFD_CLOEXEC))
    self.descriptor = descriptor
    guard descriptor >= 0 else { return }
    var setting = itimerspec()
    setting.it_value.tv_sec = 1 << 40
    // The variable outlives the call, and no previous setting is requested.
    _ = unsafe timerfd_settime(descriptor, CInt(TFD_TIMER_ABSTIME) | CInt(TFD_TIMER_CANCEL_ON_SET), &setting, nil)
    source = thread.whenReadable(descriptor) {
      var count: UInt64 = 0
      // The variable has the eight bytes that are read.
      if unsafe read(descriptor, &count, 8) < 0, errno == ECANCELED { changed() }
    }
  }

  deinit {
    source = nil
    if descriptor >= 0 { close(descriptor) }
  }
}
