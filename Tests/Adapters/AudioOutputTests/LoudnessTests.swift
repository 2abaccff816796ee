import AudioOutput
import Testing

@Suite struct LoudnessTests {
  /// What `pactl set-sink-volume` and `pactl list sinks` of PulseAudio 16 say.
  @Test(arguments: [(99, -0.26), (75, -7.50), (50, -18.06), (25, -36.12), (10, -60.0)])
  func `percent are those of a slider`(percent: Int, gain: Double) throws {
    #expect(abs(try #require(Loudness(percent: percent).gain) - gain) < 0.01)
  }

  @Test func `all of it is left to the person's own setting, and none of it cannot be heard`() {
    #expect(Loudness(percent: 100).gain == nil)
    #expect(Loudness(percent: 1000).gain == nil)
    // Half of the lowest bit of 16 is at -96 dB.
    #expect((Loudness(percent: 0).gain ?? 0) < -100)
    #expect(Loudness(percent: -1).gain == Loudness(percent: 0).gain)
  }
}
