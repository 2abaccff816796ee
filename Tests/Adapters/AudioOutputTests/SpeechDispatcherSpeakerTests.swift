import AudioOutput
import Concurrency
import TestSupport
import TestTraits
import Testing

/// Tests of the audible speech of a real speech-dispatcher; `SpeechServiceTests` tests services that hang or end.
@Suite(.ownProcess, .serialized, .hangLimit) struct SpeechDispatcherSpeakerTests {
  @Test func `a text is spoken at a natural rate`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        _ = try await scenario.begin()
        for text in ["Run thirty seconds", ". Run\n.\nthirty seconds", "<b>Run</b> & walk"] {
          let mark = scenario.levels.mark
          scenario.speaker.say(text)
          let length = try await scenario.utterance(from: mark)
          #expect(length > .milliseconds(500), "\(text): \(length)")
          #expect(length < promptLimit, "\(text): \(length)")
        }
        #expect(scenario.events.elements == [.serviceAppeared(SpeechScenario.service)])
      }
    }
  }

  @Test(arguments: [false, true])
  func `markup in a text is spoken as text, with and without a mark at the end`(hasMark: Bool) async {
    await #expect(processExitsWith: .success) { [hasMark] in
      await SpeechScenario.run(mixer: hasMark ? InMemorySoundMixer() : nil) { scenario in
        _ = try await scenario.begin()
        let mark = scenario.levels.mark
        scenario.speaker.say("<speak>run <break time=\"60s\"/> walk</speak>")
        // If the service applied the markup, a pause of 60 s would follow `run`, and only `run` would be heard.
        let length = try await scenario.utterance(from: mark)
        #expect(length > .milliseconds(1500), "\(length)")
      }
    }
  }

  @Test func `the current text is cut off by a new text, and by a call of cancelSpeech`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        _ = try await scenario.begin()
        for isCancelled in [false, true] {
          let mark = scenario.levels.mark
          scenario.speaker.say(SpeechScenario.longText)
          let start = try await scenario.levels.sound(from: mark)
          if isCancelled { scenario.speaker.cancelSpeech() } else { scenario.speaker.say("Walk") }
          let length = scenario.levels.time(from: start, to: try await scenario.levels.silence(from: start))
          #expect(length < promptLimit, "\(length)")
        }
      }
    }
  }

  @Test func `speech has the language, rate and volume of the settings`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        _ = try await scenario.begin(VoiceSettings(language: "en", rate: 0))
        func length(_ settings: VoiceSettings) async throws -> Duration {
          let mark = scenario.levels.mark
          scenario.speaker.prepare(settings)
          scenario.speaker.say("Run thirty seconds, then walk forty seconds")
          return try await scenario.utterance(from: mark)
        }
        let slow = try await length(VoiceSettings(language: "en", rate: 0))
        var fast = slow
        // A stall of the machine lengthens one utterance, but a bug lengthens all of them.
        for _ in 1...3 where fast * 2 >= slow {
          fast = min(fast, try await length(VoiceSettings(language: "de", rate: 100, volume: 80)))
        }
        #expect(slow > fast * 2, "\(slow), \(fast)")
        #expect(scenario.events.count == 1)
      }
    }
  }

  @Test func `a check reports a language for which the service has no voice`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run(limits: .init(answer: generousLimit)) { scenario in
        _ = try await SpeechServer.start(on: scenario.desktop)
        for (language, missing) in [("en-GB", nil), ("EN", nil), ("de", nil), ("xx", "xx"), (nil, nil)]
          as [(String?, String?)]
        {
          let service = SpeechService(name: "speech-dispatcher", synthesizer: "espeak-ng", missingLanguage: missing)
          #expect(await scenario.speaker.check(for: language, within: generousLimit) == .available(service))
        }
      }
    }
  }

  @Test func `a text that has waited too long is not spoken`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run(limits: .init(staleness: .zero, search: .zero)) { scenario in
        _ = try await scenario.begin()
        let mark = scenario.levels.mark
        scenario.speaker.say("Run")
        await #expect(throws: TimedOut.self) { try await scenario.levels.sound(from: mark, within: .seconds(1)) }
      }
    }
  }
}

/// Requirements that every speaker must meet: the real speaker, and the in-memory speaker that other tests use.
@Suite(.ownProcess, .serialized, .hangLimit) struct SpeakerTests {
  /// Checks the behaviour of a speaker that has a service; `spoken` waits until a text has been spoken.
  static func expectConformance(_ speaker: some Speaker, spoken: () async throws -> Void) async throws {
    speaker.prepare(VoiceSettings(language: "en", rate: 70, volume: 60))
    let availability = await speaker.availability(within: generousLimit)
    guard case .available = availability else {
      Issue.record("the availability is \(String(describing: availability))")
      return
    }
    speaker.say("Run thirty seconds")
    try await spoken()
    let failure = await speaker.test("Walk", within: generousLimit)
    #expect(failure == nil)
    speaker.say("Walk forty seconds")
    speaker.cancelSpeech()
    await speaker.shutDown(within: .seconds(1))
    var events: [SpeechEvent] = []
    for await event in speaker.events { events.append(event) }
    guard events.count == 1, case .serviceAppeared = events[0] else {
      Issue.record("events: \(events)")
      return
    }
  }

  @Test func `the in-memory speaker meets the requirements`() async throws {
    let speaker = InMemorySpeaker()
    try await Self.expectConformance(speaker) { #expect(speaker.texts == ["Run thirty seconds"]) }
    #expect(
      speaker.calls.elements == [
        .prepare(VoiceSettings(language: "en", rate: 70, volume: 60)), .say("Run thirty seconds"), .test("Walk"),
        .say("Walk forty seconds"), .cancelSpeech, .shutDown,
      ])
  }

  @Test func `the speaker with speech-dispatcher and espeak-ng meets the requirements`() async {
    await #expect(processExitsWith: .success) {
      do {
        try await Desktop.with { desktop in
          desktop.adopt()
          _ = try await SoundServer.start(on: desktop)
          let levels = try await SinkLevels.start(on: desktop)
          _ = try await SpeechServer.start(on: desktop)
          try await SpeakerTests.expectConformance(SpeechDispatcherSpeaker(applicationName: "intervald")) {
            _ = try await levels.silence(from: try await levels.sound())
          }
        }
      } catch {
        Issue.record("\(error)")
      }
    }
  }
}
