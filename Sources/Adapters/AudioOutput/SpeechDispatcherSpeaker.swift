package import Concurrency
import Dispatch
import Synchronization
import Text

/// A speaker that uses speech-dispatcher on its own serial queue, so that only this queue hangs if the service does.
///
/// If the service is lost, the next text starts a search for it, at most once within some seconds.
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
  /// Locked on the queue only, so that no thread ever waits for it.
  private let connected = Mutex(Connected())
  let checks = RequestQueue(label: "org.intervald.speech.check")
  private let isTesting = Atomic(false)

  /// The time limits of a speaker.
  package struct Limits: Sendable {
    /// The maximum time for a reply of the service.
    package var answer: Duration
    /// The maximum time that a text waits; later it would be misleading.
    package var staleness: Duration
    /// The minimum time between searches that are started by texts.
    package var search: Duration
    /// The time after which a service that has not accepted a connection is reported as hanging.
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

  /// The requests that wait for the queue: the latest text, a search, and the settings, which are never removed.
  private struct Requests: MailboxContents {
    /// A text, or nil to cut off the current one, and the time of the request.
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

  /// The maximum number of unread events; beyond it the oldest are dropped.
  private static let eventLimit = 16
  /// The module that only plays a recorded message that no synthesizer works.
  static let noSynthesizer = "dummy"

  /// Creates a speaker, which does not search for a service before `prepare`.
  ///
  /// - Parameters:
  ///   - applicationName: The name under which the service knows this program.
  ///   - limits: The time limits.
  ///   - startService: Starts the service if none listens. It is called on a queue of the speaker, and may wait until
  ///     the service listens. If none listens after that, the library starts one as a child of this process.
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

  /// Adds a request, which the queue handles.
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
      // The service may have been restarted, or have ended on its own, so that only this connection is lost.
      guard error.code == .noAnswer, maySearch else { return }
    }
    let synthesizer = try connect(&connected, requests.settings)
    try speak(requests.text, through: connected.connection)
    // A service that accepts connections but no texts is not reported as available with each text.
    report(synthesizer)
  }

  /// Cuts off the current text, and speaks the next one unless it has waited too long.
  private func speak(_ text: Requests.Text?, through connection: borrowing SpeechConnection?) throws(SpeechFailure) {
    guard let text else { return }
    try connection?.cancel()
    guard let words = text.text, .now - text.since < limits.staleness else { return }
    try connection?.say(words)
  }

  /// Connects again, and returns the synthesizer.
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

  /// Connects to the service, and starts one if necessary.
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

  /// Speaks a text on a separate connection, and returns why that failed.
  private func runTest(_ text: SpokenText, _ settings: VoiceSettings, within limit: Duration) -> SpeechFailure? {
    do throws(SpeechFailure) {
      // The caller of a test has its own time limit, so a hang is not reported.
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

  /// Returns the service that runs, and does not start one.
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
