/// What was said lately, as most workouts say the same again and again: the phrases that were said last, as far as
/// there is room.
struct PhraseCache {
  /// The one that was said last is the last one.
  private var phrases: [(words: String, samples: [Float])] = []
  /// How many samples it holds.
  private(set) var count = 0

  /// How many samples are kept: about 45 seconds at 48 kHz, in 8 MiB.
  static let limit = 1 << 21

  /// What a text sounds like, if that is known.
  mutating func samples(of words: String) -> [Float]? {
    guard let index = phrases.firstIndex(where: { $0.words == words }) else { return nil }
    let phrase = phrases.remove(at: index)
    phrases.append(phrase)
    return phrase.samples
  }

  /// Keeps a phrase, unless it is too long by itself.
  mutating func keep(_ samples: [Float], of words: String) {
    guard samples.count <= Self.limit else { return }
    phrases.append((words, samples))
    count += samples.count
    while count > Self.limit { count -= phrases.removeFirst().samples.count }
  }
}
