import WorkoutModel

/// A workout as intervals.icu has it: sections, each with a title and steps, perhaps repeated.
///
/// A line with a `-` is a step; any other is a title, and may begin or end with how often the steps below it are done:
/// `Main set 4x`. An empty line ends a section. Sections do not nest.
struct ICUWorkout: Equatable {
  /// What stands in lines of its own and is no title of steps.
  var about: String?
  var sections: [Section] = []
  /// Lines that would be steps if they had a `-`.
  var dashless: [String] = []

  struct Section: Equatable {
    /// Those of the lines right above the steps, without how often they are done.
    var titles: [String] = []
    var rounds = 1
    var steps: [ICUStep] = []
  }
}

extension ICUWorkout {
  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: what to read; of any line ends, and perhaps with a byte order mark.
  ///   - usual: what a pace without a unit is for one of.
  /// - Throws: what no plan can have, and in which line; a text without steps.
  init(reading text: String, usual: DistanceUnit) throws(WorkoutFileError) {
    var prose: [String] = []
    var next = Section()
    var isOpen = false
    var roundsPlace = WorkoutFileError.Place.line(1)
    func beginSection() {
      prose += next.titles
      next.titles = []
      isOpen = false
    }
    let text = text.unicodeScalars.first == "\u{FEFF}" ? text.unicodeScalars.dropFirst() : text.unicodeScalars[...]
    for (index, line) in Substring(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let (place, words) = (WorkoutFileError.Place.line(index + 1), line.split(whereSeparator: \.isWhitespace))
      guard let first = words.first else {
        beginSection()
        continue
      }
      guard Self.isDash(first) else {
        if isOpen { beginSection() }
        if words.count <= Self.longestStep, (try? ICUStep(words, usual: usual, at: place)) != nil {
          dashless.append(line.folded)
        }
        let (title, rounds) = Self.title(words)
        if let rounds {
          guard next.rounds == 1 else { throw WorkoutFileError(.repeatsNoSteps(next.rounds), at: roundsPlace) }
          roundsPlace = place
          guard PlanLimits.counts.contains(rounds) else { throw WorkoutFileError(.repetitions(rounds), at: place) }
          next.rounds = rounds
        }
        if !title.isEmpty { next.titles.append(title) }
        continue
      }
      // The space behind the `-` may be missing.
      let rest = first.dropFirst().isEmpty ? Array(words.dropFirst()) : [first.dropFirst()] + words.dropFirst()
      let step = try ICUStep(rest, usual: usual, at: place)
      if !isOpen { sections.append(Section(titles: next.titles, rounds: next.rounds)) }
      (next, isOpen) = (Section(), true)
      sections[sections.count - 1].steps.append(step)
    }
    guard next.rounds == 1 else { throw WorkoutFileError(.repeatsNoSteps(next.rounds), at: roundsPlace) }
    prose += next.titles
    about = prose.isEmpty ? nil : prose.joined(separator: " ")
    guard !sections.isEmpty else { throw WorkoutFileError(.noSteps) }
  }

  /// Whether a word begins a step: with a `-`, or is what an editor makes of one.
  private static func isDash(_ word: Substring) -> Bool {
    word.hasPrefix("-") || ["–", "—", "•", "*"].contains(word)
  }

  /// How many words a line has at most that may be a step without its `-`, and not a sentence.
  private static let longestStep = 5

  /// A title, and the rounds at its end or its beginning: `4x`, `4 x` or `4×`.
  private static func title(_ words: [Substring]) -> (String, rounds: Int?) {
    let marks: Set = ["x", "X", "×"]
    func rounds(_ word: Substring) -> Int? {
      word.count <= 7 && word.last.map { marks.contains(String($0)) } == true ? Int(word.dropLast()) : nil
    }
    for isLast in [true, false] {
      guard let word = isLast ? words.last : words.first else { continue }
      if let rounds = rounds(word) {
        return ((isLast ? words.dropLast() : words.dropFirst()).joined(separator: " ").folded, rounds)
      }
      let pair = isLast ? words.suffix(2) : words.prefix(2)
      if pair.count == 2, let rounds = rounds(Substring(pair.joined())), marks.contains(String(pair[pair.endIndex - 1]))
      {
        return ((isLast ? words.dropLast(2) : words.dropFirst(2)).joined(separator: " ").folded, rounds)
      }
    }
    return (words.joined(separator: " ").folded, nil)
  }
}
