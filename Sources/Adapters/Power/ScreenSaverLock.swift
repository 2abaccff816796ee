import MessageBus

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
