import Text
import WorkoutModel

/// Reads the text format of intervals.icu, line by line.
struct ICUReader {
  private var workout = ICUWorkout()
  /// Texts above the steps that are not titles of a section.
  private var description: [String] = []
  /// The titles since the last step.
  private var titles: [ICUTitle] = []
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
    guard let dash = Self.dash(of: first) else { return try readTitle(words, at: place) }
    // The space after the `-` is optional.
    let rest = first.count == dash.count ? Array(words.dropFirst()) : [first.dropFirst(dash.count)] + words.dropFirst()
    let line = try ICULine(rest, defaultUnit: defaultUnit, at: place)
    if !followsStep { try beginSection() }
    followsStep = true
    workout.sections[workout.sections.count - 1].lines.append(line)
  }

  /// Reads a line that does not begin with `-`.
  private mutating func readTitle(_ words: [Substring], at place: WorkoutFileError.Place) throws(WorkoutFileError) {
    followsStep = false
    let title = try ICUTitle(words, at: place)
    if title.rounds == nil, words.count <= Self.maxWordsWithoutDash,
      (try? ICULine(words, defaultUnit: defaultUnit, at: place)) != nil
    {
      workout.linesWithoutDash.append(words.joined(separator: " ").cleanedToOneLine)
    }
    titles.append(title)
  }

  /// Ends the current section at a line that separates sections.
  private mutating func endSection() {
    followsStep = false
    for index in titles.indices { titles[index].isDirectlyAbove = false }
  }

  /// Begins a section with the titles since the last step.
  private mutating func beginSection() throws(WorkoutFileError) {
    let numbered = titles.indices.last { titles[$0].numbersSteps(below: titles[($0 + 1)...]) }
    var section = ICUWorkout.Section()
    for (index, title) in titles.enumerated() {
      if index == numbered, let rounds = title.rounds { section.rounds = rounds } else { try title.checkHasName() }
      let text = index == numbered ? title.name : title.text
      let isKind = index == titles.count - 1 && StepTitle(reading: text, defaultKind: .run).label == nil
      if title.isDirectlyAbove || isKind || title.rounds != nil && index != numbered && !title.describesSet {
        section.titles.append(text)
      } else {
        description.append(text)
      }
    }
    section.titles.removeAll(where: \.isEmpty)
    titles = []
    workout.sections.append(section)
  }

  /// Finishes reading at the end of the text.
  private mutating func end() throws(WorkoutFileError) -> ICUWorkout {
    for title in titles { try title.checkHasName() }
    let texts = (description + titles.map(\.text)).filter { !$0.isEmpty }
    workout.about = texts.isEmpty ? nil : texts.joined(separator: " ")
    guard !workout.sections.isEmpty else { throw WorkoutFileError(.noSteps) }
    return workout
  }

  /// The dash or bullet that begins a step, at the beginning of a word; nil if the word does not begin a step.
  ///
  /// Some editors replace `-` by another dash or by a bullet. Such a character begins a step only if it is the whole
  /// word or if a digit follows.
  private static func dash(of word: Substring) -> Substring? {
    if word.hasPrefix("-") { return word.prefix(1) }
    guard let first = word.first, "–—−•*".contains(first) else { return nil }
    return word.count == 1 || word.dropFirst().first?.isNumber == true ? word.prefix(1) : nil
  }

  /// Whether a line separates sections, such as `---`.
  private static func isSeparator(_ words: [Substring]) -> Bool {
    guard let mark = words.first?.first, "-*_".contains(mark) else { return false }
    return words.allSatisfy { $0.allSatisfy { $0 == mark } } && words.reduce(0) { $0 + $1.count } >= 3
  }
}

/// A line above the steps of a section, which can contain the number of rounds of the section.
private struct ICUTitle {
  /// The whole line.
  let text: String
  /// The line without the number of rounds.
  let name: String
  /// The number of rounds; nil if the line neither begins nor ends with one.
  let rounds: Int?
  /// Whether the number of rounds is part of a description, as in `8 x 400mtr on the track`.
  let describesSet: Bool
  private let place: WorkoutFileError.Place
  /// Whether no line that separates sections follows before the steps.
  var isDirectlyAbove = true

  /// Reads the words of a line.
  ///
  /// - Throws: An error if the number of rounds is outside the limits of plans.
  init(_ words: [Substring], at place: WorkoutFileError.Place) throws(WorkoutFileError) {
    self.place = place
    let words = ICURounds.separated(words)
    text = Self.text(words)
    guard let (rounds, mark) = ICURounds.find(in: words) else {
      (name, rounds, describesSet) = (text, nil, false)
      return
    }
    guard PlanLimits.counts.contains(rounds) else { throw WorkoutFileError(.repetitions(rounds), at: place) }
    let others = words[..<mark.lowerBound] + words[mark.upperBound...]
    name = Self.text(Array(others))
    describesSet = mark.lowerBound == 0 && others.map { ICUWord($0) }.goal(at: 0) != nil
    self.rounds = rounds
  }

  /// The text of words without the marks of Markdown, as in `## **Warmup**`.
  private static func text(_ words: [Substring]) -> String {
    var text = words.joined(separator: " ").cleanedToOneLine[...]
    while let first = text.first, "#*_ ".contains(first) { text.removeFirst() }
    while let last = text.last, "#*_ ".contains(last) { text.removeLast() }
    return String(text)
  }

  /// Whether the number of rounds is for the steps below this title and `others`, the titles between it and the steps.
  func numbersSteps(below others: ArraySlice<ICUTitle>) -> Bool {
    guard rounds != nil else { return false }
    if describesSet { return isDirectlyAbove && others.isEmpty }
    return name.isEmpty || !others.contains { StepTitle(reading: $0.text, defaultKind: .run).label != $0.text }
  }

  /// Throws an error if the title is only a number of rounds, which therefore has no steps.
  func checkHasName() throws(WorkoutFileError) {
    if let rounds, name.isEmpty { throw WorkoutFileError(.repeatsNoSteps(rounds), at: place) }
  }
}
