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
  /// What waits for the queue.
  private let waiting = Mutex(Waiting())
  /// Locked on the queue only, so nobody ever waits for it.
  private let connected = Mutex(Connected())
  let checks = RequestQueue(label: "org.intervald.speech.check")
  private let isTesting = Atomic(false)
  private let watch: HangDetector

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

  private struct Waiting {
    /// What to say, nothing meaning silence, and since when it waits.
    typealias Text = (text: SpokenText?, since: ContinuousClock.Instant)

    var text: Text?
    var isSearching = false
    var settings = VoiceSettings()
    var isQueued = false
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
    watch = HangDetector(limit: limits.welcome)
    self.startService = startService
    (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.eventLimit))
  }

  package func prepare(_ settings: VoiceSettings) {
    currentAvailability.invalidate()
    post { waiting in
      waiting.settings = settings
      waiting.isSearching = true
    }
  }

  package func say(_ text: String) {
    let text = SpokenText(text)
    post { $0.text = (text, .now) }
  }

  package func hush() {
    post { $0.text = (nil, .now) }
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
    let settings = waiting.withLock { $0.settings }
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

  /// Changes what waits, and lets the queue see to it.
  private func post(_ change: (inout Waiting) -> Void) {
    let isQueued = waiting.withLock { waiting in
      change(&waiting)
      defer { waiting.isQueued = true }
      return waiting.isQueued
    }
    if !isQueued { queue.async { self.settle() } }
    watch.reportHang { report(.unavailable(SpeechFailure(.noAnswer))) }
  }

  private func settle() {
    let waiting = waiting.withLock { waiting in
      defer { (waiting.text, waiting.isSearching, waiting.isQueued) = (nil, false, false) }
      return waiting
    }
    connected.withLock { connected in
      do throws(SpeechFailure) {
        try settle(waiting, with: &connected)
      } catch {
        connected.connection = nil
        report(.unavailable(error))
      }
    }
  }

  private func settle(_ waiting: Waiting, with connected: inout Connected) throws(SpeechFailure) {
    let isToSpeak = waiting.text?.text != nil
    let isSearchDue = connected.lastSearch.map { .now - $0 >= limits.search } ?? true
    let maySearch = waiting.isSearching || (isToSpeak && isSearchDue)
    if connected.settings != waiting.settings { connected.connection = nil }
    do throws(SpeechFailure) {
      if waiting.isSearching, let synthesizer = try connected.connection?.synthesizer() { report(synthesizer) }
      try utter(waiting.text, through: connected.connection)
      if connected.connection != nil || !maySearch { return }
    } catch {
      connected.connection = nil
      report(.unavailable(error))
      // It may be that only this connection is dead: the service was started anew, or ended itself.
      guard error.code == .noAnswer, maySearch else { return }
    }
    let synthesizer = try connect(&connected, waiting.settings)
    try utter(waiting.text, through: connected.connection)
    // A service that takes connections and no texts does not come back with each.
    report(synthesizer)
  }

  private func utter(_ text: Waiting.Text?, through connection: borrowing SpeechConnection?) throws(SpeechFailure) {
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
    let connection = try open(settings, patience: limits.answer, watch)
    let synthesizer = try connection.synthesizer()
    guard synthesizer != Self.noSynthesizer else { throw SpeechFailure(.noVoice) }
    connected.connection = consume connection
    return synthesizer
  }

  private func open(
    _ settings: VoiceSettings, patience: Duration, _ watch: HangDetector
  ) throws(SpeechFailure) -> SpeechConnection {
    let connection: SpeechConnection
    do throws(SpeechFailure) {
      connection = try find(patience: patience, watch)
    } catch {
      guard error.code == .noAnswer else { throw error }
      // A service that nobody uses ends itself after a while, and takes connections until it has.
      connection = try find(patience: patience, watch)
    }
    try connection.apply(settings)
    return connection
  }

  private func find(patience: Duration, _ watch: HangDetector) throws(SpeechFailure) -> SpeechConnection {
    do throws(SpeechFailure) {
      watch.begin()
      defer { watch.end() }
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
