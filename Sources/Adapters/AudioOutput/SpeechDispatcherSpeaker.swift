package import Concurrency
import Dispatch
import Synchronization
import Text

/// A speaker that uses speech-dispatcher on its own serial queue, so that only this queue hangs if the service hangs.
///
/// If the service is lost, the next text starts a search for a service, unless the last search was too recent.
package final class SpeechDispatcherSpeaker: Speaker {
  package let events: AsyncStream<SpeechEvent>

  private let eventSink: AsyncStream<SpeechEvent>.Continuation
  private let currentAvailability = CurrentAvailability<SpeechService, SpeechFailureCode>()
  private let queue = DispatchQueue(label: "org.intervald.speech")
  private let testQueue = DispatchQueue(label: "org.intervald.speech.test")
  let applicationName: String
  let limits: Limits
  private let startService: @Sendable () -> Void
  private let requests: Mailbox<Requests>
  /// The state of the connection; only the queue locks it, so no thread ever waits for the lock.
  private let connected = Mutex(Connected())
  let checks = RequestQueue(label: "org.intervald.speech.check")
  private let isTesting = Atomic(false)

  /// The time limits of a speaker.
  package struct Limits: Sendable {
    /// The time limit for a reply of the service.
    package var answer: Duration
    /// The maximum time that a text waits; an older text would be misleading.
    package var staleness: Duration
    /// The pause after a search; during the pause, a text does not start another search.
    package var search: Duration
    /// The time limit for opening a connection; after this time, the service is reported as hanging.
    package var connection: Duration

    package init(
      answer: Duration = .seconds(2), staleness: Duration = .seconds(3), search: Duration = .seconds(5),
      connection: Duration = HangDetector.defaultLimit
    ) {
      self.answer = answer
      self.staleness = staleness
      self.search = search
      self.connection = connection
    }
  }

  /// The requests that wait for the queue: the latest text, and a search for a service.
  ///
  /// `next` removes the text and the search, but not the settings.
  private struct Requests: MailboxContents {
    /// A text and the time of its request; a nil text only cuts off the current text.
    typealias Text = (text: SpokenText?, since: ContinuousClock.Instant)

    var text: Text?
    var isSearching = false
    var settings = VoiceSettings()

    mutating func next() -> Self? {
      guard text != nil || isSearching else { return nil }
      defer { (text, isSearching) = (nil, false) }
      return self
    }
  }

  private struct Connected: ~Copyable {
    var connection: SpeechConnection?
    var settings = VoiceSettings()
    var lastSearch: ContinuousClock.Instant?
  }

  /// The maximum number of unread events; if there are more, the oldest events are dropped.
  private static let eventLimit = 16
  /// The module that the service uses if no synthesizer works; it only plays a recorded error message.
  static let noSynthesizer = "dummy"

  /// Creates a speaker, which does not search for a service before `prepare`.
  ///
  /// - Parameters:
  ///   - applicationName: The name under which the service knows this program.
  ///   - limits: The time limits.
  ///   - startService: Starts the service. If no service listens, the speaker calls this function on one of its queues.
  ///     The function may wait until the service listens. If still no service listens, libspeechd starts a child
  ///     process as the service.
  package init(
    applicationName: String, limits: Limits = Limits(), startService: @escaping @Sendable () -> Void = {}
  ) {
    self.applicationName = applicationName
    self.limits = limits
    requests = Mailbox(Requests(), hangs: HangDetector(limit: limits.connection))
    self.startService = startService
    (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.eventLimit))
  }

  package func prepare(_ settings: VoiceSettings) {
    currentAvailability.invalidate()
    request { ($0.settings, $0.isSearching) = (settings, true) }
  }

  package func say(_ text: String) {
    let text = SpokenText(text)
    request { $0.text = (text, .now) }
  }

  package func cancelSpeech() {
    request { $0.text = (nil, .now) }
  }

  package func availability(within limit: Duration) async -> Availability<SpeechService, SpeechFailureCode>? {
    await currentAvailability.value(within: limit)
  }

  package func test(_ text: String, within limit: Duration) async -> SpeechFailure? {
    guard let text = SpokenText(text) else { return nil }
    guard !isTesting.exchange(true, ordering: .relaxed) else {
      return SpeechFailure(.failed, context: "another test is in progress")
    }
    let (outcomes, outcome) = AsyncStream<SpeechFailure?>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let settings = requests.contents.settings
    testQueue.async {
      outcome.yield(self.runTest(text, settings, within: limit))
      self.isTesting.store(false, ordering: .relaxed)
    }
    guard let outcome = await outcomes.first(within: limit) else { return SpeechFailure(.noAnswer) }
    return outcome
  }

  package func shutDown(within limit: Duration) async {
    let (closed, close) = AsyncStream<Never>.makeStream()
    queue.async {
      self.connected.withLock { $0.connection = nil }
      close.finish()
    }
    // If the service hangs, the queue stays blocked until the process exits.
    await closed.end(within: limit)
    eventSink.finish()
  }

  /// Adds a request for the queue.
  private func request(_ change: (inout Requests) -> Void) {
    requests.put(change) {
      queue.async {
        while let requests = self.requests.next() { self.handle(requests) }
      }
    } onHang: {
      report(.unavailable(SpeechFailure(.noAnswer)))
    }
  }

  private func handle(_ requests: Requests) {
    connected.withLock { connected in
      do throws(SpeechFailure) {
        try handle(requests, with: &connected)
      } catch {
        connected.connection = nil
        report(.unavailable(error))
      }
    }
  }

  private func handle(_ requests: Requests, with connected: inout Connected) throws(SpeechFailure) {
    let hasText = requests.text?.text != nil
    let isSearchDue = connected.lastSearch.map { .now - $0 >= limits.search } ?? true
    let maySearch = requests.isSearching || (hasText && isSearchDue)
    if connected.settings != requests.settings { connected.connection = nil }
    do throws(SpeechFailure) {
      if requests.isSearching, let synthesizer = try connected.connection?.synthesizer() { report(synthesizer) }
      try speak(requests.text, through: connected.connection)
      if connected.connection != nil || !maySearch { return }
    } catch {
      connected.connection = nil
      report(.unavailable(error))
      // If the service has exited or restarted, the old connection does not work any more, but a new connection can.
      guard error.code == .noAnswer, maySearch else { return }
    }
    let synthesizer = try connect(&connected, requests.settings)
    try speak(requests.text, through: connected.connection)
    // The service is reported as available only after it has accepted the text, because a service may accept
    // connections but no texts.
    report(synthesizer)
  }

  /// Cuts off the current text, and speaks the next text unless the next text has waited too long.
  private func speak(_ text: Requests.Text?, through connection: borrowing SpeechConnection?) throws(SpeechFailure) {
    guard let text else { return }
    try connection?.cancel()
    guard let words = text.text, .now - text.since < limits.staleness else { return }
    try connection?.say(words)
  }

  /// Connects again, and returns the name of the synthesizer.
  private func connect(_ connected: inout Connected, _ settings: VoiceSettings) throws(SpeechFailure) -> String {
    connected.connection = nil
    connected.settings = settings
    connected.lastSearch = .now
    let connection = try open(settings, replyLimit: limits.answer, requests.hangs)
    let synthesizer = try connection.synthesizer()
    guard synthesizer != Self.noSynthesizer else { throw SpeechFailure(.noVoice) }
    connected.connection = consume connection
    return synthesizer
  }

  /// Connects with the given settings, and tries again once if the service does not respond.
  private func open(
    _ settings: VoiceSettings, replyLimit: Duration, _ hangs: HangDetector
  ) throws(SpeechFailure) -> SpeechConnection {
    let connection: SpeechConnection
    do throws(SpeechFailure) {
      connection = try find(replyLimit: replyLimit, hangs)
    } catch {
      guard error.code == .noAnswer else { throw error }
      // An idle service exits after a while, and may accept a connection while it exits.
      connection = try find(replyLimit: replyLimit, hangs)
    }
    try connection.apply(settings)
    return connection
  }

  /// Connects to the service, and starts the service first if necessary.
  private func find(replyLimit: Duration, _ hangs: HangDetector) throws(SpeechFailure) -> SpeechConnection {
    do throws(SpeechFailure) {
      hangs.begin()
      defer { hangs.end() }
      return try SpeechConnection.open(applicationName: applicationName, replyLimit: replyLimit, maySpawn: false)
    } catch {
      guard error.code == .noService else { throw error }
      startService()
      return try SpeechConnection.open(applicationName: applicationName, replyLimit: replyLimit, maySpawn: true)
    }
  }

  /// Speaks a text on a separate connection; returns the reason for a failure, or nil after a success.
  private func runTest(_ text: SpokenText, _ settings: VoiceSettings, within limit: Duration) -> SpeechFailure? {
    do throws(SpeechFailure) {
      // The caller of a test has its own time limit, so no code checks whether this hang detector detects a hang.
      let connection = try open(settings, replyLimit: limit, HangDetector())
      guard try connection.synthesizer() != Self.noSynthesizer else { return SpeechFailure(.noVoice) }
      try connection.speakToEnd(text)
      return nil
    } catch {
      return error
    }
  }

  static func service(with synthesizer: String) -> SpeechService {
    SpeechService(name: "speech-dispatcher", synthesizer: synthesizer)
  }

  private func report(_ synthesizer: String) {
    report(.available(Self.service(with: synthesizer)))
  }

  private func report(_ availability: Availability<SpeechService, SpeechFailureCode>) {
    guard currentAvailability.update(availability) else { return }
    switch availability {
    case .available(let service): eventSink.yield(.serviceAppeared(service))
    case .unavailable(let failure): eventSink.yield(.serviceUnavailable(failure))
    }
  }
}

// MARK: - Checking

extension SpeechDispatcherSpeaker {
  package func check(within limit: Duration) async -> Availability<SpeechService, SpeechFailureCode> {
    await checks.response(within: limit) { self.runningService() } ?? .unavailable(SpeechFailure(.noAnswer))
  }

  /// Returns the service that is running, and never starts a service.
  private func runningService() -> Availability<SpeechService, SpeechFailureCode> {
    do throws(SpeechFailure) {
      let connection = try SpeechConnection.open(
        applicationName: applicationName, replyLimit: limits.answer, maySpawn: false)
      let synthesizer = try connection.synthesizer()
      guard synthesizer != Self.noSynthesizer else { return .unavailable(SpeechFailure(.noVoice)) }
      return .available(Self.service(with: synthesizer))
    } catch {
      return .unavailable(error)
    }
  }
}
