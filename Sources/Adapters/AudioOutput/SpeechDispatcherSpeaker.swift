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
  let testQueue = DispatchQueue(label: "org.intervald.speech.test")
  let connector: SpeechConnector
  let limits: Limits
  /// Lowers other programs while a text is spoken; nil lowers no program.
  let mixer: (any SoundMixer)?
  /// Interrupts the waits of the queue.
  private let signal = WakeSignal()
  let requests: Mailbox<SpeechRequests>
  /// The state of the connection; only the queue locks it, so no thread ever waits for the lock.
  private let connected = Mutex(Connected())
  let checks = RequestQueue(label: "org.intervald.speech.check")
  /// The service that is listing its voices for a check; nil if no check waits for a list.
  let listing = Mutex<SpeechService?>(nil)
  let isTesting = Atomic(false)

  private struct Connected: ~Copyable {
    var connection: SpeechConnection?
    var settings = VoiceSettings()
    var lastSearch: ContinuousClock.Instant?
    /// The number of the texts so far; a delayed text is spoken only if no other text followed it.
    var textCount = 0
    /// The text that is being spoken; nil if no text is spoken, or if its end is not reported.
    var text: (number: Substring, words: String, start: ContinuousClock.Instant)?
    /// The times of earlier texts.
    var times = SpeechTimes()
    /// Whether the mixer has lowered other programs for a text.
    var isLowered = false

    /// Closes the connection; the end of its text is not reported any more.
    mutating func close() {
      connection = nil
      text = nil
    }
  }

  /// The time in which the server applies volumes before the first word.
  static let settlingTime = Duration.milliseconds(50)
  /// The maximum number of unread events; if there are more, the oldest events are dropped.
  private static let eventLimit = 16

  /// Creates a speaker, which does not search for a service before `prepare`.
  ///
  /// - Parameters:
  ///   - applicationName: The name under which the service knows this program; it contains no spaces.
  ///   - limits: The time limits.
  ///   - mixer: Lowers other programs while a text is spoken; nil lowers no program.
  ///   - startService: Starts the service. If no service listens, the speaker calls this function on one of its queues.
  ///     The function may wait until the service listens. If still no service listens, libspeechd starts a child
  ///     process as the service.
  package init(
    applicationName: String, limits: Limits = Limits(), mixer: (any SoundMixer)? = nil,
    startService: @escaping @Sendable () -> Void = {}
  ) {
    connector = SpeechConnector(applicationName: applicationName, startService: startService)
    self.limits = limits
    requests = Mailbox(SpeechRequests(), hangs: HangDetector(limit: limits.connection))
    self.mixer = mixer
    (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.eventLimit))
  }

  package func prepare(_ settings: VoiceSettings) {
    currentAvailability.invalidate()
    request { ($0.settings, $0.isSearching) = (settings, true) }
  }

  package func say(_ text: String, after delay: @escaping @Sendable () -> Duration) {
    let text = SpokenText(text)
    request { $0.text = (text, .now, delay) }
  }

  package func cancelSpeech() {
    request { $0.text = (nil, .now, { .zero }) }
  }

  package func availability(within limit: Duration) async -> Availability<SpeechService, SpeechFailureCode>? {
    await currentAvailability.value(within: limit)
  }

  package func shutDown(within limit: Duration) async {
    let (closed, close) = AsyncStream<Never>.makeStream()
    request { $0.closing = close }
    // If the service hangs, the queue stays blocked until the process exits.
    await closed.end(within: limit)
    eventSink.finish()
  }

  /// Adds a request for the queue; the signal is set while a request waits, so that it interrupts waits of the queue.
  private func request(_ change: (inout SpeechRequests) -> Void) {
    requests.put { requests in
      change(&requests)
      signal.set()
    } startDelivery: {
      queue.async {
        while let requests = self.requests.next() {
          self.signal.clear()
          self.handle(requests)
        }
        self.waitForEnd()
      }
    } onHang: {
      report(.unavailable(SpeechFailure(.noAnswer)))
    }
  }

  private func handle(_ requests: SpeechRequests) {
    var requests = requests
    connected.withLock { connected in
      if let closing = requests.closing {
        connected.textCount += 1
        connected.close()
        restore(&connected)
        return closing.finish()
      }
      if var text = requests.text {
        connected.textCount += 1
        text.since += text.delay()
        let isDelayed = text.since > .now
        requests.text = isDelayed ? nil : text
        if isDelayed { delay(text, &connected) }
      }
      handle(requests, &connected)
    }
  }

  private func handle(_ requests: SpeechRequests, _ connected: inout Connected) {
    do throws(SpeechFailure) {
      try handle(requests, with: &connected)
    } catch {
      connected.close()
      report(.unavailable(error))
    }
    if connected.text == nil { restore(&connected) }
  }

  /// Waits until the text has ended or a request arrives, and restores other programs after the end.
  private func waitForEnd() {
    connected.withLock { connected in
      guard let text = connected.text else { return }
      do {
        let deadline = text.start + connected.times.limit(for: text.words)
        if try connected.connection?.waitForEnd(of: text.number, or: signal, by: deadline) == true { return }
        if connected.connection?.hasSpoken(text.number) == true {
          connected.times.add(.now - text.start, of: text.words)
        } else if .now >= deadline {
          connected.times.addUnreported()
        }
      } catch {
        // The next text opens another connection, and reports whether it was spoken.
        connected.connection = nil
      }
      connected.text = nil
      restore(&connected)
    }
  }

  private func restore(_ connected: inout Connected) {
    guard connected.isLowered else { return }
    connected.isLowered = false
    mixer?.restore(after: .speech)
  }

  /// Cuts off the current text, and speaks another text when its time has come.
  private func delay(_ text: SpeechRequests.Text, _ connected: inout Connected) {
    connected.text = nil
    // After a failure, the delayed text opens another connection, and reports whether it was spoken.
    do { try connected.connection?.cancel() } catch { connected.close() }
    let number = connected.textCount
    queue.asyncAfter(deadline: .now() + max(.zero, text.since - .now) / .seconds(1)) {
      self.connected.withLock { connected in
        guard connected.textCount == number else { return }
        var requests = self.requests.contents
        (requests.text, requests.isSearching) = (text, false)
        self.handle(requests, &connected)
      }
      self.waitForEnd()
    }
  }

  private func handle(_ requests: SpeechRequests, with connected: inout Connected) throws(SpeechFailure) {
    let isSearchDue = connected.lastSearch.map { .now - $0 >= limits.search } ?? true
    let maySearch = requests.isSearching || (requests.text?.text != nil && isSearchDue)
    if connected.settings != requests.settings { connected.close() }
    do throws(SpeechFailure) {
      if requests.isSearching, let synthesizer = try connected.connection?.synthesizer() { report(synthesizer) }
      try speak(requests.text, &connected)
      if connected.connection != nil || !maySearch { return }
    } catch {
      connected.close()
      report(.unavailable(error))
      // If the service has exited or restarted, the old connection does not work any more, but a new connection can.
      guard error.code == .noAnswer, maySearch else { return }
    }
    let synthesizer = try connect(&connected, requests.settings)
    try speak(requests.text, &connected)
    // The service is reported as available only after it has accepted the text, because a service may accept
    // connections but no texts.
    report(synthesizer)
  }

  /// Cuts off the current text, and speaks the next text unless the next text has waited too long.
  private func speak(_ text: SpeechRequests.Text?, _ connected: inout Connected) throws(SpeechFailure) {
    guard let text, connected.connection != nil else { return }
    connected.text = nil
    try connected.connection?.cancel()
    guard let words = text.text, .now - text.since < limits.staleness else { return }
    guard let mixer else {
      try connected.connection?.say(words)
      return
    }
    if !connected.isLowered, mixer.lower(for: .speech, within: limits.lowering) {
      signal.wait(for: Self.settlingTime)
    }
    connected.isLowered = true
    guard let number = try connected.connection?.say(words) else { return }
    connected.text = (number, words.words, .now)
  }

  /// Connects again, and returns the name of the synthesizer.
  private func connect(_ connected: inout Connected, _ settings: VoiceSettings) throws(SpeechFailure) -> String {
    connected.close()
    if connected.settings != settings { connected.times = SpeechTimes() }
    connected.settings = settings
    connected.lastSearch = .now
    var connection = try connector.open(settings, replyLimit: limits.answer, requests.hangs)
    let synthesizer = try connection.synthesizer()
    if mixer != nil { try connection.reportEnds() }
    connected.connection = consume connection
    return synthesizer
  }

  private func report(_ synthesizer: String) { report(.available(Self.service(with: synthesizer))) }

  private func report(_ availability: Availability<SpeechService, SpeechFailureCode>) {
    guard currentAvailability.update(availability) else { return }
    switch availability {
    case .available(let service): eventSink.yield(.serviceAppeared(service))
    case .unavailable(let failure): eventSink.yield(.serviceUnavailable(failure))
    }
  }
}
