import TestSupport
import Testing
import ToneSynthesis

@testable import Soundtrack

@Suite struct MixerTests {
  @Test(arguments: HeardPlan.all, [44_100, 48_000])
  func `a recording contains every tone at its frame, and is silent elsewhere`(plan: HeardPlan, rate: Int) async throws
  {
    var mixer = try Mixer(plan.text, rate: rate)
    let recording = try await mixer.recording().map { Int(($0 * 32_767).rounded()) }
    #expect(plan.isRecorded(in: recording, at: rate))
    #expect(mixer.position == recording.count)
    #expect(mixer.cues == plan.tones.count)
  }

  @Test func `words begin after their tone and after earlier words, and late words are dropped`() async throws {
    let rate = 8000
    let plan = "lead-in off\ncountdown off\ncue start sound voice\ncue last off\ncue finish off\n"
    let label = String(repeating: "a", count: 42)
    var mixer = try Mixer(plan + "5x(5s run \"\(label)\")", rate: rate, voice: HummingVoice())
    let recording = try await mixer.recording()
    // The words of each interval last 7.4 s, but an interval begins every five seconds. The words of the third interval
    // are dropped, because they would begin more than 3 s late.
    let tone = CueSound.run.samples(rate: rate).map(Float.init)
    let phrase = "run five seconds \(label)".count * HummingVoice.framesPerCharacter
    let fourth = 15 * rate + tone.count
    var expected = [Float](repeating: 0, count: fourth + 2 * phrase)
    for begin in [tone.count, fourth] { for index in begin..<begin + 2 * phrase { expected[index] = 0.25 } }
    for begin in 0..<5 { for (index, sample) in tone.enumerated() { expected[begin * 5 * rate + index] += sample } }
    #expect(recording.count == expected.count)
    #expect(mixer.cues == 5)
    #expect(zip(recording, expected).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `a stop cuts off the words without a click`() async throws {
    let rate = 8000
    let plan = "lead-in off\ncountdown off\ncue start voice\ncue last off\ncue finish off\n60s run"
    var mixer = try Mixer(plan, stoppedAfter: .seconds(1), rate: rate, voice: HummingVoice())
    let recording = try await mixer.recording()
    #expect(recording.count == rate)
    #expect(recording[0] == 0.25)
    #expect(recording[rate - rate / 100 - 1] == 0.25)
    #expect(recording[rate - 1] < 0.01)
    let steps = zip(recording, recording.dropFirst()).map { abs($1 - $0) }
    #expect(steps.max() ?? 1 < 0.01)
  }

  @Test func `a recording without a voice has no words`() async throws {
    var mixer = try Mixer("lead-in off\ncue start voice\ncue last voice\n2s run, 2s walk", rate: 8000)
    let recording = try await mixer.recording()
    // Each interval has a countdown, and the workout has a finish.
    #expect(mixer.cues == 3)
    #expect(recording[..<8000].allSatisfy { $0 == 0 })
  }

  @Test func `a sum above full scale is clipped`() async throws {
    var mixer = try Mixer("lead-in off\n2s run", rate: 8000, track: ConstantTrack(value: 3))
    let recording = try await mixer.recording()
    #expect(recording.max() == 1)
    #expect(recording.allSatisfy { (-1...1).contains($0) })
  }

  @Test(arguments: ["100x(6m run)", "10x(6m run)"])
  func `the number of sounds and phrases in memory does not grow with the workout`(plan: String) async throws {
    let settings = "lead-in off\ncue start sound voice\nsay start \"{kind} {number} of {intervals}\"\n"
    var mixer = try Mixer(settings + plan, rate: 8000, voice: HummingVoice())
    var (maxSounds, maxPhraseSamples) = (0, 0)
    while try await mixer.nextBlock() != nil {
      maxSounds = max(maxSounds, mixer.sounds.count)
      maxPhraseSamples = max(maxPhraseSamples, mixer.phrases.count)
    }
    // The maximum is five sounds: three tones of the countdown, the tone of the start, and the words of the start.
    #expect((1...5).contains(maxSounds))
    #expect((1...PhraseCache.limit).contains(maxPhraseSamples))
  }

  @Test func `the cache contains the latest phrases`() {
    var cache = PhraseCache()
    let half = [Float](repeating: 0, count: PhraseCache.limit / 2)
    cache.store(half, of: "a")
    cache.store(half, of: "b")
    #expect(cache.samples(of: "a") != nil)
    cache.store([1], of: "c")
    #expect(cache.samples(of: "b") == nil)
    #expect(cache.samples(of: "a") != nil)
    #expect(cache.samples(of: "c") == [1])
    #expect(cache.count == half.count + 1)
    cache.store([Float](repeating: 0, count: PhraseCache.limit + 1), of: "too long")
    #expect(cache.samples(of: "too long") == nil)
    #expect(cache.count == half.count + 1)
  }
}

@Suite struct DuckingTests {
  private static let rate = 44_100
  private static let depth = Ducking.depth

  /// Returns the gain of each sample of a background track that plays with the cues of a plan.
  private static func gains(_ plan: String, channels: Int = 1) async throws -> [Float] {
    let track = ConstantTrack(channels: channels)
    var mixer = try Mixer(plan, rate: rate, track: track)
    var withoutTrack = try Mixer(plan, rate: rate)
    let (recording, tones) = (try await mixer.recording(), try await withoutTrack.recording())
    #expect(recording.count == tones.count * channels)
    return recording.indices.map { (recording[$0] - tones[$0 / channels]) / track.value }
  }

  @Test func `the volume of a track falls smoothly during a cue, and is unchanged elsewhere`() async throws {
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

  @Test func `the volume of a track stays low between cues that are close to each other`() async throws {
    let gains = try await Self.gains("lead-in off\ncue last off\n10s run, 10s walk")
    // The volume is low from the countdown at 7 s until the sound that starts at 10 s has ended.
    let span = 7 * Self.rate..<10 * Self.rate + CueSound.walk.samples(rate: Self.rate).count
    #expect(gains[span].allSatisfy { abs($0 - Self.depth) < 1e-5 })
  }

  @Test func `a track fades out at the end, equally on both channels`() async throws {
    let gains = try await Self.gains("lead-in off\ncountdown off\ncue finish hook\n10s run", channels: 2)
    let frames = 10 * Self.rate
    #expect(gains.count == 2 * frames)
    // The types are written, because the compiler needs seconds to infer them.
    let isEqual = stride(from: 0, to: 2 * frames, by: 2).allSatisfy { (left: Int) -> Bool in
      gains[left] == gains[left + 1]
    }
    #expect(isEqual)
    let start = 2 * 7 * Self.rate
    let fade = gains[start...]
    #expect(gains[start - 1] == 1)
    #expect(zip(fade, fade.dropFirst()).allSatisfy { $0 >= $1 })
    let middle = frames - 3 * Self.rate / 2
    let gain: Float = gains[2 * middle]
    #expect(abs(gain - 0.5) < 1e-3)
    #expect(gains[2 * frames - 1] < 1e-6)
  }
}
