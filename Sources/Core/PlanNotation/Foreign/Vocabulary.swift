import WorkoutModel

/// Words of runners, coaches, gyms and other languages, and their meaning in plan notation.
enum Vocabulary {
  /// The unit of time that a word means; nil for any other word.
  static func timeUnit(_ word: String) -> TimeUnit? {
    if let unit = TimeUnit(word) { return unit }
    return switch word {
    case "sek", "sekunde", "sekunden", "seconde", "secondes", "segundo", "segundos", "secondo", "secondi", "seg":
      .second
    case "minuten", "minuto", "minutos", "minuti", "mn": .minute
    case "std", "stunde", "stunden", "heure", "heures", "hora", "horas", "ora", "ore", "uur": .hour
    default: nil
    }
  }

  /// The unit of distance that a word means, as plan notation writes it; nil for any other word.
  static func distanceUnit(_ word: String) -> String? {
    if let unit = DistanceUnit(spelling: word) { return unit.rawValue }
    if Scanner.metreSpellings.contains(word) { return "mtr" }
    return switch word {
    case "kms", "kilómetros", "kilometros", "kilomètres", "kilometern", "chilometri": "km"
    case "meile", "meilen", "milla", "millas", "mille", "milles": "mi"
    case "mts", "metern", "metros", "mètres", "metri": "mtr"
    default: nil
    }
  }

  /// The kind that a word means without a label; nil for any other word.
  static func kind(_ word: String) -> Kind? {
    if let kind = Kind(spelling: word) { return kind }
    return switch word {
    case "wu", "einlaufen", "aufwärmen", "échauffement", "echauffement", "calentamiento", "riscaldamento": .warmup
    case "lauf", "laufen", "rennen", "course", "courir", "correr", "carrera", "correre", "corsa": .run
    case "gehen", "marche", "marcher", "caminar", "caminata", "andar", "camminare": .walk
    case "tp", "trab", "traben", "trote", "trotar", "trot", "trotter", "footing": .jog
    case "r", "p", "sp", "pause", "repos", "descanso", "ruhe", "riposo", "pausa": .rest
    case "rec", "recov", "récup", "recup", "récupération", "recuperación", "recuperacion", "erholung": .recover
    case "cd", "auslaufen", "abwärmen", "enfriamiento", "defaticamento": .cooldown
    default: nil
    }
  }

  /// The race that a word means, as plan notation writes it; nil for any other word.
  static func race(_ word: String) -> String? {
    switch word {
    case "half", "hm", "halbmarathon", "semi", "semi-marathon", "half-marathon": "half"
    case "marathon", "fm", "maratón", "maraton": "marathon"
    default: nil
    }
  }

  /// The number that a word means, and the word after the number if it is a count; nil for any other word.
  static func number(_ word: String) -> (number: String, next: String?)? {
    switch word {
    case "once": return ("1", "times")
    case "twice": return ("2", "times")
    case "fifteen": return ("15", nil)
    case "twenty": return ("20", nil)
    case "thirty": return ("30", nil)
    case "forty": return ("40", nil)
    case "sixty": return ("60", nil)
    case "ninety": return ("90", nil)
    default:
      let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
      return words.firstIndex(of: word).map { ("\($0 + 1)", nil) }
    }
  }

  /// Whether a word joins two steps.
  static func isJoint(_ word: String) -> Bool {
    ["then", "and", "plus", "followed", "und", "dann", "et", "puis", "y", "luego", "poi"].contains(word)
  }

  /// Whether a word precedes the recovery of a repeat.
  static func isWith(_ word: String) -> Bool { ["with", "w", "mit", "avec", "con"].contains(word) }

  /// Whether a word follows the number of rounds.
  static func isCount(_ word: String) -> Bool {
    [
      "set", "sets", "round", "rounds", "time", "times", "repeat", "repeats", "mal", "runden", "fois", "veces",
      "series",
      "rondas", "wiederholungen", "wdh", "repeticiones", "répétitions", "repetitions",
    ].contains(word)
  }

  /// Whether a word has no meaning of its own.
  static func isNoise(_ word: String) -> Bool {
    ["of", "the", "at", "by", "pace", "a", "an", "à", "bei", "de", "each", "in", "min", "total", "main"].contains(word)
  }

  /// Whether a word names a workout of a gym, whose intervals are work and rest.
  static func isGym(_ word: String) -> Bool { ["tabata", "hiit", "circuit", "crossfit", "pomodoro"].contains(word) }

  /// Distances on a track, in metres, which runners write without a unit.
  static func isTrackDistance(_ number: String) -> Bool {
    [
      "100", "150", "200", "300", "400", "500", "600", "800", "1000", "1200", "1500", "1600", "2000", "3000", "5000",
    ].contains(number)
  }
}

extension Kind {
  /// Whether an interval of this kind usually follows a faster interval.
  var isRecovery: Bool { [.rest, .recover, .walk, .jog].contains(self) }
}
