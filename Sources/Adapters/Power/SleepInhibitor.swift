/// Reports suspends while a workout runs, and if required prevents automatic suspend and reports locks of the screen.
///
/// Only `check` and `shutDown` wait, each up to its time limit.
package protocol SleepInhibitor: Sendable {
  /// The stream of events, which ends when the inhibitor is shut down.
  var events: AsyncStream<SleepEvent> { get }

  /// Performs the tasks, and no others, until `release` is called.
  ///
  /// A further call with the same tasks tries again to take missing locks, unless the last attempt was too recent.
  func inhibit(_ tasks: InhibitorTasks)

  /// Releases the locks and stops listening.
  func release()

  /// Lets an announced suspend proceed.
  func allowSuspend()

  /// Checks a service: takes an additional lock, and releases the additional lock at once.
  func check(_ service: InhibitorService, within limit: Duration) async -> InhibitorCheck

  /// Releases all locks and ends the stream of events, within the limit.
  func shutDown(within limit: Duration) async
}

/// The tasks of a sleep inhibitor in addition to reporting suspends.
package struct InhibitorTasks: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Prevent automatic suspend and the screen saver.
  package static let keepAwake = Self(rawValue: 1)
  /// Report when the screen is locked.
  package static let reportLock = Self(rawValue: 2)
}

/// An event of a sleep inhibitor.
package enum SleepEvent: Equatable, Sendable {
  /// The machine is about to suspend, and waits for `allowSuspend` for up to `maxDelay`.
  case suspending
  /// The announced suspend is over, or was cancelled.
  case resumed
  /// The screen was locked; a lock may be reported several times.
  case locked
  /// The wall clock was set, or the machine has resumed from an announced or unannounced suspend.
  case clockChanged
  /// A service prevents suspend again; it was reported as `notInhibited` before.
  case inhibited(by: InhibitorService)
  /// A service does not prevent suspend; `reason` comes from the service or the system.
  case notInhibited(by: InhibitorService, reason: String)

  /// The maximum delay of a suspend; logind's own limit is five seconds by default.
  package static let maxDelay = Duration.milliseconds(500)
}

/// A service that can prevent automatic suspend.
package enum InhibitorService: String, CaseIterable, Sendable {
  /// The login manager of the machine, which can also delay suspends.
  case logind
  /// The desktop's screen saver, which is needed because GNOME and COSMIC ignore logind's idle lock.
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
  /// The bus cannot be reached; the text is the reason.
  case noBus(String)
  /// The service refused the lock; the text is the reason.
  case refused(String)
  /// The service or its bus did not answer in time.
  case notResponding
}
