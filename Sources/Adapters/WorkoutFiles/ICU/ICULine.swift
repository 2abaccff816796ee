import PlanNotation
import Text
import WorkoutModel

/// A line of intervals.icu that begins with `-`: one or more steps, and a number of rounds.
///
/// docs/files.md contains the grammar of a line.
struct ICULine: Equatable {
  var rounds = 1
  var steps: [ICUStep]
  /// Position of the line, for errors and losses.
  let place: WorkoutFileError.Place

  /// Reads the words of a line.
  ///
  /// - Parameters:
  ///   - words: The texts between the white space after the `-`.
  ///   - defaultUnit: Unit of a pace without a unit.
  ///   - place: Position of the line.
  /// - Throws: An error if the line has no time or distance, or if a value is outside the limits of plans.
  init(_ words: [Substring], defaultUnit: DistanceUnit, at place: WorkoutFileError.Place) throws(WorkoutFileError) {
    self.place = place
    let (prompts, rest) = Self.splittingPrompts(words)
    var stepWords = ICURounds.separated(rest).flatMap(ICUWord.words).withWholeKinds
    if let rounds = try Self.removeRounds(from: &stepWords, at: place) { self.rounds = rounds }
    try Self.checkRoundsPrecedeSteps(stepWords, at: place)
    steps = []
    let parts = ICUSteps(stepWords)
    for (step, assumption) in zip(parts.steps, parts.assumptions) {
      steps.append(try ICUStep(step, line: words, defaultUnit: defaultUnit, at: place))
      if let assumption { steps[steps.count - 1].assumptions.append(assumption) }
    }
    steps[0].add(prompts)
  }

  /// A text that is shown during a step, and the time from the beginning of the step to the text.
  struct Prompt: Equatable {
    var time = Duration.zero
    var text: String
  }

  // MARK: Prompts

  /// Splits the words at `<!>` into prompts and the rest of the line; without `<!>`, the list of prompts is empty.
  private static func splittingPrompts(_ words: [Substring]) -> ([Prompt], [Substring]) {
    let mark = "<!>".utf8
    for (index, word) in words.enumerated() {
      guard let start = word.utf8.indices.first(where: { word.utf8[$0...].starts(with: mark) }) else { continue }
      let end = word.utf8.index(start, offsetBy: mark.count)
      let before = (words[..<index] + [word[..<start]]).joined(separator: " ")
      return (prompts(before), ([word[end...]] + words[(index + 1)...]).filter { !$0.isEmpty })
    }
    return ([], words)
  }

  /// Reads prompts such as `Start easy 33^Faster`; the number before `^` is the time of the next prompt in seconds.
  private static func prompts(_ text: String) -> [Prompt] {
    var prompts = [Prompt(text: "")]
    let parts = text.split(separator: "^", omittingEmptySubsequences: false)
    for (part, next) in zip(parts, parts.dropFirst().map(Optional.init) + [nil]) {
      let last = prompts.count - 1
      let number = part.split(separator: " ").last ?? ""
      if next != nil, let seconds = Int(number), PlanLimits.secondsOfPrompt.contains(seconds) {
        prompts[last].text += part.dropLast(number.count)
        prompts.append(Prompt(time: .seconds(seconds), text: ""))
      } else {
        prompts[last].text += next == nil ? part : part + "^"
      }
    }
    return prompts.map { Prompt(time: $0.time, text: $0.text.cleanedToOneLine) }.filter { !$0.text.isEmpty }
  }

  // MARK: Rounds

  /// Removes the number of rounds before the first time or distance, and the parentheses around the steps.
  ///
  /// - Returns: The number of rounds; nil if the line has none.
  /// - Throws: An error if the number is outside the limits of plans, or does not apply to all steps.
  private static func removeRounds(
    from words: inout [ICUWord], at place: WorkoutFileError.Place
  ) throws(WorkoutFileError) -> Int? {
    guard let start = words.indices.first(where: { !words[$0].isGlued && words.goal(at: $0) != nil }),
      let (rounds, mark) = ICURounds.find(in: words[..<start].map(\.value))
    else { return nil }
    guard PlanLimits.counts.contains(rounds) else { throw WorkoutFileError(.repetitions(rounds), at: place) }
    words.removeSubrange(mark)
    let first = start - mark.count
    if let outer = ICURounds.find(in: words[..<first].map(\.value))?.rounds {
      throw WorkoutFileError(.severalRounds(outer: outer, inner: rounds), at: place)
    }
    // The bracket is directly after the number of rounds, or before the time or distance.
    let bracket = words[mark.lowerBound].opensParenthesis ? mark.lowerBound : first
    if let end = words.removeParentheses(at: bracket), words[end...].firstGoal != nil {
      throw WorkoutFileError(.roundsOfSomeSteps(rounds), at: place)
    }
    return rounds
  }

  /// Throws an error if a number of rounds begins a later step, as in `10m easy, 3x 30s`, but not in parentheses.
  private static func checkRoundsPrecedeSteps(
    _ words: [ICUWord], at place: WorkoutFileError.Place
  ) throws(WorkoutFileError) {
    guard let goal = words.firstGoal else { return }
    var depth = 0
    for index in words.indices[goal.range.upperBound...] {
      depth += words[index - 1].text.count { $0 == "(" } - words[index - 1].text.count { $0 == ")" }
      let isSeparated = words[index - 1].endsWithComma || ICUSteps.sequenceWords.contains(words[index - 1].value)
      if isSeparated, depth <= 0, let rounds = ICURounds.number(at: index, in: words) {
        throw WorkoutFileError(.roundsOfSomeSteps(rounds), at: place)
      }
    }
  }
}

extension PlanLimits {
  /// Allowed times of a prompt, in seconds after the start of its step; no step is longer than the maximum.
  fileprivate static var secondsOfPrompt: ClosedRange<Int> { 0...Int(maxDuration / .seconds(1)) }
}
