import Text
import Dispatch
package import Concurrency
import Synchronization

/// The speaker of real desktops: speech-dispatcher through libspeechd on a serial queue of its own, which is all that
/// hangs when speech-dispatcher does.
///
/// When the service has gone, the next text looks for it again, but not twice within a few seconds.
package final class SpeechDispatcherSpeaker: Speaker {
  package let events: AsyncStream<SpeechEvent>

  private let eventSink: AsyncStream<SpeechEvent>.Continuation
  private let currentAvailability = CurrentAvailability<SpeechService, SpeechFailure>()
  private let queue = DispatchQueue(label: "org.intervald.speech")
  private let testQueue = DispatchQueue(label: "org.intervald.speech.test")
  let applicationName: String
  let limits: Limits
  private let startService: @Sendable () -> Void
  private let requests: Mailbox<Requests>
  /// Locked on the queue only, so nobody ever waits for it.
  private let connected = Mutex(Connected())
  let checks = RequestQueue(label: "org.intervald.speech.check")
  private let isTesting = Atomic(false)

  /// How long things may take.
  package struct Limits: Sendable {
    /// How long the service may take for an answer.
    package var answer: Duration
    /// How long a text may wait before it is no longer true.
    package var staleness: Duration
    /// How long after one search the next text may begin another.
    package var search: Duration
    /// How long a service may take to welcome a client before it is told that it hangs.
    package var welcome: Duration

    package init(
      answer: Duration = .seconds(2), staleness: Duration = .seconds(3), search: Duration = .seconds(5),
      welcome: Duration = HangDetector.defaultLimit
    ) {
      self.answer = answer
      self.staleness = staleness
      self.search = search
      self.welcome = welcome
    }
  }

  /// The requests that wait for the queue: the latest text, a search, and the settings, which remain.
  private struct Requests: MailboxContents {
    /// What to say, nothing meaning silence, and since when it waits.
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

  /// Events that nobody has read yet; beyond that the oldest go.
  private static let eventLimit = 16
  /// The synthesizer that says in a recorded voice that there is none.
  static let noSynthesizer = "dummy"

  /// Makes a speaker that has not looked for a service yet, and that the service knows by this name.
  ///
  /// Where none listens, it calls `startService`, on a queue of its own, so that it may wait until one does. Where that
  /// brings none, the library starts one as a child of this process, held by the same limits, and ended with it where a
  /// service manager does so.
  package init(
    applicationName: String, limits: Limits = Limits(), startService: @escaping @Sendable () -> Void = {}
  ) {
    self.applicationName = applicationName
    self.limits = limits
    requests = Mailbox(Requests(), hangs: HangDetector(limit: limits.welcome))
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

  package func hush() {
    request { $0.text = (nil, .now) }
  }

  package func availability(within limit: Duration) async -> Availability<SpeechService, SpeechFailure>? {
    await currentAvailability.value(within: limit)
  }

  package func test(_ text: String, within limit: Duration) async -> SpeechFailure? {
    guard let text = SpokenText(text) else { return nil }
    guard !isTesting.exchange(true, ordering: .relaxed) else {
      return SpeechFailure(.failed, context: "another test is under way")
    }
    let (outcomes, outcome) = AsyncStream<SpeechFailure?>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let settings = requests.contents.settings
    testQueue.async {
      outcome.yield(self.sayToTheEnd(text, settings, within: limit))
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
    // The queue of a service that hangs is left to the end of the process.
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
    let isToSpeak = requests.text?.text != nil
    let isSearchDue = connected.lastSearch.map { .now - $0 >= limits.search } ?? true
    let maySearch = requests.isSearching || (isToSpeak && isSearchDue)
    if connected.settings != requests.settings { connected.connection = nil }
    do throws(SpeechFailure) {
      if requests.isSearching, let synthesizer = try connected.connection?.synthesizer() { report(synthesizer) }
      try utter(requests.text, through: connected.connection)
      if connected.connection != nil || !maySearch { return }
    } catch {
      connected.connection = nil
      report(.unavailable(error))
      // The service may have been restarted, or have ended on its own, so that only this connection is lost.
      guard error.code == .noAnswer, maySearch else { return }
    }
    let synthesizer = try connect(&connected, requests.settings)
    try utter(requests.text, through: connected.connection)
    // A service that accepts connections but no texts is not reported as available with each text.
    report(synthesizer)
  }

  private func utter(_ text: Requests.Text?, through connection: borrowing SpeechConnection?) throws(SpeechFailure) {
    guard let text else { return }
    try connection?.cancel()
    guard let words = text.text, .now - text.since < limits.staleness else { return }
    try connection?.say(words)
  }

  /// Connects anew, and returns what speaks.
  private func connect(_ connected: inout Connected, _ settings: VoiceSettings) throws(SpeechFailure) -> String {
    connected.connection = nil
    connected.settings = settings
    connected.lastSearch = .now
    let connection = try open(settings, patience: limits.answer, requests.hangs)
    let synthesizer = try connection.synthesizer()
    guard synthesizer != Self.noSynthesizer else { throw SpeechFailure(.noVoice) }
    connected.connection = consume connection
    return synthesizer
  }

  private func open(
    _ settings: VoiceSettings, patience: Duration, _ hangs: HangDetector
  ) throws(SpeechFailure) -> SpeechConnection {
    let connection: SpeechConnection
    do throws(SpeechFailure) {
      connection = try find(patience: patience, hangs)
    } catch {
      guard error.code == .noAnswer else { throw error }
      // A service that nobody uses ends itself after a while, and takes connections until it has.
      connection = try find(patience: patience, hangs)
    }
    try connection.apply(settings)
    return connection
  }

  private func find(patience: Duration, _ hangs: HangDetector) throws(SpeechFailure) -> SpeechConnection {
    do throws(SpeechFailure) {
      hangs.begin()
      defer { hangs.end() }
      return try SpeechConnection.open(applicationName: applicationName, patience: patience, maySpawn: false)
    } catch {
      guard error.code == .noService else { throw error }
      startService()
      return try SpeechConnection.open(applicationName: applicationName, patience: patience, maySpawn: true)
    }
  }

  private func sayToTheEnd(_ text: SpokenText, _ settings: VoiceSettings, within limit: Duration) -> SpeechFailure? {
    do throws(SpeechFailure) {
      // Whoever tries has a limit of their own, and is told.
      let connection = try open(settings, patience: limit, HangDetector())
      guard try connection.synthesizer() != Self.noSynthesizer else { return SpeechFailure(.noVoice) }
      try connection.sayToTheEnd(text)
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

  private func report(_ availability: Availability<SpeechService, SpeechFailure>) {
    guard currentAvailability.update(availability) else { return }
    switch availability {
    case .available(let service): eventSink.yield(.serviceAppeared(service))
    case .unavailable(let failure): eventSink.yield(.serviceUnavailable(failure))
    }
  }
}
