import AudioOutput
import FoundationEssentials
import Glibc
import TestSupport
import TestTraits
import Testing
import ToneSynthesis

/// Levels of a start with sound, and with sound and voice, recorded from real sound servers.
@Suite(.hangLimit) struct ClippingTests {
  private static let fullScale = 32_767
  /// The level below which a sample counts as silent.
  private static let threshold = 1000
  private static let rate = 44_100
  /// The length of the sound of a run, whose end is soft.
  private static let soundLength = rate * 43 / 100
  /// Sound servers and values of the option `--volume`; nil omits the option.
  private static let servers: [(SoundServer.Kind, Int?)] =
    SoundServer.Kind.installed.map { ($0, nil) } + [(.pulseAudio, 100), (.pulseAudio, 150)]

  @Test(.serialized, arguments: servers)
  func `the sound and the words of a start stay below full scale, and the words follow the sound`(
    kind: SoundServer.Kind, volume: Int?
  ) async throws {
    let levels = try await record(on: kind, volume: volume, hasVoice: true)
    let start = try #require(levels.firstIndex { $0 > Self.threshold })
    #expect(try #require(levels.max()) < Self.fullScale)
    let sound = Self.sound(in: levels, from: start)
    #expect(try #require(sound.max()) > Self.fullScale * ((volume ?? 100) > 100 ? 40 : 25) / 100)
    let words = levels[(start + Self.soundLength)...]
    #expect(try #require(words.max()) > Self.fullScale / 10)
    let difference = Self.decibels(sound) - Self.decibels(words)
    if volume != 150 { #expect(abs(difference) < 3, "the sound and the words are equally loud") }
    print("\(kind), volume \(volume ?? 100): the sound is \(difference) dB louder than the words")
  }

  @Test(.serialized, arguments: servers)
  func `without words, the sound of a start exceeds half of full scale`(
    kind: SoundServer.Kind, volume: Int?
  ) async throws {
    let percent = (volume ?? 100) > 100 ? 80 : 50
    let levels = try await record(on: kind, volume: volume, hasVoice: false)
    let start = try #require(levels.firstIndex { $0 > Self.threshold })
    #expect(try #require(levels.max()) < Self.fullScale)
    #expect(try #require(Self.sound(in: levels, from: start).max()) > Self.fullScale * percent / 100)
  }

  private static func sound(in levels: [Int], from start: Int) -> ArraySlice<Int> {
    levels[start..<start + soundLength]
  }

  /// The level of the loudest 200 ms, in decibels relative to full scale (root mean square).
  private static func decibels(_ levels: ArraySlice<Int>) -> Double {
    let window = rate / 5
    let powers = stride(from: levels.startIndex, through: levels.endIndex - window, by: rate / 50).map { begin in
      levels[begin..<begin + window].reduce(0.0) { $0 + Double($1 * $1) } / Double(window)
    }
    return 10 * log10((powers.max() ?? 0) / Double(fullScale * fullScale))
  }

  /// Records the start of an interval, and returns the magnitudes of the samples.
  ///
  /// The interval has no end, so that no later sound is heard at the same time as words that are late on a busy machine.
  private func record(on kind: SoundServer.Kind, volume: Int?, hasVoice: Bool) async throws -> [Int] {
    try await Desktop.with { desktop in
      let server = try await SoundServer.start(kind, on: desktop)
      _ = try await SpeechServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      let path = desktop.folder.path(of: "recording")
      let recorder = try await server.record(on: desktop, to: path)
      let options = (hasVoice ? ["--voice"] : []) + (volume.map { ["--volume", "\($0)"] } ?? [])
      let run = try await daemon.intervalctl(["start", "--text", "lead-in off\nopen run"] + options)
      #expect(run.status == 0, "\(run.errors)")
      try await withTimeLimit("the end of the \(hasVoice ? "words" : "sound")") {
        while try !Self.hasEnded(Self.levels(in: path), hasVoice: hasVoice) {
          // The recorder writes in real time.
          try await desktop.run("sleep", ["0.5"])
        }
      }
      // The recorder stops when the server ends. The file is complete when the recorder has exited.
      try await server.process.killAndWait()
      try await recorder.end()
      return try Self.levels(in: path)
    }
  }

  /// Returns whether a second of silence follows the sound or, with a voice, the words.
  private static func hasEnded(_ levels: [Int], hasVoice: Bool) -> Bool {
    guard let start = levels.firstIndex(where: { $0 > threshold }), levels.suffix(rate).max() ?? 0 <= threshold else {
      return false
    }
    return !hasVoice || levels.dropFirst(start + soundLength).contains { $0 > threshold }
  }

  private static func levels(in path: String) throws -> [Int] {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      abs(Int(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)))
    }
  }
}
