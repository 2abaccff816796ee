/// The way to keep the machine awake while a workout runs, and to hear of its sleep.
///
/// No call but `check` and `shutDown` waits, and those no longer than they are told.
package protocol SleepInhibitor: Sendable {
  /// What is heard; ends when it is shut down.
  var events: AsyncStream<SleepEvent> { get }

  /// Keeps the machine awake from now on, and listens; where it does already, it looks for what is missing, now and
  /// then.
  func hold()

  /// Lets the machine idle and sleep as it likes, and listens no more.
  func release()

  /// Lets the machine fall asleep, once all that was to be done before has been.
  func letSleep()

  /// Asks a service for what it would hold, and gives that back at once; what is held stays as it is.
  func check(_ keeper: SleepKeeper, within limit: Duration) async -> SleepCheck

  /// Ends holding and listening, within the limit.
  func shutDown(within limit: Duration) async
}

/// What is heard of the machine's sleep.
package enum SleepEvent: Equatable, Sendable {
  /// The machine is about to sleep, and waits for `letSleep`, but no longer than `patience`.
  case fallingAsleep
  /// The sleep that was told of is over, or did not come to pass.
  case awoke
  /// The wall clock has jumped, as it does when the machine wakes, told of or not.
  case clockJumped
  /// A service keeps the machine awake, again or at last.
  case kept(by: SleepKeeper)
  /// A service cannot keep the machine awake, for which it or the system has these words.
  case notKept(by: SleepKeeper, why: String)

  /// How long the machine's sleep is held up; logind itself waits five seconds by default.
  package static let patience = Duration.milliseconds(500)
}

/// A service that can keep the machine awake.
package enum SleepKeeper: String, CaseIterable, Sendable {
  /// The machine's own, which is asked for a delay of its sleep as well.
  case logind
  /// The desktop's, since GNOME and COSMIC do not heed logind's lock against idling.
  case screenSaver = "the screen saver"

  /// The name that it has on its bus.
  var busName: String {
    switch self {
    case .logind: "org.freedesktop.login1"
    case .screenSaver: "org.freedesktop.ScreenSaver"
    }
  }
}
