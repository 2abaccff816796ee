import WorkoutModel

/// The candidate that was probably meant by a misspelt word; nil if none is similar.
///
/// A candidate is similar within one edit, or two for words of six or more letters: a letter added, missing or wrong,
/// or two adjacent letters swapped (optimal string alignment distance). Otherwise it is the only candidate that begins
/// with the word (`halfway` for `half`), or the longest with which the word begins (`run` for `running`), if at least
/// three letters match. Case is ignored. A single letter is not similar to anything.
package func nearestWord(to word: String, in candidates: some Sequence<String>) -> String? {
  let typed = Array(word.lowercased().unicodeScalars.prefix(64))
  guard typed.count > 1 else { return nil }
  let maxEdits = typed.count < 6 ? 1 : 2
  let known = candidates.map { (word: $0, scalars: Array($0.lowercased().unicodeScalars.prefix(64))) }
  let near =
    known.map { (word: $0.word, edits: edits(from: typed, to: $0.scalars)) }
    .filter { $0.edits <= maxEdits }
    .min { $0.edits < $1.edits }
  if let near { return near.word }
  guard typed.count >= minPrefix else { return nil }
  let longer = known.filter { $0.scalars.starts(with: typed) }
  if longer.count == 1 { return longer[0].word }
  return known.filter { $0.scalars.count >= minPrefix && typed.starts(with: $0.scalars) }
    .max { $0.scalars.count < $1.scalars.count }?.word
}

/// Minimum number of letters that two words with the same beginning have in common.
private let minPrefix = 3

private func edits(from left: [Unicode.Scalar], to right: [Unicode.Scalar]) -> Int {
  guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in 1...left.count {
    var current = [row]
    for column in 1...right.count {
      let change = left[row - 1] == right[column - 1] ? 0 : 1
      var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + change)
      if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
        best = min(best, beforeLast[column - 2] + 1)
      }
      current.append(best)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}

// MARK: - Words of other notations

extension Kind {
  /// Maps a word of runners, gyms and other timers to the most similar kind; fails for an unknown word.
  init?(meantBy word: String) {
    guard let kind = Self.meantWords.first(where: { $0.words.contains(word) })?.kind else { return nil }
    self = kind
  }

  private static let meantWords: [(kind: Kind, words: Set<String>)] = [
    (.warmup, ["warm", "warming", "mobility"]),
    (.run, ["tempo", "threshold", "steady", "moderate", "cruise", "race", "fast", "quick"]),
    (.jog, ["easy", "light", "gentle", "relaxed"]),
    (.sprint, ["max", "all-out", "allout", "stride", "strides"]),
    (.work, ["on", "go", "hard", "hold", "effort", "active", "focus", "exercise", "push"]),
    (.rest, ["off", "break", "pause", "stop", "sit", "breathe", "stand"]),
    (.walk, ["slow", "hike", "march", "stroll"]),
    (.recover, ["float", "recuperate"]),
    (.cooldown, ["cool", "cooling", "stretch"]),
  ]
}

extension SettingName {
  /// Maps a setting of another program to one of intervald; fails for an unknown word.
  init?(meantBy word: String) {
    switch word {
    case "title": self = .name
    case "description": self = .about
    case "audio", "beep", "beeps", "sounds": self = .sound
    case "language", "lang": self = .voiceLanguage
    case "suspend", "sleep": self = .onSleep
    case "media", "player": self = .mpris
    default: return nil
    }
  }
}
