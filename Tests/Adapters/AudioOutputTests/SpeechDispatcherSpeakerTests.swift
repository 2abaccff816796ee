import AudioOutput
import TestSupport
import TestTraits
import Testing

/// Speech that is heard, on a real speech-dispatcher; services that hang or end are in `SpeechServiceTests`.
@Suite(.ownProcess, .serialized, .timeLimit(.minutes(2))) struct SpeechDispatcherSpeakerTests {
  @Test func `a text is heard for as long as a person would speak it`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        _ = try await scenario.begin()
        for text in ["Run thirty seconds", ". Run\n.\nthirty seconds", "<b>Run</b> & walk"] {
          let mark = scenario.levels.mark
          scenario.speaker.say(text)
          let length = try await scenario.utterance(from: mark)
          #expect(length > .milliseconds(500) && length < .seconds(6), "\(text): \(length)")
        }
        #expect(scenario.events.elements == [.serviceAppeared(SpeechScenario.service)])
      }
    }
  }

  @Test func `markup in a text is spoken as text`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        _ = try await scenario.begin()
        let mark = scenario.levels.mark
        scenario.speaker.say("<speak>run <break time=\"60s\"/> walk</speak>")
        // Were there a break, the first word alone would be heard.
        let length = try await scenario.utterance(from: mark)
        #expect(length > .milliseconds(1500), "\(length)")
      }
    }
  }

  @Test func `a new text ends the previous one, and so does hushing`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        _ = try await scenario.begin()
        for isHushed in [false, true] {
          let mark = scenario.levels.mark
          scenario.speaker.say(SpeechScenario.longText)
          let start = try await scenario.levels.sound(from: mark)
          if isHushed { scenario.speaker.hush() } else { scenario.speaker.say("Walk") }
          let length = scenario.levels.time(from: start, to: try await scenario.levels.silence(from: start))
          #expect(length < .seconds(5), "\(length)")
        }
      }
    }
  }

  @Test func `speech has the language, rate and volume of the settings`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        _ = try await scenario.begin(VoiceSettings(language: "en", rate: 0))
        var lengths: [Duration] = []
        for settings in [VoiceSettings(language: "en", rate: 0), VoiceSettings(language: "de", rate: 100, volume: 80)] {
          let mark = scenario.levels.mark
          scenario.speaker.prepare(settings)
          scenario.speaker.say("Run thirty seconds, then walk forty seconds")
          lengths.append(try await scenario.utterance(from: mark))
        }
        #expect(lengths[0] > lengths[1] * 2, "\(lengths)")
        #expect(scenario.events.count == 1)
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
