import Text
import AudioFiles
import Soundtrack
import Subprocess
import WorkoutModel

/// The voice of espeak-ng(1), which is run for each phrase.
struct EspeakVoice: Voice {
  /// A language tag, such as `en` or `pt-BR`; nil for its own.
  let language: String?
  /// 0 to 100; nil for its own.
  let rate: Int?
  /// 0 to 100; nil for its own, which is the loudest.
  let volume: Int?

  /// More bytes than it writes for the longest words of a cue at the slowest rate.
  private static let mostBytes = 64 << 20

  init(_ settings: Settings) {
    language = settings.voiceLanguage
    rate = settings.voiceRate
    volume = settings.voiceVolume
  }

  /// Finds out whether it can speak like this.
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

  /// What it writes when it speaks a line: a WAV file of one channel.
  private func wave(of line: String) async throws(Failure) -> [UInt8] {
    // Ctrl-C is for the program that waits for it, and ends it as well.
    var ownGroup = PlatformOptions()
    ownGroup.processGroupID = 0
    let result: ExecutionResult<Void, BytesOutput, StringOutput<UTF8>>
    do {
      result = try await run(
        .name("espeak-ng"), arguments: Arguments(options + ["--", line]), platformOptions: ownGroup,
        output: .bytes(limit: Self.mostBytes), error: .string(limit: 64 << 10))
    } catch {
      throw (error as? SubprocessError)?.code == .executableNotFound
        ? .noEspeak : .espeakFailed("did not start: \(error)", language: nil)
    }
    switch result.terminationStatus {
    case .exited(0): return result.standardOutput
    case .exited(let status):
      let words = result.standardError.split(separator: "\n").first.map { ": \($0)" } ?? ""
      throw .espeakFailed("ended with status \(status)\(words)", language: language)
    case .signaled(let signal): throw .espeakFailed("was ended by signal \(signal)", language: nil)
    }
  }

  private var options: [String] {
    ["--stdout"] + (language.map { ["-v", $0] } ?? []) + (rate.map { ["-s", "\(Self.wordsPerMinute($0))"] } ?? [])
      + (volume.map { ["-a", "\($0)"] } ?? [])
  }

  /// What the rate of the settings is in words a minute, as in speech-dispatcher's own use of espeak-ng.
  ///
  /// Source: its espeak-ng.conf, with 80 for the slowest, 170 for the middle and 449 for the fastest.
  static func wordsPerMinute(_ rate: Int) -> Int {
    let step = min(max(rate, 0), 100) - 50
    return 170 + step * (step < 0 ? 170 - 80 : 449 - 170) / 50
  }
}
