import AudioOutput
import Concurrency
import TestSupport
import Testing

/// A real speaker on a desktop of its own, with all that it tells.
///
/// The libraries read the environment once: each scenario is the only one of its process, the body of an exit test.
struct SpeechScenario: Sendable {
  let desktop: Desktop
  let speaker: SpeechDispatcherSpeaker
  /// What is heard.
  let levels: SinkLevels
  let events = Recording<SpeechEvent>()

  static let service = SpeechService(name: "speech-dispatcher", synthesizer: "espeak-ng")
  /// Takes more than ten seconds.
  static let longText = (1...20).map { "number \($0)," }.joined(separator: " ")

  /// Runs a scenario that begins with a sound server, and neither a speech service nor any call of the speaker.
  ///
  /// An error is recorded here, as the parent of an exit test would not learn which it was.
  static func run(
    limits: SpeechDispatcherSpeaker.Limits = .init(staleness: generousLimit, search: .zero),
    startService: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable (SpeechScenario) async throws -> Void
  ) async {
    do {
      try await Desktop.with { desktop in
        desktop.adopt()
        _ = try await SoundServer.start(on: desktop)
        let scenario = SpeechScenario(
          desktop: desktop,
          speaker: SpeechDispatcherSpeaker(applicationName: "intervald", limits: limits, startService: startService),
          levels: try await SinkLevels.start(on: desktop))
        try await withThrowingTaskGroup { group in
          group.addTask {
            for await event in scenario.speaker.events { scenario.events.append(event) }
            scenario.events.finish()
          }
          group.addTask {
            do {
              try await body(scenario)
            } catch {
              Issue.record(error, "told until then: \(scenario.events.elements)")
            }
            await scenario.speaker.shutDown(within: .seconds(1))
          }
          try await group.waitForAll()
        }
      }
    } catch {
      Issue.record("\(error)")
    }
  }

  /// Begins a workout where there is a service already.
  func begin(_ settings: VoiceSettings = VoiceSettings()) async throws -> SpeechServer {
    let server = try await SpeechServer.start(on: desktop)
    speaker.prepare(settings)
    #expect(await speaker.availability(within: generousLimit) == .available(Self.service))
    return server
  }

  /// Waits until something has been said, and returns how long it took.
  func utterance(from mark: Int) async throws -> Duration {
    let start = try await levels.sound(from: mark)
    return levels.time(from: start, to: try await levels.silence(from: start))
  }

  func serviceUnavailable(from mark: Int = 0) async throws -> SpeechFailure? {
    let event = try await events.first("the loss of the service", from: mark) { event in
      if case .serviceUnavailable = event { true } else { false }
    }
    if case .serviceUnavailable(let failure) = event { return failure }
    return nil
  }
}
