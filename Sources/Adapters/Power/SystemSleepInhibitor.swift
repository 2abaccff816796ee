import CLinux
import Concurrency
import Glibc
package import MessageBus
import Synchronization

/// A sleep inhibitor that uses logind and the desktop's screen saver.
///
/// While the inhibitor prevents suspend, it has one connection to each of the two services. It shares its GLib thread
/// with other objects, and never blocks the thread. A call of `inhibit` does not wake the thread if all locks are held.
package actor SystemSleepInhibitor: SleepInhibitor {
  package nonisolated let events: AsyncStream<SleepEvent>
  private nonisolated let eventSink: AsyncStream<SleepEvent>.Continuation
  private nonisolated let attempts = Mutex(Attempts())
  private nonisolated let thread: GLibThread
  private let applicationName: String
  private let addresses: [InhibitorService: String]
  private let retryInterval: Duration

  private var tasks = InhibitorTasks()
  private var locks: [InhibitorService: any InhibitorLock] = [:]
  private var lockWatcher: ScreenLockWatcher?
  private var clockChangeTimer: ClockChangeTimer?
  /// Whether each service prevents suspend, according to the last report; an unchanged state is not reported again.
  private var isReportedHeld: [InhibitorService: Bool] = [:]
  /// The limit on simultaneous checks; a check beyond the limit reports that the service does not respond.
  private let checks = RequestLimit()

  /// The state of the locks for callers on other threads.
  private struct Attempts {
    /// The tasks that are performed; nil after a release.
    var tasks: InhibitorTasks?
    /// Whether a bus could not be reached, or was lost, since the last attempt.
    var isIncomplete = false
    var last = ContinuousClock.now
  }

  /// The maximum number of unread events; further events are dropped.
  private static let maxEvents = 64

  /// The minimum time between attempts to reach a missing bus.
  package static let retryInterval = Duration.seconds(60)

  /// Makes an inhibitor that holds no locks.
  ///
  /// - Parameters:
  ///   - applicationName: The name that the services show.
  ///   - systemBus: The address of logind's bus.
  ///   - sessionBus: The address of the screen saver's bus; nil if it is unknown.
  ///   - retryInterval: The minimum time between attempts to reach a missing bus.
  ///   - thread: The GLib thread on which the inhibitor runs.
  package init(
    applicationName: String, systemBus: String, sessionBus: String?, retryInterval: Duration = retryInterval,
    on thread: GLibThread = .shared
  ) {
    self.applicationName = applicationName
    var addresses = [InhibitorService.logind: systemBus]
    addresses[.screenSaver] = sessionBus
    self.addresses = addresses
    self.retryInterval = retryInterval
    self.thread = thread
    (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.maxEvents))
  }

  // The connections must be released on the GLib thread.
  isolated deinit {}

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  package nonisolated func inhibit(_ tasks: InhibitorTasks) {
    let isDue = attempts.withLock { attempts in
      let isRetryDue = attempts.isIncomplete && attempts.last.duration(to: .now) >= retryInterval
      guard attempts.tasks != tasks || isRetryDue else { return false }
      attempts = Attempts(tasks: tasks)
      return true
    }
    if isDue { onThread { $0.begin(tasks) } }
  }

  package nonisolated func release() {
    let wasInhibiting = attempts.withLock { attempts in
      attempts.tasks.take() != nil
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
    attempts.withLock { $0.tasks = nil }
    let (released, end) = AsyncStream<Never>.makeStream()
    onThread { $0.releaseLocks { end.finish() } }
    await released.end(within: limit)
    eventSink.finish()
  }

  /// Runs work on the GLib thread, in the order of the calls.
  private nonisolated func onThread(_ work: @escaping @Sendable (isolated SystemSleepInhibitor) -> Void) {
    thread.post { self.assumeIsolated { work($0) } }
  }

  /// Takes the missing locks for the tasks; if the previous tasks were others, first releases the locks.
  private func begin(_ tasks: InhibitorTasks) {
    if tasks != self.tasks { releaseLocks {} }
    self.tasks = tasks
    clockChangeTimer =
      clockChangeTimer ?? ClockChangeTimer(on: thread) { [eventSink] in eventSink.yield(.clockChanged) }
    if tasks.contains(.reportLock), lockWatcher?.isIncomplete != false {
      lockWatcher = ScreenLockWatcher(
        systemBus: addresses[.logind], sessionBus: addresses[.screenSaver], on: thread,
        lost: { [weak self] in self?.attempts.withLock { $0.isIncomplete = true } },
        report: { [eventSink] in eventSink.yield(.locked) })
    }
    let services: [InhibitorService] = tasks.contains(.keepAwake) ? InhibitorService.allCases : [.logind]
    for service in services where locks[service] == nil {
      locks[service] = lock(of: service, preventsIdle: tasks.contains(.keepAwake)) { [weak self] event in
        self?.assumeIsolated { $0.handle(event, of: service) }
      }
    }
  }

  /// Makes the lock of a service.
  ///
  /// If the address of the bus is unknown, calls `report` with `disconnected` and returns nil.
  private func lock(
    of service: InhibitorService, preventsIdle: Bool = true, report: @escaping (InhibitorLockEvent) -> Void
  ) -> (any InhibitorLock)? {
    guard let address = addresses[service] else {
      report(.disconnected(BusError(.busUnusable, subject: "no known address")))
      return nil
    }
    return switch service {
    case .logind:
      LogindLock(
        applicationName: applicationName, preventsIdle: preventsIdle, bus: address, on: thread, report: report)
    case .screenSaver: ScreenSaverLock(applicationName: applicationName, bus: address, on: thread, report: report)
    }
  }

  private func releaseLocks(done: @escaping () -> Void) {
    (clockChangeTimer, lockWatcher) = (nil, nil)
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
      // A held lock is reported only after a report that the service does not prevent suspend.
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

/// A timer that reports when the wall clock was set, and when the machine has resumed from a suspend.
///
/// The kernel cancels the timer when the wall clock changes discontinuously (`TFD_TIMER_CANCEL_ON_SET` in
/// `timerfd_settime(2)`). According to the kernel's fs/timerfd.c, a suspend is such a change. The timer is set to the
/// far future, so only a cancellation wakes the process.
final class ClockChangeTimer {
  /// The timer's descriptor; negative if the process had no free descriptor.
  ///
  /// If the descriptor is negative, no change is reported.
  private let descriptor: CInt
  private var source: GLibSource?

  /// Starts the timer; `changed` is called on the GLib thread.
  init(on thread: GLibThread, changed: @escaping () -> Void) {
    let descriptor = timerfd_create(CLOCK_REALTIME, CInt(TFD_NONBLOCK) | CInt(TFD_CLOEXEC))
    self.descriptor = descriptor
    guard descriptor >= 0 else { return }
    var setting = itimerspec()
    setting.it_value.tv_sec = 1 << 40
    // `setting` outlives the call. The null pointer means that the previous setting is not requested.
    _ = unsafe timerfd_settime(descriptor, CInt(TFD_TIMER_ABSTIME) | CInt(TFD_TIMER_CANCEL_ON_SET), &setting, nil)
    source = thread.whenReadable(descriptor) {
      var count: UInt64 = 0
      // `count` has room for the eight bytes that are read.
      if unsafe read(descriptor, &count, 8) < 0, errno == ECANCELED { changed() }
    }
  }

  deinit {
    source = nil
    if descriptor >= 0 { close(descriptor) }
  }
}
