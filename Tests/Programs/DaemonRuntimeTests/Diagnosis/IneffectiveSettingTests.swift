import AudioOutput
import Concurrency
import PlanNotation
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

@testable import DaemonRuntime

/// Settings that have no effect, and a language of the voice that is not the language of the words.
@Suite struct IneffectiveSettingTests {
  @Test(
    arguments: [
      (
        "hook finish \"/bin/true\"\ncue finish notification",
        [
          "'hook finish' has no effect: the cue 'finish' has no channel 'hook'"
            + " -> add the channel: cue finish notification hook"
        ]
      ),
      ("hook finish \"/bin/true\"\nhook finish \"/bin/false\"", []),
      (
        "hook start \"/bin/true\"\nhook finish \"/bin/true\"\ncue all sound",
        [
          "'hook finish' has no effect: the cue 'finish' has no channel 'hook' -> add the channel: cue finish sound hook",
          "'hook start' has no effect: the cue 'start' has no channel 'hook' -> add the channel: cue start sound hook",
        ]
      ),
      (
        "say start \"go\"",
        ["'say start' has no effect: the settings lack 'voice on' -> add the line: voice on"]
      ),
      (
        "say start \"go\"\nsay finish \"done\"\nsay paused \"wait\"\nsay split \"km\"\ncue last sound\nsay last \"one\"",
        [
          "'say finish', 'say paused' and 'say start' have no effect: the settings lack 'voice on'"
            + " -> add the line: voice on",
          "'say last' has no effect: the cue 'last' has no channel 'voice' -> add the channel: cue last sound voice",
          "'say split' has no effect: the cue 'split' has no channel 'voice'"
            + " -> add the channel: cue split notification voice hook",
        ]
      ),
      ("say start \"go\"\nvoice on", []),
      (
        "say start \"go\"\nvoice on\ncue start sound",
        [
          "'say start' has no effect: the cue 'start' has no channel 'voice' -> add the channel: cue start sound voice"
        ]
      ),
      (
        "say start \"go\"\nsay split \"km\"\nvoice off\ncue split voice\nvoice-rate 60",
        [
          "'say start', 'say split', 'cue split' and 'voice-rate' have no effect: the settings contain 'voice off'"
            + " -> remove 'voice off', or each setting that has no effect"
        ]
      ),
      (
        "sound run \"bell\"\nsound finish \"bell\"\nvolume 50\nsound off",
        [
          "'sound run', 'sound finish' and 'volume' have no effect: the settings contain 'sound off'"
            + " -> remove 'sound off', or each setting that has no effect"
        ]
      ),
      ("sound run \"bell\"\ncue start notification", []),
      (
        "sound run \"bell\"\ncue start notification\ncue resumed off",
        [
          "'sound run' has no effect: the cue 'start' has no channel 'sound'"
            + " -> add the channel: cue start notification sound"
        ]
      ),
      (
        "countdown 5 3 1\ncue countdown off",
        [
          "'countdown' has no effect: the cue 'countdown' has no channel"
            + " -> add a channel, such as: cue countdown notification sound hook"
        ]
      ),
      (
        "hook countdown \"/bin/true\"\ncountdown off",
        [
          "'hook countdown' has no effect: the settings contain 'countdown off'"
            + " -> remove 'countdown off' or 'hook countdown'"
        ]
      ),
      (
        "remaining-every 2m",
        [
          "'remaining-every' has no effect: the cue 'remaining' has no channel"
            + " -> add a channel, such as: cue remaining notification hook"
        ]
      ),
      ("remaining-every 2m\ncue remaining sound", []),
      (
        "belt-lag 5s\ncue start off",
        [
          "'belt-lag' has no effect: the cue 'start' has no channel"
            + " -> add a channel, such as: cue start notification sound hook"
        ]
      ),
      (
        "voice on\ncue all notification\nduck 6dB",
        []
      ),
      (
        "notify off\nnotify-urgency critical\ncue halfway notification",
        [
          "'cue halfway' and 'notify-urgency' have no effect: the settings contain 'notify off'"
            + " -> remove 'notify off', or each setting that has no effect"
        ]
      ),
      (
        "notify transitions\ncue halfway notification",
        [
          "'cue halfway' has no effect: the settings contain 'notify transitions'"
            + " -> remove 'notify transitions' or 'cue halfway'"
        ]
      ),
      (
        "mpris off\nmedia-keys on",
        ["'media-keys' has no effect: the settings contain 'mpris off' -> remove 'mpris off' or 'media-keys'"]
      ),
      (
        "cue all sound\nnotify each",
        [
          "'notify' has no effect: no cue has the channel 'notification'"
            + " -> add the channel to a cue, such as: cue start notification sound hook"
        ]
      ),
      ("voice-rate 60\nvoice-language en-GB\nduck off\nvolume 50\nkeep-awake off\nwake-output off", []),
    ] as [(String, [String])])
  func `a setting without effect is reported once, with the reason and the remedy`(
    text: String, expected: [String]
  ) throws {
    let found = IneffectiveSettingWords.all(try readConfiguration(text).ineffective)
    #expect(found.map { "\($0.words) -> \($0.remedy)" } == expected)
  }

  @Test func `the default settings and the sample settings have effect`() throws {
    #expect(Settings().ineffective == [])
    let shown = try packageFile("config/intervald.conf").split(separator: "\n")
      .filter { $0.hasPrefix("#") && !$0.hasPrefix("# ") && $0 != "#" }.map { $0.dropFirst() }
    for line in shown where !line.hasPrefix("hook") {
      // The defaults of these settings need a voice or a hook.
      let excepted = ["say ", "remaining-every", "cue remaining", "cue stopped"]
      let names = try readConfiguration(String(line)).ineffective.map(\.name)
      #expect(names.allSatisfy { name in excepted.contains { name.hasPrefix($0) } }, "\(line)")
    }
  }

  @Test(
    arguments: [
      (nil, nil, nil), ("en-GB", nil, nil), ("EN", nil, nil),
      ("de", nil, "the words are English, but 'voice-language' is 'de'"),
      ("xx", "xx", "the words are English, but 'voice-language' is 'xx'"),
      (nil, "en", "the speech service has no voice for the language 'en'"),
      ("en-GB", "en-GB", "the speech service has no voice for the language 'en-GB'"),
    ] as [(String?, String?, String?)])
  func `a language that is not that of the words, or that the service cannot speak, is reported`(
    language: String?, missing: String?, words: String?
  ) async {
    var settings = Settings()
    settings.voiceLanguage = language
    var service = InMemorySpeaker.service
    service.missingLanguage = missing
    #expect(VoiceLanguageProblem(settings, spokenBy: .available(service))?.words == words)
    // Without an explicit language, a start does not check the voices.
    let atStart = await VoiceLanguageProblem(atStart: settings, InMemorySpeaker(.available(service)))
    #expect(atStart?.words == (language == nil ? nil : words))
    #expect(VoiceSettings(settings).language == language ?? "en")
  }
}
