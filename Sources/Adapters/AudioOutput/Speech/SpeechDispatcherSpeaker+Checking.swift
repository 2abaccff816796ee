package import Concurrency

extension SpeechDispatcherSpeaker {
  package func check(within limit: Duration) async -> Availability<SpeechService, SpeechFailure> {
    await checks.response(within: limit) { self.running() } ?? .unavailable(SpeechFailure(.noAnswer))
  }

  private func running() -> Availability<SpeechService, SpeechFailure> {
    do throws(SpeechFailure) {
      let connection = try SpeechConnection.open(
        applicationName: applicationName, patience: limits.answer, maySpawn: false)
      let synthesizer = try connection.synthesizer()
      guard synthesizer != Self.noSynthesizer else { return .unavailable(SpeechFailure(.noVoice)) }
      return .available(Self.service(with: synthesizer))
    } catch {
      return .unavailable(error)
    }
  }
}
