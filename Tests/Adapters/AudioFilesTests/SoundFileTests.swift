import AudioFiles
import FoundationEssentials
import TestSupport
import Testing

/// Tests of sound files that are written and read again.
@Suite struct SoundFileTests {
  @Test(arguments: [
    ("run.opus", SoundFormat.opus), ("/a.b/run.OGG", .ogg), ("x.flac", .flac), ("x.y.wav", .wav), ("wav", nil),
    (".wav", nil), ("a.mp3", nil), ("a.wav/b", nil), ("", nil), ("a.", nil),
  ])
  func `the file extension determines the format`(path: String, format: SoundFormat?) {
    #expect(SoundFormat(path: path) == format)
  }

  @Test func `a file that may exceed the maximum size of a WAV file is an RF64 file`() throws {
    let folder = try TemporaryFolder()
    let (path, handle) = try folder.track([Float](repeating: 0.25, count: 44_100), maxFrames: 1 << 33)
    #expect(try Data(contentsOf: URL(filePath: path)).prefix(4) == Data("RF64".utf8))
    #expect(try SoundFileReader(handle.descriptor).read(atMost: 100_000).count == 44_100)
  }

  @Test(arguments: [1, 2], [44_100, 48_000])
  func `a track is repeated without a gap at any rate, with separate channels`(
    channels: Int, rate: Int
  ) throws {
    let folder = try TemporaryFolder()
    let samples = (0..<(44_100 + 441) * channels).map { Self.hum($0, channels, 44_100) }
    let file = try folder.track(samples, channels: channels).handle
    let track = try LoopedTrack(file.descriptor, rate: rate)
    #expect(track.channels == channels)
    let heard = try [1, 10_000, 100_000, 7].flatMap { try track.read($0) }
    #expect(heard.count == 110_008 * channels)
    // The first samples of a converted track are not compared. To convert the rate, the filter needs earlier samples,
    // which do not exist at the beginning of the track.
    let (first, slack): (Int, Float) = rate == 44_100 ? (0, 1e-4) : (500 * channels, 1e-3)
    let wrong = heard.indices.dropFirst(first).filter { abs(heard[$0] - Self.hum($0, channels, rate)) > slack }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
  }

  /// Returns a sample of a test sound: 100 Hz in the left channel, and 200 Hz at a lower volume in the right channel.
  ///
  /// A length of 10 ms contains whole periods of both frequencies.
  private static func hum(_ index: Int, _ channels: Int, _ rate: Int) -> Float {
    let (time, isRight) = (Double(index / channels) / Double(rate), index % channels == 1)
    return Float(isRight ? 0.25 * sine(time * 200) : 0.5 * sine(time * 100))
  }

  @Test(arguments: [44_100, 48_000]) func `a track sample that is not a number is read as silence`(rate: Int) throws {
    let folder = try TemporaryFolder()
    var wave = Array("RIFF".utf8) + Self.little(36 + 4 * 44_100) + Array("WAVEfmt ".utf8) + Self.little(16)
    // One channel of 32-bit floating-point samples.
    wave += [3, 0, 1, 0] + Self.little(44_100) + Self.little(44_100 * 4) + [4, 0, 32, 0]
    wave += Array("data".utf8) + Self.little(4 * 44_100)
    for index in 0..<44_100 {
      let sample: Float = index % 100 == 0 ? .nan : index % 100 == 50 ? .infinity : 0.25
      wave += Self.little(Int(sample.bitPattern))
    }
    let path = try folder.write(bytes: wave, to: "track.wav")
    let file = try FileHandle(path)
    let heard = try LoopedTrack(file.descriptor, rate: rate).read(100_000)
    #expect(heard.allSatisfy { $0.isFinite })
    #expect(heard.contains { $0 > 0.2 })
  }

  private static func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> ($0 * 8) & 0xFF) } }

  @Test func `a file that cannot be a track is rejected with the reason`() throws {
    let folder = try TemporaryFolder()
    let short = try folder.track([Float](repeating: 0, count: 44_099)).handle
    #expect(throws: SoundFileError.tooShort) { _ = try LoopedTrack(short.descriptor, rate: 44_100) }
    let wide = try folder.track([], channels: 3).handle
    #expect(throws: SoundFileError.tooManyChannels(3)) { _ = try LoopedTrack(wide.descriptor, rate: 44_100) }
    let text = try FileHandle(folder.write("30s run", to: "a.plan"))
    #expect(throws: SoundFileError.unknownFormat) { _ = try LoopedTrack(text.descriptor, rate: 44_100) }
    let empty = try FileHandle(folder.write("", to: "empty.wav"))
    #expect(throws: SoundFileError.self) { _ = try LoopedTrack(empty.descriptor, rate: 44_100) }
  }

  @Test(arguments: ["ogg", "opus", "flac", "mp3"])
  func `a background track of any format is repeated`(kind: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "track.\(kind)")
    let encoding = try await Invocation.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=frequency=300:duration=2:sample_rate=48000", path])
    #expect(encoding.status == 0, "\(encoding.errors)")
    let file = try FileHandle(path)
    let track = try LoopedTrack(file.descriptor, rate: 44_100)
    // In six seconds, the track is played three times. Each tenth of a second contains a sine with the amplitude 1/8.
    let heard = try track.read(6 * 44_100)
    for begin in stride(from: 0, to: heard.count, by: 4410) {
      let power = heard[begin..<begin + 4410].reduce(0) { $0 + $1 * $1 } / 4410
      #expect((0.005...0.01).contains(power), "\(Double(begin) / 44_100) s: \(power)")
    }
  }

  @Test func `a full disk is reported at any time during writing`() async throws {
    let full = try FileHandle("/dev/full", forWriting: true)
    for format in SoundFormat.allCases {
      #expect(throws: SoundFileError.self) {
        let writer = try SoundFileWriter(
          full.descriptor, as: format, channels: 1, tags: SoundTags(title: "", comment: "", software: ""), frames: 1)
        try writer.write([Float](repeating: 0, count: 100_000))
        try writer.finish()
      }
    }
  }
}
