package import AudioOutput
package import Concurrency

/// A speaker without a speech service, which records its calls.
package final class InMemorySpeaker: Speaker {
  /// A recorded call.
  package enum Call: Equatable, Sendable {
    case prepare(VoiceSettings)
    case say(String, after: Duration = .zero)
    case cancelSpeech
    case test(String)
    case shutDown
  }

  package let events: AsyncStream<SpeechEvent>
  /// All calls in order.
  package let calls = Recording<Call>()

  private let eventSink: AsyncStream<SpeechEvent>.Continuation
  private let currentAvailability = CurrentAvailability<SpeechService, SpeechFailureCode>()

  package static let service = SpeechService(name: "in memory", synthesizer: "none")

  /// The mixer that `shutDown` restores, like a real speaker.
  private let mixer: (any SoundMixer)?

  package init(
    _ availability: Availability<SpeechService, SpeechFailureCode> = .available(InMemorySpeaker.service),
    mixer: (any SoundMixer)? = nil
  ) {
    self.mixer = mixer
    (events, eventSink) = AsyncStream.makeStream()
    change(availability)
  }

  /// Texts of all calls of `say`, in order.
  package var texts: [String] {
    calls.elements.compactMap { if case .say(let text, _) = $0 { text } else { nil } }
  }

  /// Delays of all calls of `say`, in order.
  package var delays: [Duration] {
    calls.elements.compactMap { if case .say(_, let delay) = $0 { delay } else { nil } }
  }

  /// Changes the availability of the service.
  package func change(_ availability: Availability<SpeechService, SpeechFailureCode>) {
    guard currentAvailability.update(availability) else { return }
    switch availability {
    case .available(let service): eventSink.yield(.serviceAppeared(service))
    case .unavailable(let failure): eventSink.yield(.serviceUnavailable(failure))
    }
  }

  package func prepare(_ settings: VoiceSettings) {
    calls.append(.prepare(settings))
  }

  package func say(_ text: String, after delay: @escaping @Sendable () -> Duration) {
    calls.append(.say(text, after: delay()))
  }

  package func cancelSpeech() {
    calls.append(.cancelSpeech)
  }

  package func availability(within limit: Duration) async -> Availability<SpeechService, SpeechFailureCode>? {
    await currentAvailability.value(within: limit)
  }

  package func test(
    _ text: String, answeringWithin answerLimit: Duration, endingWithin limit: Duration
  ) async -> SpeechFailure? {
    calls.append(.test(text))
    if case .unavailable(let failure) = currentAvailability.value { return failure }
    return nil
  }

  package func check(
    for language: String?, within limit: Duration
  ) async -> Availability<SpeechService, SpeechFailureCode> {
    await currentAvailability.value(within: limit) ?? .unavailable(SpeechFailure(.noAnswer))
  }

  package func shutDown(within limit: Duration) async {
    calls.append(.shutDown)
    await Task.yield()
    mixer?.restore(after: .speech)
    eventSink.finish()
  }
}

extension Speaker {
  /// Cuts off the current text, and speaks a new text as soon as possible.
  package func say(_ text: String) { say(text) { .zero } }

  /// Speaks a text as a test, with the same limit for the answer and the end.
  package func test(_ text: String, within limit: Duration) async -> SpeechFailure? {
    await test(text, answeringWithin: limit, endingWithin: limit)
  }
}
