import ToneSynthesis
import Testing

@testable import Soundtrack

@Suite struct DuckingTests {
  private static let rate = 44_100
  private static let depth = Ducking.depth

  /// The gain that each frame of a track has behind a plan's cues.
  private static func gains(_ plan: String, channels: Int = 1) async throws -> [Float] {
    let track = ConstantTrack(channels: channels)
    var mixer = try Mixer(plan, rate: rate, track: track)
    var alone = try Mixer(plan, rate: rate)
    let (recording, tones) = (try await mixer.recording(), try await alone.recording())
    #expect(recording.count == tones.count * channels)
    return recording.indices.map { (recording[$0] - tones[$0 / channels]) / track.value }
  }

  @Test func `a track is lower under a cue, comes and goes smoothly, and is else as it is`() async throws {
    let gains = try await Self.gains("lead-in off\ncountdown off\ncue last off\n10s run, 10s walk, 10s run")
    let cue = 10 * Self.rate
    let end = cue + CueSound.walk.samples(rate: Self.rate).count
    let (attack, release) = (Self.rate * 15 / 100, Self.rate * 4 / 10)
    #expect(abs(Self.depth - 0.251) < 0.001)
    func isNear(_ gain: Float, _ other: Float) -> Bool { abs(gain - other) < 1e-5 }
    #expect(gains[cue..<end].allSatisfy { isNear($0, Self.depth) })
    #expect(gains[(end + release)..<(2 * cue - attack)].allSatisfy { $0 == 1 })
    #expect(gains[(CueSound.run.samples(rate: Self.rate).count + release)..<(cue - attack)].allSatisfy { $0 == 1 })
    let (fall, rise) = (gains[(cue - attack)...cue], gains[end..<(end + release)])
    #expect(zip(fall, fall.dropFirst()).allSatisfy { $0 >= $1 - 1e-5 && $0 - $1 < 0.001 })
    #expect(zip(rise, rise.dropFirst()).allSatisfy { $0 <= $1 + 1e-5 && $1 - $0 < 0.001 })
    #expect(abs(gains[cue - attack / 2] - (1 + Self.depth) / 2) < 1e-3)
  }

  @Test func `cues that are close are as one`() async throws {
    let gains = try await Self.gains("lead-in off\ncue last off\n10s run, 10s walk")
    // From the countdown at 7 s to the end of what begins at 10 s.
    let span = 7 * Self.rate..<10 * Self.rate + CueSound.walk.samples(rate: Self.rate).count
    #expect(gains[span].allSatisfy { abs($0 - Self.depth) < 1e-5 })
  }

  @Test func `it fades out at the end, on both channels alike`() async throws {
    let gains = try await Self.gains("lead-in off\ncountdown off\ncue finish hook\n10s run", channels: 2)
    let frames = 10 * Self.rate
    #expect(gains.count == 2 * frames)
    #expect((0..<frames).allSatisfy { gains[2 * $0] == gains[2 * $0 + 1] })
    let fade = gains[(2 * 7 * Self.rate)...]
    #expect(gains[2 * 7 * Self.rate - 1] == 1)
    #expect(zip(fade, fade.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(abs(gains[2 * (frames - 3 * Self.rate / 2)] - 0.5) < 1e-3)
    #expect(gains[2 * frames - 1] < 1e-6)
  }
}
