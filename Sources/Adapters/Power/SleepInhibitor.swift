/// Prevents automatic suspend while a workout runs, and reports suspends.
///
/// No call but `check` and `shutDown` waits, and these only up to their limit.
package protocol SleepInhibitor: Sendable {
  /// What happens to the machine and to the inhibitor locks; ends when the inhibitor is shut down.
  var events: AsyncStream<SleepEvent> { get }

  /// Takes the locks and listens for suspends; if it does so already, it retries missing locks now and then.
  func inhibit()

  /// Gives the locks back and stops listening.
  func release()

  /// Lets a suspend proceed, once everything that must precede it is done.
  func allowSuspend()

  /// Takes a service's lock and gives it back at once, to find out whether that works; other locks are unaffected.
  func check(_ service: InhibitorService, within limit: Duration) async -> InhibitorCheck

  /// Gives everything back and ends the events, within the limit.
  func shutDown(within limit: Duration) async
}

/// An event of a sleep inhibitor.
package enum SleepEvent: Equatable, Sendable {
  /// The machine is about to suspend, and waits for `allowSuspend` for up to `maxDelay`.
  case suspending
  /// The announced suspend is over, or was cancelled.
  case resumed
  /// The wall clock has jumped, as it does when it is set and after each suspend, announced or not.
  case clockChanged
  /// A service that did not prevents suspend again.
  case inhibited(by: InhibitorService)
  /// A service does not prevent suspend, for the reason that it or the system gave.
  case notInhibited(by: InhibitorService, reason: String)

  /// How long a suspend is delayed; logind itself waits five seconds by default.
  package static let maxDelay = Duration.milliseconds(500)
}

/// A service that can prevent automatic suspend.
package enum InhibitorService: String, CaseIterable, Sendable {
  /// The machine's login manager, which is asked to delay a suspend as well.
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
