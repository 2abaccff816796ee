import ToneSynthesis
import AudioFiles
import TestSupport
import Testing

@testable import Soundtrack

/// The files to programs that are none of ours: sox and ffmpeg.
@Suite(.timeLimit(.minutes(3))) struct ForeignPlayerTests {
  @Test(arguments: HeardPlan.all, SoundFormat.allCases)
  func `every tone is found within a sample of its place`(plan: HeardPlan, format: SoundFormat) async throws {
    let folder = try TemporaryFolder()
    let path = try await folder.write(Mixer(plan.text, rate: format.rate), as: format)
    let recording = try await Self.decode(path, format, in: folder)
    #expect(recording.count == plan.frames(at: format.rate))
    for tone in plan.tones {
      let lag = Correlation.lag(of: tone.tone, at: tone.frame(at: format.rate), in: recording, rate: format.rate)
      #expect(abs(lag) <= 1, "\(tone.testDescription)")
    }
    if format == .wav || format == .flac { #expect(plan.isRecorded(in: recording, at: format.rate)) }
  }

  @Test(arguments: [
    (SoundFormat.opus, "opus", "48000"), (.ogg, "vorbis", "44100"), (.flac, "flac", "44100"),
    (.wav, "pcm_s16le", "44100"),
  ])
  func `a player sees what it is, how long, and what it is called`(
    format: SoundFormat, codec: String, rate: String
  ) async throws {
    let folder = try TemporaryFolder()
    let mixer = try Mixer("lead-in off\n10s run", rate: format.rate, track: ConstantTrack(channels: 2))
    let path = try await folder.write(mixer, as: format)
    func ask(_ what: String) async throws -> String {
      let arguments = ["-v", "error", "-of", "default=noprint_wrappers=1:nokey=1", "-show_entries", what, path]
      return try await Invocation.run("ffprobe", arguments, within: .seconds(60)).answer
    }
    #expect(try await ask("stream=codec_name,sample_rate,channels") == "\(codec)\n\(rate)\n2")
    #expect(try await ask("format_tags=title:stream_tags=title") == "Läufe, \"30/30\"")
    #expect(try await ask("format_tags=comment:stream_tags=comment") == "1 min: 2x30s")
    // A tag of each format's own name.
    #expect(try await ask("format_tags:stream_tags").contains("\nintervald (libsndfile-"))
    let length = try #require(Double(try await ask("format=duration")))
    let frames = 10 * format.rate + CueSound.finish.samples(rate: format.rate).count
    // The last page of an Ogg stream of Opus counts what is left out at the start as well.
    let slack = format == .opus ? 0.01 : 1 / Double(format.rate)
    #expect(abs(length - Double(frames) / Double(format.rate)) <= slack + 1e-6, "\(length)")
  }

  @Test(arguments: ["ogg", "opus", "flac", "mp3"])
  func `a track of any kind can be heard behind, as long as it takes`(kind: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "track.\(kind)")
    let made = try await Invocation.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=frequency=300:duration=2:sample_rate=48000", path])
    #expect(made.status == 0, "\(made.errors)")
    let file = try FileHandle(path)
    let track = try LoopedTrack(file.descriptor, rate: 44_100)
    // Three times round: there is no tenth of a second in it without the sine, which is an eighth of full scale.
    let heard = try track.read(6 * 44_100)
    for begin in stride(from: 0, to: heard.count, by: 4410) {
      let power = heard[begin..<begin + 4410].reduce(0) { $0 + $1 * $1 } / 4410
      #expect(power > 0.005 && power < 0.01, "\(Double(begin) / 44_100) s: \(power)")
    }
  }

  /// What a foreign program reads: sox, which knows no Opus, and for that ffmpeg.
  private static func decode(_ path: String, _ format: SoundFormat, in folder: TemporaryFolder) async throws -> [Int] {
    let raw = folder.path(of: "raw")
    let run =
      format == .opus
      ? try await Invocation.run("ffmpeg", ["-v", "error", "-i", path, "-f", "s16le", raw], within: .seconds(60))
      : try await Invocation.run(
        "sox", ["-D", path, "-t", "raw", "-e", "signed-integer", "-b", "16", raw], within: .seconds(60))
    #expect(run.status == 0, "\(run.errors)")
    return try rawSamples(raw)
  }
}
