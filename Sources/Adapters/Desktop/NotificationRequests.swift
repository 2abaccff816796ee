import Concurrency

/// The requests that wait for a notifier's thread; all calls that wait are combined into one set of requests.
struct NotificationRequests: MailboxContents {
  /// Whether to call `attempt` before handling the other requests.
  private(set) var attempts = false
  /// Whether the server must be checked.
  private(set) var checks = false
  /// Whether the notification on the screen must be closed, because its workout has ended.
  private(set) var closesPresent = false
  /// Whether to show a pressed notification again, unless `latest` replaces it.
  private(set) var showsAgainAfterPress = false
  /// The callers that wait for the state of Do Not Disturb.
  private(set) var silenceCallers: [SilenceCaller] = []
  /// The notification to show after the other requests have been handled.
  private(set) var latest: DesktopNotification?

  mutating func attempt() { attempts = true }

  mutating func check() { checks = true }

  mutating func show(_ notification: DesktopNotification) {
    latest = notification
  }

  mutating func showAgainAfterPress() { showsAgainAfterPress = true }

  mutating func askForSilence(_ caller: SilenceCaller) { silenceCallers.addLatest(caller) }

  mutating func close() {
    closesPresent = true
    latest = nil
  }

  mutating func next() -> Self? {
    guard
      attempts || checks || closesPresent || showsAgainAfterPress || !silenceCallers.isEmpty || latest != nil
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
