import Concurrency

/// The requests that wait for a notifier's thread; all calls that wait are combined into one set of requests.
struct NotificationRequests: MailboxContents {
  /// Whether to call `attempt` before handling the other requests.
  private(set) var attempts = false
  /// Whether the server must be checked.
  private(set) var checks = false
  /// Whether the notification on the screen must be closed.
  private(set) var closesPresent = false
  /// Whether the next notification must not replace the notification on the screen.
  private(set) var leavesPresent = false
  /// Whether to show a pressed notification again, unless `latest` replaces it.
  private(set) var showsAgainAfterPress = false
  /// The callers that wait for the state of Do Not Disturb.
  private(set) var silenceCallers: [SilenceCaller] = []
  /// The notification to show after the other requests have been handled.
  private(set) var latest: DesktopNotification?

  mutating func attempt() { attempts = true }

  mutating func check() { checks = true }

  mutating func show(_ notification: DesktopNotification) {
    switch notification.replacement {
    case .inPlace: break
    case .beside: leavesPresent = true
    case .afterClosing: abandonPresent()
    }
    latest = notification
  }

  mutating func showAgainAfterPress() { showsAgainAfterPress = true }

  mutating func askForSilence(_ caller: SilenceCaller) { silenceCallers.addLatest(caller) }

  mutating func close() {
    abandonPresent()
    latest = nil
  }

  /// Adds a request to close the latest notification.
  ///
  /// If the latest notification is not on the screen yet, and must not replace the notification on the screen, nothing
  /// is closed.
  private mutating func abandonPresent() {
    guard !leavesPresent else { return }
    closesPresent = true
    leavesPresent = true
  }

  mutating func next() -> Self? {
    guard
      attempts || checks || closesPresent || leavesPresent || showsAgainAfterPress || !silenceCallers.isEmpty
        || latest != nil
    else { return nil }
    defer { self = Self() }
    return self
  }
}

/// A caller that waits for the state of Do Not Disturb; if the state is unknown, the stream ends without a value.
typealias SilenceCaller = AsyncStream<Silence>.Continuation

extension [SilenceCaller] {
  /// The maximum number of callers that wait.
  static let maxSilenceCallers = RequestLimit.defaultMaximum

  /// Adds a caller; if too many callers wait, the caller that has waited longest receives no answer.
  mutating func addLatest(_ caller: SilenceCaller) {
    append(caller)
    if count > Self.maxSilenceCallers { removeFirst().finish() }
  }
}
