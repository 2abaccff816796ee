/// Whoever says the words of cues.
package protocol Voice {
  /// What a text sounds like when it is said: samples of one channel, so many a second.
  func samples(of words: String, rate: Int) async throws -> [Float]
}
