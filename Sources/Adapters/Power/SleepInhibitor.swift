/// Prevents automatic suspend while a workout runs, and reports suspends.
///
/// Only `check` and `shutDown` wait, and only up to their time limits.
package protocol SleepInhibitor: Sendable {
  /// The events of the machine and of the inhibitor locks; the stream ends when the inhibitor is shut down.
  var events: AsyncStream<SleepEvent> { get }

  /// Takes the locks and listens for suspends; further calls retry missing locks at intervals.
  func inhibit()

  /// Releases the locks and stops listening.
  func release()

  /// Lets an announced suspend proceed.
  func allowSuspend()

  /// Checks a service by taking its lock and releasing it at once; other locks are not affected.
  func check(_ service: InhibitorService, within limit: Duration) async -> InhibitorCheck

  /// Releases all locks and ends the events, within the limit.
  func shutDown(within limit: Duration) async
}

/// An event of a sleep inhibitor.
package enum SleepEvent: Equatable, Sendable {
  /// The machine is about to suspend, and waits for `allowSuspend` for up to `maxDelay`.
  case suspending
  /// The announced suspend is over, or was cancelled.
  case resumed
  /// The wall clock has jumped: it was set, or the machine has resumed from a suspend, announced or not.
  case clockChanged
  /// A service prevents suspend again, after a time in which it did not.
  case inhibited(by: InhibitorService)
  /// A service does not prevent suspend, for this reason of the service or the system.
  case notInhibited(by: InhibitorService, reason: String)

  /// The maximum delay of a suspend; the limit of logind itself is five seconds by default.
  package static let maxDelay = Duration.milliseconds(500)
}

/// A service that can prevent automatic suspend.
package enum InhibitorService: String, CaseIterable, Sendable {
  /// The login manager of the machine, which can also delay suspends.
  case logind
  /// The desktop's screen saver, because GNOME and COSMIC ignore logind's lock against idling.
  case screenSaver = "the screen saver"

  /// The service's well-known name on its bus.
  package var busName: String {
    switch self {
    case .logind: "org.freedesktop.login1"
    case .screenSaver: "org.freedesktop.ScreenSaver"
    }
  }
}

/// The result of checking a service's lock.
package enum InhibitorCheck: Equatable, Sendable {
  case available
  /// No program on the bus provides the service.
  case absent
  /// The bus cannot be reached, for this reason.
  case noBus(String)
  /// The service refused the lock, for this reason.
  case refused(String)
  /// The service or its bus did not answer in time.
  case notResponding
}
