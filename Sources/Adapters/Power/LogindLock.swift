import MessageBus

/// The two locks of logind: one delays suspends, and one prevents suspend on idle.
///
/// For each lock, logind returns a descriptor. The lock lasts until this descriptor is closed.
///
/// See "Inhibitor Locks" at systemd.io, and org.freedesktop.login1(5).
final class LogindLock: InhibitorLock {
  static let reason = "A workout is running"

  private let applicationName: String
  private let preventsIdle: Bool
  private let logind: ServiceConnection
  private let thread: GLibThread
  private var report: (InhibitorLockEvent) -> Void
  private var idle = Lock()
  private var sleep = Lock()
  /// The unique name of the running logind.
  ///
  /// Signals from other senders, and answers from an earlier logind process, are ignored.
  private var owner: String?
  /// The timer that limits the delay of a suspend.
  private var delayTimer: GLibSource?

  private struct Lock {
    var isRequested = false
    var descriptor: BusDescriptor?
  }

  /// Makes the locks; they are taken as soon as logind is running.
  ///
  /// Without `preventsIdle`, only the lock that delays suspends is taken.
  init(
    applicationName: String, preventsIdle: Bool, bus: String, on thread: GLibThread,
    report: @escaping (InhibitorLockEvent) -> Void
  ) {
    self.applicationName = applicationName
    self.preventsIdle = preventsIdle
    self.thread = thread
    self.report = report
    logind = ServiceConnection(
      name: InhibitorService.logind.busName, path: "/org/freedesktop/login1",
      interface: "org.freedesktop.login1.Manager", on: thread)
    logind.connect(to: bus, signal: "PrepareForSleep") { [weak self] in
      self?.prepareForSleep($0)
    } changed: { [weak self] in
      self?.serviceChanged($0)
    }
  }

  func allowSuspend() {
    guard delayTimer != nil else { return }
    delayTimer = nil
    sleep.descriptor = nil
  }

  func release(done: @escaping () -> Void) {
    report = { _ in }
    forgetLocks()
    done()
  }

  private func serviceChanged(_ change: ServiceConnection.Change) {
    forgetLocks()
    switch change {
    case .started(let owner):
      self.owner = owner
      takeMissingLocks()
    case .absent(let reason): report(.absent(reason))
    case .disconnected(let error): report(.disconnected(error))
    }
  }

  private func prepareForSleep(_ signal: BusSignal) {
    guard signal.sender == owner, let isBeginning = signal.arguments[0]?.boolean else { return }
    if isBeginning {
      delayTimer = thread.after(SleepEvent.maxDelay) { [weak self] in self?.allowSuspend() }
      report(.suspending)
    } else {
      allowSuspend()
      report(.resumed)
      takeMissingLocks()
    }
  }

  private func forgetLocks() {
    (owner, delayTimer, idle, sleep) = (nil, nil, Lock(), Lock())
  }

  private func takeMissingLocks() {
    if preventsIdle { take(\.idle, "idle", mode: "block") }
    take(\.sleep, "sleep", mode: "delay")
  }

  /// Takes a lock, unless the lock is already held or requested.
  private func take(_ lock: ReferenceWritableKeyPath<LogindLock, Lock>, _ what: String, mode: String) {
    guard self[keyPath: lock].descriptor == nil, !self[keyPath: lock].isRequested else { return }
    self[keyPath: lock].isRequested = true
    let arguments = [what, applicationName, Self.reason, mode]
    logind.call("Inhibit", arguments.map(Variant.string)) { [weak self, owner] result in
      guard let self, self.owner == owner else { return }
      self[keyPath: lock].isRequested = false
      switch result {
      case .success(let reply):
        self[keyPath: lock].descriptor = reply.descriptors.first
        if reply.descriptors.isEmpty { report(.malformedAnswer) }
      case .failure(let error): report(.refused(error.description))
      }
      if idle.descriptor != nil || !preventsIdle, sleep.descriptor != nil { report(.held) }
    }
  }
}
