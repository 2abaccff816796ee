import Text
import WorkoutModel

/// Reads a workout of intervals.icu, line by line.
struct ICUReader {
  private var workout = ICUWorkout()
  /// Lines that are no titles of steps.
  private var prose: [String] = []
  /// Titles and rounds of the steps to come.
  private var next = ICUWorkout.Section()
  /// Where the rounds of the steps to come stand.
  private var roundsPlace = WorkoutFileError.Place.line(1)
  /// Whether the line before is a step, and one more would be of the same section.
  private var isAmongSteps = false
  /// What a pace without a unit is for one of.
  private let usual: DistanceUnit

  /// How many words a line has at most that may be a step without its `-`, and not a sentence.
  private static let longestStep = 5

  private init(usual: DistanceUnit) {
    self.usual = usual
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: what to read; of any line ends, and perhaps with a byte order mark.
  ///   - usual: what a pace without a unit is for one of.
  /// - Returns: the workout.
  /// - Throws: what no plan can have, and in which line; a text without steps.
  static func workout(in text: String, usual: DistanceUnit) throws(WorkoutFileError) -> ICUWorkout {
    let scalars = text.unicodeScalars
    let lines = Substring(scalars.first == "\u{FEFF}" ? scalars.dropFirst() : scalars[...])
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var reader = ICUReader(usual: usual)
    for (index, line) in lines.enumerated() {
      try reader.read(line.split(whereSeparator: \.isWhitespace), at: .line(index + 1))
    }
    return try reader.end()
  }

  /// Takes in a line.
  private mutating func read(_ words: [Substring], at place: WorkoutFileError.Place) throws(WorkoutFileError) {
    guard let first = words.first else { return endSection() }
    guard Self.isDash(first) else { return try readTitle(words, at: place) }
    // The space behind the `-` may be missing.
    let rest = first.dropFirst().isEmpty ? Array(words.dropFirst()) : [first.dropFirst()] + words.dropFirst()
    let step = try ICUStep(rest, usual: usual, at: place)
    if !isAmongSteps { workout.sections.append(next) }
    (next, isAmongSteps) = (ICUWorkout.Section(), true)
    workout.sections[workout.sections.count - 1].steps.append(step)
  }

  /// Takes in a line that is no step.
  private mutating func readTitle(_ words: [Substring], at place: WorkoutFileError.Place) throws(WorkoutFileError) {
    if isAmongSteps { endSection() }
    if words.count <= Self.longestStep, (try? ICUStep(words, usual: usual, at: place)) != nil {
      workout.dashless.append(words.joined(separator: " ").cleanedToOneLine)
    }
    let (title, rounds) = Self.title(words)
    if let rounds {
      try checkRoundsAreDone()
      guard PlanLimits.counts.contains(rounds) else { throw WorkoutFileError(.repetitions(rounds), at: place) }
      (next.rounds, roundsPlace) = (rounds, place)
    }
    if !title.isEmpty { next.titles.append(title) }
  }

  /// Lets the next step begin a section; titles without steps below them were none.
  private mutating func endSection() {
    prose += next.titles
    next.titles = []
    isAmongSteps = false
  }

  /// Ends the text.
  private mutating func end() throws(WorkoutFileError) -> ICUWorkout {
    try checkRoundsAreDone()
    endSection()
    workout.about = prose.isEmpty ? nil : prose.joined(separator: " ")
    guard !workout.sections.isEmpty else { throw WorkoutFileError(.noSteps) }
    return workout
  }

  /// Refuses rounds without steps.
  private func checkRoundsAreDone() throws(WorkoutFileError) {
    guard next.rounds == 1 else { throw WorkoutFileError(.repeatsNoSteps(next.rounds), at: roundsPlace) }
  }

  /// Whether a word begins a step: with a `-`, or is what an editor makes of one.
  private static func isDash(_ word: Substring) -> Bool {
    word.hasPrefix("-") || ["–", "—", "•", "*"].contains(word)
  }

  /// A title, and the rounds at its end or its beginning: `4x`, `4 x` or `4×`.
  private static func title(_ words: [Substring]) -> (String, rounds: Int?) {
    let marks: Set = ["x", "X", "×"]
    func rounds(_ word: Substring) -> Int? {
      word.count <= 7 && word.last.map { marks.contains(String($0)) } == true ? Int(word.dropLast()) : nil
    }
    for isLast in [true, false] {
      guard let word = isLast ? words.last : words.first else { continue }
      if let rounds = rounds(word) {
        return ((isLast ? words.dropLast() : words.dropFirst()).joined(separator: " ").cleanedToOneLine, rounds)
      }
      let pair = isLast ? words.suffix(2) : words.prefix(2)
      if pair.count == 2, let rounds = rounds(Substring(pair.joined())), marks.contains(String(pair[pair.endIndex - 1]))
      {
        return ((isLast ? words.dropLast(2) : words.dropFirst(2)).joined(separator: " ").cleanedToOneLine, rounds)
      }
    }
    return (words.joined(separator: " ").cleanedToOneLine, nil)
  }
}
