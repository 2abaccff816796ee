import AudioFiles
import TestSupport
import TestTraits
import Testing
import ToneSynthesis

@testable import Soundtrack

/// Tests that use other programs, sox and ffmpeg, to check recordings and tracks.
@Suite(.hangLimit) struct ForeignPlayerTests {
  @Test(arguments: HeardPlan.all, SoundFormat.allCases)
  func `every tone is at most a sample from its expected position`(plan: HeardPlan, format: SoundFormat) async throws {
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
  func `a player shows the format, the length and the tags of a file`(
    format: SoundFormat, codec: String, rate: String
  ) async throws {
    let folder = try TemporaryFolder()
    let mixer = try Mixer("lead-in off\n10s run", rate: format.rate, track: ConstantTrack(channels: 2))
    let path = try await folder.write(mixer, as: format)
    func probe(_ entries: String) async throws -> String {
      let arguments = ["-v", "error", "-of", "default=noprint_wrappers=1:nokey=1", "-show_entries", entries, path]
      return try await Invocation.run("ffprobe", arguments).answer
    }
    #expect(try await probe("stream=codec_name,sample_rate,channels") == "\(codec)\n\(rate)\n2")
    #expect(try await probe("format_tags=title:stream_tags=title") == "Läufe, \"30/30\"")
    #expect(try await probe("format_tags=comment:stream_tags=comment") == "1 min: 2x30s")
    // Each format uses a different name for this tag.
    #expect(try await probe("format_tags:stream_tags").contains("\nintervald (libsndfile-"))
    let length = try #require(Double(try await probe("format=duration")))
    let frames = 10 * format.rate + CueSound.finish.samples(rate: format.rate).count
    // The length of an Opus file includes the samples that are skipped at the start: less than 10 ms.
    let slack = format == .opus ? 0.01 : 1 / Double(format.rate)
    #expect(abs(length - Double(frames) / Double(format.rate)) <= slack + 1e-6, "\(length)")
  }

  /// Decodes a file with another program: ffmpeg for Opus, which sox does not support, and sox for all others.
  private static func decode(_ path: String, _ format: SoundFormat, in folder: TemporaryFolder) async throws -> [Int] {
    let raw = folder.path(of: "raw")
    let run =
      format == .opus
      ? try await Invocation.run("ffmpeg", ["-v", "error", "-i", path, "-f", "s16le", raw])
      : try await Invocation.run(
        "sox", ["-D", path, "-t", "raw", "-e", "signed-integer", "-b", "16", raw])
    #expect(run.status == 0, "\(run.errors)")
    return try rawSamples(raw)
  }
}
