import ToneSynthesis
import TestSupport
import Testing

@testable import Soundtrack

@Suite struct MixerTests {
  @Test(arguments: HeardPlan.all, [44_100, 48_000])
  func `every tone is at its frame, and there is nothing else`(plan: HeardPlan, rate: Int) async throws {
    var mixer = try Mixer(plan.text, rate: rate)
    let recording = try await mixer.recording().map { Int(($0 * 32_767).rounded()) }
    #expect(plan.isRecorded(in: recording, at: rate))
    #expect(mixer.position == recording.count)
    #expect(mixer.cues == plan.tones.count)
  }

  @Test func `words begin behind their tone and behind other words, and what is late is not said`() async throws {
    let rate = 8000
    let plan = "lead-in off\ncountdown off\ncue start sound voice\ncue last off\ncue finish off\n"
    var mixer = try Mixer(plan + "5x(1s run \"a label\")", rate: rate, voice: HummingVoice())
    let recording = try await mixer.recording()
    // Words begin every 2.75 s: those of the third and the fifth second would be more than 3 s late.
    let tone = CueSound.run.samples(rate: rate).map(Float.init)
    let phrase = "run one second a label".count * HummingVoice.framesACharacter
    var expected = [Float](repeating: 0, count: tone.count) + [Float](repeating: 0.25, count: 3 * phrase)
    for begin in 0..<5 { for (index, sample) in tone.enumerated() { expected[begin * rate + index] += sample } }
    #expect(recording.count == expected.count && mixer.cues == 5)
    #expect(zip(recording, expected).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `what is being said ends with a stop, without a click`() async throws {
    let rate = 8000
    let plan = "lead-in off\ncountdown off\ncue start voice\ncue last off\ncue finish off\n60s run"
    var mixer = try Mixer(plan, stoppedAfter: .seconds(1), rate: rate, voice: HummingVoice())
    let recording = try await mixer.recording()
    #expect(recording.count == rate && recording[0] == 0.25)
    #expect(recording[rate - rate / 100 - 1] == 0.25 && recording[rate - 1] < 0.01)
    let steps = zip(recording, recording.dropFirst()).map { abs($1 - $0) }
    #expect(steps.max() ?? 1 < 0.01)
  }

  @Test func `nothing is said where nobody asks for it`() async throws {
    var mixer = try Mixer("lead-in off\ncue start voice\ncue last voice\n2s run, 2s walk", rate: 8000)
    let recording = try await mixer.recording()
    // A countdown in each, and the finish.
    #expect(mixer.cues == 3 && recording[..<8000].allSatisfy { $0 == 0 })
  }

  @Test func `a sum beyond full scale is clipped, and never wraps`() async throws {
    var mixer = try Mixer("lead-in off\n2s run", rate: 8000, track: ConstantTrack(value: 3))
    let recording = try await mixer.recording()
    #expect(recording.max() == 1 && recording.allSatisfy { (-1...1).contains($0) })
  }

  @Test(arguments: ["100x(6m run)", "10x(6m run)"])
  func `what is held at a time does not grow with the workout`(plan: String) async throws {
    let settings = "lead-in off\ncue start sound voice\nsay start \"{kind} {number} of {intervals}\"\n"
    var mixer = try Mixer(settings + plan, rate: 8000, voice: HummingVoice())
    var (most, phrases) = (0, 0)
    while try await mixer.nextBlock() != nil {
      most = max(most, mixer.sounds.count)
      phrases = max(phrases, mixer.phrases.count)
    }
    // Three of the countdown, the start and its words.
    #expect(most <= 5 && most > 0)
    #expect(phrases <= PhraseCache.limit && phrases > 0)
  }

  @Test func `of phrases those are kept that were said last`() {
    var cache = PhraseCache()
    let half = [Float](repeating: 0, count: PhraseCache.limit / 2)
    cache.keep(half, of: "a")
    cache.keep(half, of: "b")
    #expect(cache.samples(of: "a") != nil)
    cache.keep([1], of: "c")
    #expect(cache.samples(of: "b") == nil && cache.samples(of: "a") != nil && cache.samples(of: "c") == [1])
    #expect(cache.count == half.count + 1)
    cache.keep([Float](repeating: 0, count: PhraseCache.limit + 1), of: "too long")
    #expect(cache.samples(of: "too long") == nil && cache.count == half.count + 1)
  }
}
