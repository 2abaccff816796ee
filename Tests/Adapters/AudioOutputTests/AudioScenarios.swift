import AudioOutput
import Concurrency
import TestSupport
import TestTraits
import Testing
import UserFiles

/// A real sound player on its own desktop, with the events that the player reports.
///
/// The sound libraries read the environment once, so each scenario runs in its own process, as the body of an exit
/// test.
struct SoundScenario: Sendable {
  let desktop: Desktop
  let player: CanberraPlayer
  let events = Recording<SoundEvent>()

  static let output = SoundOutput(name: "libcanberra")
  /// The path of the player's sound files in the desktop's folder.
  static let soundFolder = "run/intervald/sounds"

  /// Runs a scenario; at its beginning, no sound server is running, and the player has not been called.
  static func run(_ body: @escaping @Sendable (SoundScenario) async throws -> Void) async {
    await Desktop.runScenario(
      recording: \.events, events: \.player.events, shutDown: { await $0.player.shutDown(within: .seconds(1)) },
      make: { desktop in
        let folder = SoundFolder(
          path: desktop.folder.path(of: soundFolder), folders: XDGFolders(environment: desktop.environment))
        return SoundScenario(
          desktop: desktop,
          player: CanberraPlayer(applicationName: "intervald", desktopEntry: "intervald", folder: folder))
      }, body: body)
  }
}

/// A real speaker on its own desktop, with the events that the speaker reports.
///
/// The libraries read the environment once, so each scenario runs in its own process, as the body of an exit test.
struct SpeechScenario: Sendable {
  let desktop: Desktop
  let speaker: SpeechDispatcherSpeaker
  /// The levels of the audible sound.
  let levels: SinkLevels
  let events = Recording<SpeechEvent>()

  static let service = SpeechService(name: "speech-dispatcher", synthesizer: "espeak-ng")
  /// A text of 500 characters, after which texts are cut.
  ///
  /// Speaking the text lasts longer than 20 seconds, and longer than 40 seconds at the rate 0.
  static let longText = (1...44).map { "number \($0)," }.joined(separator: " ")

  /// Limits that no service exceeds, even on a machine under full load, unless it hangs.
  static let generousLimits = SpeechDispatcherSpeaker.Limits(
    answer: generousLimit, staleness: generousLimit, search: .zero, connection: generousLimit)

  /// Runs a scenario with a sound server.
  ///
  /// At the beginning of the scenario, no speech service is running, and the speaker has not been called.
  static func run(
    limits: SpeechDispatcherSpeaker.Limits = generousLimits, mixer: (any SoundMixer)? = nil,
    startService: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable (SpeechScenario) async throws -> Void
  ) async {
    await Desktop.runScenario(
      recording: \.events, events: \.speaker.events, shutDown: { await $0.speaker.shutDown(within: .seconds(1)) },
      make: { desktop in
        _ = try await SoundServer.start(on: desktop)
        return SpeechScenario(
          desktop: desktop,
          speaker: SpeechDispatcherSpeaker(
            applicationName: "intervald", limits: limits, mixer: mixer, startService: startService),
          levels: try await SinkLevels.start(on: desktop))
      }, body: body)
  }

  /// Starts a service, and begins a workout.
  func begin(_ settings: VoiceSettings = VoiceSettings()) async throws -> SpeechServer {
    let server = try await SpeechServer.start(on: desktop)
    speaker.prepare(settings)
    #expect(await speaker.availability(within: generousLimit) == .available(Self.service))
    return server
  }

  /// Waits until a text has been spoken, and returns the duration of the speech.
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
