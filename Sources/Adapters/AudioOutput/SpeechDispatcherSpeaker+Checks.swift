package import Concurrency
import Dispatch
import Synchronization
import Text

/// Tests and checks, on connections of their own, and the time limits.
extension SpeechDispatcherSpeaker {
  package func test(
    _ text: String, answeringWithin answerLimit: Duration, endingWithin limit: Duration
  ) async -> SpeechFailure? {
    guard let text = SpokenText(text) else { return nil }
    guard !isTesting.exchange(true, ordering: .relaxed) else {
      return SpeechFailure(.failed, context: "another test is in progress")
    }
    // A test without an answer continues on its queue, and a later test waits for the queue.
    defer { isTesting.store(false, ordering: .relaxed) }
    let (accepted, accept) = AsyncStream<SpeechFailure?>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (ended, end) = AsyncStream<SpeechFailure?>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let settings = requests.contents.settings
    let replyLimit = min(answerLimit, limits.answer)
    testQueue.async {
      do throws(SpeechFailure) {
        try self.runTest(text, settings, replyLimit: replyLimit, endingWithin: limit) { accept.yield(nil) }
        end.yield(nil)
      } catch {
        accept.yield(error)
        end.yield(error)
      }
    }
    guard let failure = await accepted.first(within: answerLimit) else { return SpeechFailure(.noAnswer) }
    if let failure { return failure }
    return await ended.first(within: limit) ?? SpeechFailure(.noAnswer)
  }

  /// Speaks a text to its end on a separate connection; calls `accepted` when the service has accepted the text.
  private func runTest(
    _ text: SpokenText, _ settings: VoiceSettings, replyLimit: Duration, endingWithin limit: Duration,
    accepted: () -> Void
  ) throws(SpeechFailure) {
    // The caller of a test has its own time limit, so no code checks whether this hang detector detects a hang.
    var connection = try connector.open(settings, replyLimit: replyLimit, HangDetector())
    _ = try connection.synthesizer()
    try connection.reportEnds()
    if mixer?.lower(for: .speech, within: limits.lowering) == true { WakeSignal().wait(for: Self.settlingTime) }
    defer { mixer?.restore(after: .speech) }
    let number = try connection.say(text)
    accepted()
    try connection.waitForEnd(of: number, within: limit)
  }

  package func check(
    for language: String?, within limit: Duration
  ) async -> Availability<SpeechService, SpeechFailureCode> {
    if let response = await checks.response(within: limit, to: { self.runningService(for: language) }) {
      return response
    }
    // While the service lists its voices, it answers no other question.
    return listing.withLock { $0 }.map { .available($0) } ?? .unavailable(SpeechFailure(.noAnswer))
  }

  /// Returns the service that is running, and never starts a service.
  private func runningService(for language: String?) -> Availability<SpeechService, SpeechFailureCode> {
    do throws(SpeechFailure) {
      var connection = try SpeechConnection.open(
        applicationName: connector.applicationName, replyLimit: limits.answer, maySpawn: false)
      var service = Self.service(with: try connection.synthesizer())
      guard let language else { return .available(service) }
      listing.withLock { $0 = service }
      defer { listing.withLock { $0 = nil } }
      // A service that does not list its voices in time can still speak. A list that is not awaited to its end would
      // make the service answer the next check late.
      let hasVoice = try? connection.hasVoice(for: language, within: limits.listing)
      if hasVoice == .some(false) { service.missingLanguage = language }
      return .available(service)
    } catch {
      return .unavailable(error)
    }
  }

  static func service(with synthesizer: String) -> SpeechService {
    SpeechService(name: "speech-dispatcher", synthesizer: synthesizer)
  }
}

extension SpeechDispatcherSpeaker {
  /// The time limits of a speaker.
  package struct Limits: Sendable {
    /// The time limit for a reply of the service.
    package var answer: Duration
    /// The time limit for the list of voices.
    package var listing: Duration
    /// The maximum time that a text waits; an older text would be misleading.
    package var staleness: Duration
    /// The pause after a search; during the pause, a text does not start another search.
    package var search: Duration
    /// The time limit for opening a connection; after this time, the service is reported as hanging.
    package var connection: Duration
    /// The maximum time that a text waits until other programs are lowered.
    package var lowering: Duration

    package init(
      answer: Duration = .seconds(2), listing: Duration = .seconds(20), staleness: Duration = .seconds(3),
      search: Duration = .seconds(5), connection: Duration = HangDetector.defaultLimit,
      lowering: Duration = .milliseconds(150)
    ) {
      self.answer = answer
      self.listing = listing
      self.staleness = staleness
      self.search = search
      self.connection = connection
      self.lowering = lowering
    }
  }
}
