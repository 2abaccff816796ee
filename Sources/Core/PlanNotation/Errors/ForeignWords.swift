import WorkoutModel

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
