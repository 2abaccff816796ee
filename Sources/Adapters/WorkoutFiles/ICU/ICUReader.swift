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
    guard let first = words.first, !Self.isSeparator(words) else { return endSection() }
    guard Self.isDash(first) else { return try readTitle(words, at: place) }
    // The space after the `-` is optional.
    let rest = first.dropFirst().isEmpty ? Array(words.dropFirst()) : [first.dropFirst()] + words.dropFirst()
    let line = try ICULine(rest, defaultUnit: defaultUnit, at: place)
    if !followsStep { workout.sections.append(nextSection) }
    (nextSection, followsStep) = (ICUWorkout.Section(), true)
    workout.sections[workout.sections.count - 1].lines.append(line)
  }

  /// Reads a line that does not begin with `-`.
  private mutating func readTitle(_ words: [Substring], at place: WorkoutFileError.Place) throws(WorkoutFileError) {
    if followsStep { endSection() }
    if words.count <= Self.maxWordsWithoutDash, (try? ICULine(words, defaultUnit: defaultUnit, at: place)) != nil {
      workout.linesWithoutDash.append(words.joined(separator: " ").cleanedToOneLine)
    }
    let counted = Self.rounds(in: words[...])
    if let rounds = counted?.0 {
      try checkRoundsHaveSteps()
      guard PlanLimits.counts.contains(rounds) else { throw WorkoutFileError(.repetitions(rounds), at: place) }
      (nextSection.rounds, roundsPlace) = (rounds, place)
    }
    let title = (counted?.words ?? words[...]).joined(separator: " ").cleanedToOneLine
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

  /// Whether a line separates sections, such as `---`.
  private static func isSeparator(_ words: [Substring]) -> Bool {
    guard let mark = words.first?.first, "-*_".contains(mark) else { return false }
    return words.allSatisfy { $0.allSatisfy { $0 == mark } } && words.reduce(0) { $0 + $1.count } >= 3
  }

  /// Finds a number of rounds at the end or at the beginning of a text, and returns the other words of the text.
  static func rounds(in words: ArraySlice<Substring>) -> (Int, words: ArraySlice<Substring>)? {
    for isLast in [true, false] {
      for count in 1...2 where count <= words.count {
        let (mark, others) =
          isLast
          ? (words.suffix(count), words.dropLast(count)) : (words.prefix(count), words.dropFirst(count))
        if let rounds = rounds(Substring(mark.joined())), mark.last?.count == 1 || count == 1 {
          return (rounds, others)
        }
      }
    }
    return nil
  }

  /// Reads a number of rounds, such as `4x`, `4X` or `4×`.
  static func rounds(_ word: Substring) -> Int? {
    word.count <= 7 && word.last.map { "xX×".contains($0) } == true ? Int(word.dropLast()) : nil
  }
}
