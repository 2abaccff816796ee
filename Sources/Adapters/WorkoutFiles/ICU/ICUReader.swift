import Text
import WorkoutModel

/// Reads the text format of intervals.icu, line by line.
struct ICUReader {
  private var workout = ICUWorkout()
  /// Lines that are neither steps nor titles.
  private var description: [String] = []
  /// Titles and number of rounds of the next section.
  private var nextSection = ICUWorkout.Section()
  /// Position of the line that contains the number of rounds of the next section.
  private var roundsPlace = WorkoutFileError.Place.line(1)
  /// Whether the previous line is a step; if so, a step in the next line belongs to the same section.
  private var followsStep = false
  /// Unit of paces without a unit.
  private let defaultUnit: DistanceUnit

  /// Maximum number of words in a line that may be a step whose `-` was forgotten.
  ///
  /// A longer line is probably a sentence, and is not reported.
  private static let maxWordsWithoutDash = 5

  private init(defaultUnit: DistanceUnit) {
    self.defaultUnit = defaultUnit
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: Sanitized text with any line endings.
  ///   - defaultUnit: Unit of paces without a unit.
  /// - Returns: The workout.
  /// - Throws: An error with a line number if a value is outside the limits of plans; `noSteps` if the text contains no
  ///   steps.
  static func workout(in text: String, defaultUnit: DistanceUnit) throws(WorkoutFileError) -> ICUWorkout {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var reader = ICUReader(defaultUnit: defaultUnit)
    for (index, line) in lines.enumerated() {
      try reader.read(line.split(whereSeparator: \.isWhitespace), at: .line(index + 1))
    }
    return try reader.end()
  }

  /// Reads a line.
  private mutating func read(_ words: [Substring], at place: WorkoutFileError.Place) throws(WorkoutFileError) {
    guard let first = words.first else { return endSection() }
    guard Self.isDash(first) else { return try readTitle(words, at: place) }
    // The space after the `-` is optional.
    let rest = first.dropFirst().isEmpty ? Array(words.dropFirst()) : [first.dropFirst()] + words.dropFirst()
    let step = try ICUStep(rest, defaultUnit: defaultUnit, at: place)
    if !followsStep { workout.sections.append(nextSection) }
    (nextSection, followsStep) = (ICUWorkout.Section(), true)
    workout.sections[workout.sections.count - 1].steps.append(step)
  }

  /// Reads a line that does not begin with `-`.
  private mutating func readTitle(_ words: [Substring], at place: WorkoutFileError.Place) throws(WorkoutFileError) {
    if followsStep { endSection() }
    if words.count <= Self.maxWordsWithoutDash, (try? ICUStep(words, defaultUnit: defaultUnit, at: place)) != nil {
      workout.linesWithoutDash.append(words.joined(separator: " ").cleanedToOneLine)
    }
    let (title, rounds) = Self.title(words)
    if let rounds {
      try checkRoundsHaveSteps()
      guard PlanLimits.counts.contains(rounds) else { throw WorkoutFileError(.repetitions(rounds), at: place) }
      (nextSection.rounds, roundsPlace) = (rounds, place)
    }
    if !title.isEmpty { nextSection.titles.append(title) }
  }

  /// Ends the current section.
  ///
  /// Titles that are not followed by steps become part of the description.
  private mutating func endSection() {
    description += nextSection.titles
    nextSection.titles = []
    followsStep = false
  }

  /// Finishes reading at the end of the text.
  private mutating func end() throws(WorkoutFileError) -> ICUWorkout {
    try checkRoundsHaveSteps()
    endSection()
    workout.about = description.isEmpty ? nil : description.joined(separator: " ")
    guard !workout.sections.isEmpty else { throw WorkoutFileError(.noSteps) }
    return workout
  }

  /// Throws an error if the text specified a number of rounds, but no steps followed.
  private func checkRoundsHaveSteps() throws(WorkoutFileError) {
    guard nextSection.rounds == 1 else {
      throw WorkoutFileError(.repeatsNoSteps(nextSection.rounds), at: roundsPlace)
    }
  }

  /// Whether a word begins a step: it begins with `-`, or is a dash or bullet that an editor may write instead of `-`.
  private static func isDash(_ word: Substring) -> Bool {
    word.hasPrefix("-") || ["–", "—", "•", "*"].contains(word)
  }

  /// Splits a line into a title and a number of rounds, such as `4x`, `4 x` or `4×`.
  ///
  /// The number of rounds can be at the end or at the beginning of the line.
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
