import AudioFiles
import Processes
import Soundtrack
import Text
import WorkoutModel

/// A voice that runs espeak-ng(1) for each phrase.
struct EspeakVoice: Voice {
  /// Language tag such as `en` or `pt-BR`; nil for the default of espeak-ng.
  let language: String?
  /// Speaking rate, 0 to 100; nil for the default of espeak-ng.
  let rate: Int?
  /// Volume, 0 to 100; nil for the normal volume.
  ///
  /// espeak-ng has the range 0 to 200, with a normal volume of 100.
  let volume: Int?

  /// The output limit in bytes, which is more than the longest cue at the slowest rate needs.
  private static let maxBytes = 64 << 20

  init(_ settings: Settings) {
    language = settings.voiceLanguage
    rate = settings.voiceRate
    volume = settings.voiceVolume
  }

  /// Checks that espeak-ng works with these settings.
  func check() async throws(Failure) {
    _ = try await wave(of: "1")
  }

  func samples(of words: String, rate: Int) async throws -> [Float] {
    guard let text = SpokenText(words) else { return [] }
    let wave = try await wave(of: text.words)
    do {
      let reader = try SoundFileReader(wave)
      var samples: [Float] = []
      while case let more = try reader.read(atMost: reader.rate), !more.isEmpty { samples += more }
      guard reader.rate != rate else { return samples }
      return try Resampler(from: reader.rate, to: rate, channels: 1).resample(samples, isLast: true)
    } catch {
      throw Failure.unreadableSpeech(error)
    }
  }

  /// Synthesizes a line; returns a WAV file with one channel.
  private func wave(of line: String) async throws(Failure) -> [UInt8] {
    // espeak-ng has its own process group, so Ctrl-C signals only this program. This program then ends espeak-ng.
    let espeak = ChildProgram(
      "espeak-ng", options + ["--", line], streams: .separate, group: .own, maxOutput: Self.maxBytes)
    let result: ChildResult
    do {
      result = try await espeak.run()
    } catch {
      switch error {
      case .notFound: throw .noEspeak
      case .tooMuchOutput: throw .espeakFailed("produced too much sound", language: nil)
      case .system(let error): throw .espeakFailed("did not start: \(error)", language: nil)
      }
    }
    switch result.status {
    case .exited(0): return result.output
    case .exited(let status):
      let words = result.error.split(separator: "\n").first.map { ": \($0)" } ?? ""
      throw .espeakFailed("ended with status \(status)\(words)", language: language)
    case .signalled(let signal): throw .espeakFailed("was ended by signal \(signal)", language: nil)
    }
  }

  private var options: [String] {
    ["--stdout"] + (language.map { ["-v", $0] } ?? []) + (rate.map { ["-s", "\(Self.wordsPerMinute($0))"] } ?? [])
      + ["-a", "\(2 * (volume ?? Settings.defaultVoiceVolume))"]
  }

  /// Converts the rate of the settings to words per minute, as speech-dispatcher does for espeak-ng.
  ///
  /// Source: espeak-ng.conf of speech-dispatcher, with a minimum of 80, a default of 170 and a maximum of 449.
  static func wordsPerMinute(_ rate: Int) -> Int {
    let step = min(max(rate, 0), 100) - 50
    return 170 + step * (step < 0 ? 170 - 80 : 449 - 170) / 50
  }
}
