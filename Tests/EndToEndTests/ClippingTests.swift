import AudioOutput
import FoundationEssentials
import TestSupport
import Testing
import ToneSynthesis

/// Levels of a start with sound and voice, recorded from a real sound server.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ClippingTests {
  private static let fullScale = 32_767
  /// The level below which a sample counts as silent.
  private static let threshold = 1000
  private static let rate = 44_100

  @Test(arguments: [nil, 100, 150])
  func `the sound and the words of a start stay below full scale, and the words follow the sound`(
    volume: Int?
  ) async throws {
    let levels = try await record(
      "lead-in off\ncountdown off\ncue halfway off\n5s run, 1s walk",
      volume: volume)
    let start = try #require(levels.firstIndex { $0 > Self.threshold })
    #expect(try #require(levels.max()) < Self.fullScale)
    // The sound of a run lasts 0.43 s, and its end is soft.
    let sound = levels[start..<start + Self.rate * 43 / 100]
    #expect(try #require(sound.max()) > Self.fullScale * ((volume ?? 100) > 100 ? 80 : 50) / 100)
    let words = levels[(start + Self.rate * 45 / 100)..<(start + Self.rate * 4)]
    #expect(try #require(words.max()) > Self.fullScale / 10)
    print("volume \(volume ?? 100): sound \(sound.max() ?? 0), words \(words.max() ?? 0), all \(levels.max() ?? 0)")
  }

  /// Records a workout, and returns the magnitudes of the samples.
  private func record(_ plan: String, volume: Int?) async throws -> [Int] {
    try await Desktop.with { desktop in
      let server = try await SoundServer.start(on: desktop)
      _ = try await SpeechServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      let path = desktop.folder.path(of: "recording")
      let recorder = try await server.record(on: desktop, to: path)
      let run = try await Invocation.run(
        BuiltProgram.path(of: "intervalctl"),
        ["start", "--text", plan, "--voice"] + (volume.map { ["--volume", "\($0)"] } ?? []),
        environment: daemon.environment)
      #expect(run.status == 0, "\(run.errors)")
      try await server.end(of: SoundSource.own(.finish).eventID(at: Loudness(percent: volume ?? 100)))
      // The recorder stops when the server ends. The file is complete when the recorder has exited.
      try await server.process.killAndWait()
      try await recorder.end()
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
        abs(Int(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)))
      }
    }
  }
}
