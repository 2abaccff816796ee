import MessageBus

/// A lock of one service against suspend, for use on the GLib thread.
///
/// It is taken whenever the service runs. If the object is released without `release`, the lock ends with the
/// connection.
protocol InhibitorLock: AnyObject {
  /// Lets a suspend proceed.
  func allowSuspend()

  /// Releases the lock, and calls `done` when the service has confirmed this or cannot be reached.
  func release(done: @escaping () -> Void)
}

/// An event of an inhibitor lock.
enum InhibitorLockEvent {
  /// The service holds the lock.
  case held
  /// The service refused the lock, for this reason.
  case refused(String)
  /// The service is not running, for this reason; the lock is taken when it starts.
  case absent(String)
  /// The bus cannot be reached or closed the connection, so the lock object cannot be used any more.
  case disconnected(BusError)
  /// The machine is about to suspend.
  case suspending
  /// The announced suspend is over, or was cancelled.
  case resumed
}

/// A connection to a service that may start and stop, for use on the GLib thread.
final class ServiceConnection {
  /// A change of the service's state.
  enum Change {
    /// The unique name of the service.
    case started(owner: String)
    /// The service is not running, for this reason.
    case absent(String)
    case disconnected(BusError)
  }

  private let name: String
  private let path: String
  private let interface: String
  private let thread: GLibThread
  private var bus: BusConnection?
  private var wasRunning = false

  /// Prepares a connection; `connect` opens it.
  init(name: String, path: String, interface: String, on thread: GLibThread) {
    self.name = name
    self.path = path
    self.interface = interface
    self.thread = thread
  }

  /// Connects to the bus and watches the service.
  ///
  /// - Parameters:
  ///   - address: The bus's address.
  ///   - signal: The name of a signal of the service.
  ///   - received: Called with each of these signals.
  ///   - changed: Called with the service's state, and again on every change.
  func connect(
    to address: String, signal: String? = nil, received: @escaping (BusSignal) -> Void = { _ in },
    changed: @escaping (Change) -> Void
  ) {
    bus = BusConnection(to: address, on: thread) { [weak self] error in
      guard let self, let bus else { return }
      if let error { return changed(.disconnected(error)) }
      // The subscription precedes the first call, so no signal is missed.
      if let signal { bus.subscribe(to: signal, of: interface, at: path, handler: received) }
      bus.watch(name) { [weak self] ownership in
        guard let self else { return }
        switch ownership {
        case .owned(let owner):
          wasRunning = true
          changed(.started(owner: owner))
        case .notOwned: changed(.absent(wasRunning ? "it has stopped" : "it is not running"))
        case .connectionLost:
          changed(.disconnected(BusError(.busUnusable, subject: address, reason: "the connection was closed")))
        }
      }
    }
  }

  /// Calls a method of the service.
  ///
  /// `reply` is called with the answer, unless the connection is released first.
  func call(
    _ method: String, _ arguments: [Variant], within limit: Duration? = nil,
    reply: @escaping (Result<BusReply, BusError>) -> Void
  ) {
    bus?.call(BusCall(method, of: interface, at: path, on: name, arguments), within: limit, reply: reply)
  }
}

/// The lock of the screen saver against idling: org.freedesktop.ScreenSaver of the draft "Idle Inhibition Service".
final class ScreenSaverLock: InhibitorLock {
  private let screenSaver: ServiceConnection
  private var report: (InhibitorLockEvent) -> Void
  /// The unique name of the screen saver.
  private var owner: String?
  /// The number by which the screen saver identifies the lock.
  private var cookie: UInt32?

  /// The time limit for the screen saver to confirm the release of the lock.
  private static let releaseLimit = Duration.seconds(1)

  /// Makes the lock, which is taken when the service answers.
  init(bus: String, on thread: GLibThread, report: @escaping (InhibitorLockEvent) -> Void) {
    self.report = report
    screenSaver = ServiceConnection(
      name: InhibitorService.screenSaver.busName, path: "/org/freedesktop/ScreenSaver",
      interface: "org.freedesktop.ScreenSaver", on: thread)
    screenSaver.connect(to: bus) { [weak self] in self?.serviceChanged($0) }
  }

  func allowSuspend() {}

  func release(done: @escaping () -> Void) {
    report = { _ in }
    guard let cookie else { return done() }
    (owner, self.cookie) = (nil, nil)
    // GDBus closes a connection without sending queued messages, so the object lives until the answer.
    screenSaver.call("UnInhibit", [.uint32(cookie)], within: Self.releaseLimit) { [self] _ in
      done()
      extendLifetime(self)
    }
  }

  private func serviceChanged(_ change: ServiceConnection.Change) {
    (owner, cookie) = (nil, nil)
    switch change {
    case .started(let owner):
      self.owner = owner
      takeLock()
    case .absent(let reason): report(.absent(reason))
    case .disconnected(let error): report(.disconnected(error))
    }
  }

  private func takeLock() {
    let arguments = [LogindLock.applicationName, LogindLock.reason]
    screenSaver.call("Inhibit", arguments.map(Variant.string)) { [weak self, owner] result in
      guard let self, self.owner == owner else { return }
      switch result {
      case .success(let reply):
        guard case .uint32(let cookie)? = reply.arguments.first else { return }
        self.cookie = cookie
        report(.held)
      case .failure(let error): report(.refused(error.description))
      }
    }
  }
}
