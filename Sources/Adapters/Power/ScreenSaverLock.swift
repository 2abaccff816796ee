import MessageBus

/// A lock that makes the screen saver prevent suspend on idle.
///
/// Source: the draft "Idle Inhibition Service", interface org.freedesktop.ScreenSaver.
final class ScreenSaverLock: InhibitorLock {
  private let applicationName: String
  private let screenSaver: ServiceConnection
  private var report: (InhibitorLockEvent) -> Void
  /// The unique name of the running screen saver.
  private var owner: String?
  /// The number by which the screen saver identifies the lock.
  private var cookie: UInt32?
  /// Whether the screen saver has not answered the request for the lock yet.
  private var isRequested = false
  /// Continues a release that waits for the answer to the request.
  private var released: (() -> Void)?
  private var releaseTimer: GLibSource?
  private let thread: GLibThread

  /// The time limit for the screen saver's answer to a release.
  private static let releaseLimit = Duration.seconds(1)
  /// The time that a release waits for the answer to the request, which contains the number of the lock.
  private static let requestLimit = Duration.seconds(10)

  /// Makes the lock, which is taken as soon as the screen saver is running.
  init(
    applicationName: String, bus: String, on thread: GLibThread, report: @escaping (InhibitorLockEvent) -> Void
  ) {
    self.applicationName = applicationName
    self.report = report
    self.thread = thread
    screenSaver = ServiceConnection(
      name: InhibitorService.screenSaver.busName, path: "/org/freedesktop/ScreenSaver",
      interface: "org.freedesktop.ScreenSaver", on: thread)
    screenSaver.connect(to: bus) { [weak self] in self?.serviceChanged($0) }
  }

  func allowSuspend() {}

  func release(done: @escaping () -> Void) {
    report = { _ in }
    guard let cookie else {
      guard isRequested else { return done() }
      // This object lives until the answer arrives or the timer ends.
      released = { [self] in
        (isRequested, released, releaseTimer) = (false, nil, nil)
        release(done: done)
      }
      releaseTimer = thread.after(Self.requestLimit) { [weak self] in self?.released?() }
      return
    }
    (owner, self.cookie) = (nil, nil)
    // This object owns the connection, and GDBus discards the queued messages of a closed connection. The object must
    // therefore live until the answer arrives.
    screenSaver.call("UnInhibit", [.uint32(cookie)], within: Self.releaseLimit) { [self] _ in
      done()
      extendLifetime(self)
    }
  }

  private func serviceChanged(_ change: ServiceConnection.Change) {
    (owner, cookie, isRequested) = (nil, nil, false)
    if let released { return released() }
    switch change {
    case .started(let owner):
      self.owner = owner
      takeLock()
    case .absent(let reason): report(.absent(reason))
    case .disconnected(let error): report(.disconnected(error))
    }
  }

  private func takeLock() {
    let arguments = [applicationName, LogindLock.reason]
    isRequested = true
    screenSaver.call("Inhibit", arguments.map(Variant.string)) { [weak self, owner] result in
      guard let self, self.owner == owner else { return }
      isRequested = false
      defer { released?() }
      switch result {
      case .success(let reply):
        guard let cookie = reply.arguments[0]?.uint32 else { return report(.malformedAnswer) }
        self.cookie = cookie
        report(.held)
      case .failure(let error): report(.refused(error.description))
      }
    }
  }
}
