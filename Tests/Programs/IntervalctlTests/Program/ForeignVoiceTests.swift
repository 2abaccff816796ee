import AudioFiles
import FoundationEssentials
import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Tests of `render --voice` with the real espeak-ng.
@Suite(.hangLimit) struct ForeignVoiceTests {
  @Test func `the speech of a cue begins when the tone of the cue ends`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let plan = "lead-in off\ncountdown off\ncue last off\n5s run, 5s walk"
      let silent = try await home.shell("intervalctl render '\(plan)' -o silent.wav")
      let spoken = try await home.shell("intervalctl render '\(plan)' -o spoken.wav --voice")
      #expect(silent.output == ["Saved silent.wav: 0:11, 3 cues. Chapters: silent.wav.cue"])
      #expect(spoken.status == 0)
      #expect(spoken.messages == [])
      let tones = try Self.samples(home.folder.path(of: "silent.wav"))
      let words = try Self.samples(home.folder.path(of: "spoken.wav"))
      // The tones of run and walk are 430 ms long.
      for begin in [0, 5 * 44_100] {
        let end = begin + 44_100 * 43 / 100
        #expect(words[begin..<end] == tones[begin..<end])
        let power = words[end..<end + 44_100].reduce(0) { $0 + $1 * $1 } / 44_100
        #expect(power > 1e-4, "\(power)")
        #expect(words[begin + 3 * 44_100..<begin + 5 * 44_100].allSatisfy { $0 == 0 })
      }
      // The finish is also spoken: its speech follows the last tone.
      try #require(words.count > tones.count)
      #expect(words[..<tones.count].suffix(1000) == tones.suffix(1000))
    }
  }

  @Test func `a cue is spoken only if the settings turn on the voice for it`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let plan = "lead-in off\ncountdown off\nsound off\ncue halfway voice\n60s run"
      let run = try await home.shell("intervalctl render '\(plan)' -o a.wav --voice")
      #expect(run.output == ["Saved a.wav: 1:00, 1 cue. Chapters: a.wav.cue"])
      let samples = try Self.samples(home.folder.path(of: "a.wav"))
      #expect(samples[..<(30 * 44_100)].allSatisfy { $0 == 0 })
      #expect(samples[(30 * 44_100)..<(33 * 44_100)].contains { abs($0) > 0.05 })
    }
  }

  @Test func `the language, rate and volume of the voice come from the settings`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let settings = "cue start voice\nlead-in off\ncue last off\ncue finish off\ncountdown off\n"
      /// Returns the number of samples before the last audible sample.
      func length(_ configuration: String) async throws -> Int {
        try home.folder.write(configuration, to: "config/intervald/intervald.conf")
        let run = try await home.shell("intervalctl render '\(settings)10s run' -o a.wav --overwrite --voice")
        #expect(run.status == 0, "\(run.messages)")
        let samples = try Self.samples(home.folder.path(of: "a.wav"))
        return samples.lastIndex { abs($0) > 0.01 } ?? 0
      }
      let normal = try await length("voice-language en-GB")
      #expect(try await length("voice-rate 100") < normal)
      #expect(try await length("voice-rate 0") > normal)
      #expect(try await length("voice-volume 0") == 0)
      try home.folder.write("voice-language tlh-XX", to: "config/intervald/intervald.conf")
      #expect(
        try await home.shell("intervalctl render 2s run -o b.wav --voice")
          == ProgramRun(
            status: 69,
            messages: [
              "error: espeak-ng ended with status 1: Error: The specified espeak-ng voice does not exist.",
              "hint: voice-language in the settings is 'tlh-XX'; see: espeak-ng --voices",
            ]))
    }
  }

  private static func samples(_ path: String) throws -> [Float] {
    let reader = try SoundFileReader([UInt8](Data(contentsOf: URL(filePath: path))))
    return try reader.read(atMost: reader.frames)
  }
}
