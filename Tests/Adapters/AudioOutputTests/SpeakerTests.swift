import AudioOutput
import Concurrency
import TestSupport
import TestTraits
import Testing

/// What holds for every speaker: the real one with a real service, and the one in memory that other tests use.
@Suite(.ownProcess, .serialized, .timeLimit(.minutes(2))) struct SpeakerTests {
  /// Drives a speaker that has a service; `said` waits until something has been.
  static func expectToBehave(_ speaker: some Speaker, said: () async throws -> Void) async throws {
    speaker.prepare(VoiceSettings(language: "en", rate: 70, volume: 60))
    let availability = await speaker.availability(within: generousLimit)
    guard case .available = availability else {
      Issue.record("found \(String(describing: availability))")
      return
    }
    speaker.say("Run thirty seconds")
    try await said()
    let failure = await speaker.test("Walk", within: generousLimit)
    #expect(failure == nil)
    speaker.say("Walk forty seconds")
    speaker.hush()
    await speaker.shutDown(within: .seconds(1))
    var events: [SpeechEvent] = []
    for await event in speaker.events { events.append(event) }
    guard events.count == 1, case .serviceAppeared = events[0] else {
      Issue.record("events: \(events)")
      return
    }
  }

  @Test func `in memory`() async throws {
    let speaker = InMemorySpeaker()
    try await Self.expectToBehave(speaker) { #expect(speaker.texts == ["Run thirty seconds"]) }
    #expect(
      speaker.calls.elements == [
        .prepare(VoiceSettings(language: "en", rate: 70, volume: 60)), .say("Run thirty seconds"), .test("Walk"),
        .say("Walk forty seconds"), .hush, .shutDown,
      ])
  }

  @Test func `with speech-dispatcher and espeak-ng`() async {
    await #expect(processExitsWith: .success) {
      do {
        try await Desktop.with { desktop in
          desktop.adopt()
          _ = try await SoundServer.start(on: desktop)
          let levels = try await SinkLevels.start(on: desktop)
          _ = try await SpeechServer.start(on: desktop)
          try await SpeakerTests.expectToBehave(SpeechDispatcherSpeaker(applicationName: "intervald")) {
            _ = try await levels.silence(from: try await levels.sound())
          }
        }
      } catch {
        Issue.record("\(error)")
      }
    }
  }
}
