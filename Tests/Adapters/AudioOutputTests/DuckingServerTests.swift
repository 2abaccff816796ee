import Concurrency
import TestSupport
import TestTraits
import Testing
import UserFiles

@testable import AudioOutput

/// The volume of music if the sound server restarts, hangs or is missing.
@Suite(.ownProcess, .serialized, .hangLimit) struct DuckingServerTests {
  private static let twelve = Lowering(decibels: 12, includesSounds: false)

  @Test(arguments: SoundServer.Kind.installed)
  func `after a restart of the sound server during a cue, the volume is restored`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        scenario.lowerForWords()
        try await scenario.waitForSavedVolume()
        try await scenario.restartServer()
        scenario.mixer.restore(after: .speech)
        try await scenario.startMusic()
        try await scenario.music.wait(for: Music.full)
      }
    }
  }

  @Test(arguments: SoundServer.Kind.installed)
  func `after a restart of the sound server, the first call of lower connects again`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        scenario.lowerForWords()
        scenario.mixer.restore(after: .speech)
        try await scenario.music.wait(for: Music.full)
        try await scenario.restartServer()
        try await scenario.startMusic()
        scenario.mixer.lower(for: .speech, within: generousLimit)
        #expect(try await scenario.music.has(Music.lowered))
      }
    }
  }

  @Test(arguments: SoundServer.Kind.installed)
  func `if the server hangs while volumes are restored, they are restored when it continues`(
    kind: SoundServer.Kind
  ) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        scenario.lowerForWords()
        scenario.server.hang()
        scenario.mixer.restore(after: .speech)
        scenario.mixer.release()
        // The limit of the exchange with the server has passed when the connection is closed.
        try await scenario.wait(forConnection: false)
        #expect(SystemCalls.canAccess(scenario.path))
        scenario.server.resume()
        try await scenario.music.wait(for: Music.full)
        try await scenario.wait(forConnection: false)
        #expect(!SystemCalls.canAccess(scenario.path))
      }
    }
  }

  @Test func `without a sound server, lower reports that no program was lowered`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let mixer = PulseSoundMixer(
          applicationName: "intervald", recordPath: scenario.desktop.folder.path(of: "run/lowered"))
        mixer.prepare(Self.twelve)
        #expect(!mixer.lower(for: .speech, within: generousLimit))
        await mixer.shutDown(within: generousLimit)
      }
    }
  }

  @Test func `a connection whose main loop fails is lost`() async {
    await #expect(processExitsWith: .success) {
      await DuckingScenario.run(.pulseAudio) { _ in
        let deadline = ContinuousClock.now + generousLimit
        let connection = try #require(PulseConnection(applicationName: "test", by: deadline))
        // poll(2) fails if it receives more descriptors than the limit.
        try await Descriptors.with(limit: 1) { connection.waitForEvent(unless: { false }) }
        #expect(connection.isLost)
      }
    }
  }
}
