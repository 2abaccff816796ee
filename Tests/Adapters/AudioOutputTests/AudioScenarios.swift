import AudioOutput
import Concurrency
import TestSupport
import Testing

/// A real sound player on its own desktop, with the events that it reports.
///
/// The sound libraries read the environment once, so each scenario runs in its own process, as the body of an exit test.
struct SoundScenario: Sendable {
  let desktop: Desktop
  let player = CanberraPlayer(applicationName: "intervald", desktopEntry: "intervald")
  let events = Recording<SoundEvent>()

  static let output = SoundOutput(name: "libcanberra")

  /// Runs a scenario that begins without a sound server, and before any call of the player.
  ///
  /// An error is recorded here, because the parent of an exit test does not receive it.
  static func run(_ body: @escaping @Sendable (SoundScenario) async throws -> Void) async {
    do {
      try await Desktop.with { desktop in
        desktop.adopt()
        let scenario = SoundScenario(desktop: desktop)
        try await withThrowingTaskGroup { group in
          group.addTask {
            for await event in scenario.player.events { scenario.events.append(event) }
            scenario.events.finish()
          }
          group.addTask {
            do {
              try await body(scenario)
            } catch {
              Issue.record("\(error)")
            }
            await scenario.player.shutDown(within: .seconds(1))
          }
          try await group.waitForAll()
        }
      }
    } catch {
      Issue.record("\(error)")
    }
  }
}

/// A real speaker on its own desktop, with the events that it reports.
///
/// The libraries read the environment once, so each scenario runs in its own process, as the body of an exit test.
struct SpeechScenario: Sendable {
  let desktop: Desktop
  let speaker: SpeechDispatcherSpeaker
  /// The levels of the audible sound.
  let levels: SinkLevels
  let events = Recording<SpeechEvent>()

  static let service = SpeechService(name: "speech-dispatcher", synthesizer: "espeak-ng")
  /// A text that takes more than ten seconds to speak.
  static let longText = (1...20).map { "number \($0)," }.joined(separator: " ")

  /// Runs a scenario that begins with a sound server, without a speech service, and before any call of the speaker.
  ///
  /// An error is recorded here, because the parent of an exit test does not receive it.
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
              Issue.record(error, "events so far: \(scenario.events.elements)")
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

  /// Starts a service, and begins a workout.
  func begin(_ settings: VoiceSettings = VoiceSettings()) async throws -> SpeechServer {
    let server = try await SpeechServer.start(on: desktop)
    speaker.prepare(settings)
    #expect(await speaker.availability(within: generousLimit) == .available(Self.service))
    return server
  }

  /// Waits until a text has been spoken, and returns its duration.
  func utterance(from mark: Int) async throws -> Duration {
    let start = try await levels.sound(from: mark)
    return levels.time(from: start, to: try await levels.silence(from: start))
  }

  /// Waits until the speaker reports that no service is available, and returns the reason.
  func serviceUnavailable(from mark: Int = 0) async throws -> SpeechFailure? {
    let event = try await events.first("the loss of the service", from: mark) { event in
      if case .serviceUnavailable = event { true } else { false }
    }
    if case .serviceUnavailable(let failure) = event { return failure }
    return nil
  }
}
