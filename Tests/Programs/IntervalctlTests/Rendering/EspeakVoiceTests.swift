import Testing

@testable import intervalctl

@Suite struct EspeakVoiceTests {
  @Test(arguments: [(0, 80), (25, 125), (50, 170), (75, 309), (100, 449)])
  func `a speaking rate is converted to words per minute as in speech-dispatcher`(rate: Int, wordsPerMinute: Int) {
    #expect(EspeakVoice.wordsPerMinute(rate) == wordsPerMinute)
  }
}
