import CLibnotify
package import Concurrency
import MessageBus
import Synchronization

/// A notifier that uses libnotify on its own GLib thread.
///
/// The functions of libnotify are synchronous, and wait up to 25 s for a server that hangs. Only the GLib thread calls
/// these functions, and only after the server has answered an asynchronous query. While a query waits for its answer,
/// the thread is free, and the mailbox combines the requests. A call that hangs is reported at the next cue.
///
///     no bus --attempt--> no owner --owner appears--> queried --answer--> ready --call times out--> queried
///        ^                   ^                          |                   |
///        '----- bus lost ----+----- owner lost ---------+-------------------'
///
/// An attempt connects to the bus, or makes the bus start a server. Each call of `prepare` makes an attempt. A cue also
/// makes an attempt if the bus is missing, if the server has ended since the last attempt, or if the last attempt was at
/// least `attemptInterval` ago. The notifier uses no timer, so an idle notifier does not wake the process.
///
/// The state of libnotify is global, so a process can have only one notifier. The notifier must be shut down.
package actor LibnotifyNotifier: Notifier {
  /// The maximum number of unread events; if there are more, the oldest events are dropped.
  private static let eventLimit = 64

  package nonisolated let events: AsyncStream<NotifierEvent>
  nonisolated let eventSink: AsyncStream<NotifierEvent>.Continuation
  private nonisolated let currentAvailability = CurrentAvailability<ServerInformation, NotificationFailureCode>()
  nonisolated let requests = Mailbox(NotificationRequests())
  private nonisolated let publishedSilence = Mutex<Silence?>(nil)
  nonisolated let thread = GLibThread(name: "libnotify")

  let applicationName: String
  let desktopEntry: String
  let attemptInterval: Duration

  var bus: BusConnection?
  var server = Server.unknown
  var lastAttempt: ContinuousClock.Instant?
  /// The number of the latest query; answers to earlier queries are ignored.
  var query = 0
  /// The notification to show.
  ///
  /// After a notification that never expires has been shown, this property still contains the notification. If a new
  /// server starts, the new server can then show it as well.
  var requested: DesktopNotification?
  /// The notification on the screen.
  var present: ShownNotification?
  /// Whether a button of the latest notification was pressed, so that the server may remove the notification.
  var isPressed = false
  /// The earlier notifications of the workout, newest first, whose buttons may be pressed before they disappear.
  var replaced: [ShownNotification] = []
  /// Reads whether Do Not Disturb is on, if the desktop of the server has a setting for it.
  var silenceSetting: DesktopSetting?
  /// The callers that wait until the server has reported the state of Do Not Disturb.
  var silenceCallers: [SilenceCaller] = []
  /// Whether the server has not answered yet whether Do Not Disturb is on.
  var isAskingForSilence = false
  /// The time of the last question whether Do Not Disturb is on.
  var lastSilenceQuestion: ContinuousClock.Instant?
  /// How many times a `ShownNotification` was created; the count identifies the latest one.
  ///
  /// If the server reports that an earlier notification disappeared, the report is ignored.
  var notificationCount = 0
  /// The notification to close as soon as the server answers again.
  var pendingClose: ShownNotification?
  /// The notification that was saved last.
  var saved: SavedNotification?
  /// The notification that an earlier process left on the screen, until it can be replaced or closed.
  var leftover: SavedNotification?
  /// The unique name of the server on the bus.
  var serverOwner = ""
  let store: (any NotificationStore)?

  /// The known state of the notification server.
  enum Server {
    /// The bus is missing, or has not reported yet which program owns the server's name.
    case unknown
    case absent
    /// The bus is starting the server.
    case starting
    /// The server has been asked for its identity.
    case queried
    /// The server has not answered a query in time.
    case notResponding
    case ready(ServerInformation)
  }

  /// Starts the GLib thread; the notifier does not connect to the bus before `prepare`.
  ///
  /// - Parameters:
  ///   - applicationName: The name that servers show as the sender.
  ///   - desktopEntry: The name of the desktop file, without its suffix.
  ///   - store: Saves which notification is on the screen.
  ///   - attemptInterval: The pause after an attempt to start a server. During the pause, a cue makes no other attempt.
  package init(
    applicationName: String, desktopEntry: String, store: (any NotificationStore)? = nil,
    attemptInterval: Duration = .seconds(60)
  ) {
    clibnotify_drop_warnings()
    self.store = store
    leftover = store?.saved
    saved = leftover
    self.applicationName = applicationName
    self.desktopEntry = desktopEntry
    self.attemptInterval = attemptInterval
    (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.eventLimit))
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  package nonisolated func prepare() {
    currentAvailability.invalidate()
    request { $0.attempt() }
  }

  package nonisolated func show(_ notification: DesktopNotification) {
    request { $0.show(notification) }
  }

  package nonisolated func close() {
    request { $0.close() }
  }

  package nonisolated func showAgainAfterPress() {
    request { $0.showAgainAfterPress() }
  }

  package internal(set) nonisolated var lastSilence: Silence? {
    get { publishedSilence.withLock { $0 } }
    set { publishedSilence.withLock { $0 = newValue } }
  }

  package nonisolated func silence(within limit: Duration) async -> Silence? {
    let (answers, caller) = AsyncStream<Silence>.makeStream(bufferingPolicy: .bufferingNewest(1))
    request { $0.askForSilence(caller) }
    return await answers.first(within: limit)
  }

  package nonisolated func availability(
    within limit: Duration
  ) async -> Availability<ServerInformation, NotificationFailureCode>? {
    await currentAvailability.value(within: limit)
  }

  package nonisolated func check(
    within limit: Duration
  ) async -> Availability<ServerInformation, NotificationFailureCode>? {
    currentAvailability.invalidate()
    request { $0.check() }
    return await currentAvailability.value(within: limit)
  }

  package nonisolated func shutDown(within limit: Duration) async {
    // If the server hangs, the thread stays blocked until the process exits.
    await thread.run(within: limit) { self.assumeIsolated { $0.end() } }
    eventSink.finish()
  }

  /// Adds a request for the GLib thread.
  private nonisolated func request(_ change: (inout NotificationRequests) -> Void) {
    requests.put(change) {
      thread.post {
        self.assumeIsolated { notifier in
          while let requests = notifier.requests.next() { notifier.handle(requests) }
        }
      }
    } onHang: {
      reportHang()
    }
  }

  /// Reports that a call of libnotify hangs, long before libnotify abandons the call.
  private nonisolated func reportHang() {
    report(.unavailable(NotificationFailure(.notResponding)))
  }

  /// Makes a call that may wait for the server or the bus, and detects whether the call hangs.
  func waiting<Value>(_ call: () throws(NotificationFailure) -> Value) throws(NotificationFailure) -> Value {
    requests.hangs.begin()
    defer { requests.hangs.end() }
    return try call()
  }

  nonisolated func report(_ availability: Availability<ServerInformation, NotificationFailureCode>) {
    guard currentAvailability.update(availability) else { return }
    switch availability {
    case .available(let information): eventSink.yield(.serverAppeared(information))
    case .unavailable(let failure): eventSink.yield(.serverUnavailable(failure))
    }
  }

  private func end() {
    requested = nil
    closePresent()
    disconnect()
  }
}
