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
    var stepWords = Self.separatingRounds(rest).flatMap(ICUWord.words)
    if let (rounds, others) = Self.rounds(in: stepWords) {
      guard PlanLimits.counts.contains(rounds) else { throw WorkoutFileError(.repetitions(rounds), at: place) }
      if let (outer, _) = ICURounds.find(in: others[..<(others.firstGoal?.range.lowerBound ?? 0)].map(\.value)) {
        throw WorkoutFileError(.severalRounds(outer: outer, inner: rounds), at: place)
      }
      (self.rounds, stepWords) = (rounds, others)
    }
    steps = []
    for step in Self.steps(stepWords) {
      steps.append(try ICUStep(step, line: words, defaultUnit: defaultUnit, at: place))
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

  /// Separates a number of rounds from a following step, as in `6x30s` and `3x (30s 100%, 90s 50%)`.
  private static func separatingRounds(_ words: [Substring]) -> [Substring] {
    var words = words
    if let first = words.first, let x = first.firstIndex(where: { "xX×".contains($0) }), Int(first[..<x]) != nil {
      let rest = first[first.index(after: x)...]
      if rest.hasPrefix("(") || ICUWord.words(in: rest).prefix(1).firstGoal != nil {
        words.replaceSubrange(0...0, with: [first[...x], rest])
      }
    }
    // Parentheses after the number of rounds have no other meaning than the commas between the steps.
    if words.count > 1, ICURounds.number(words[0]) != nil, words[1].hasPrefix("("), words.last?.hasSuffix(")") == true {
      words[1] = words[1].dropFirst()
      words[words.count - 1] = words[words.count - 1].dropLast()
    }
    return words.filter { !$0.isEmpty }
  }

  /// Finds a number of rounds before the first time or distance; nil if the line has no number of rounds.
  private static func rounds(in words: [ICUWord]) -> (Int, words: [ICUWord])? {
    guard let start = words.firstGoal?.range.lowerBound,
      let (rounds, mark) = ICURounds.find(in: words[..<start].map(\.value))
    else { return nil }
    return (rounds, Array(words[..<mark.lowerBound] + words[mark.upperBound...]))
  }

  // MARK: Steps

  /// Splits words into steps, each with its time or distance.
  ///
  /// If the words contain neither, they are a single step.
  private static func steps(_ words: [ICUWord]) -> [[ICUWord]] {
    var (words, steps, start) = (words, [[ICUWord]](), 0)
    while let goal = words[start...].firstGoal {
      let next = words.indices[goal.range.upperBound...].lazy.compactMap { words.beginningOfStep(at: $0) }.first
      var step = words[start..<(next?.separator ?? words.endIndex)]
      if let last = step.indices.last, step[last].endsWithComma { step[last].text.removeLast() }
      steps.append(Array(step))
      guard let next else { return steps }
      start = next.first
      words.removeParentheses(at: start)
    }
    return [words]
  }
}

extension [ICUWord] {
  /// Removes a parenthesis at the beginning of a word, and the next closing parenthesis.
  fileprivate mutating func removeParentheses(at index: Int) {
    guard self[index].text.first == "(" else { return }
    self[index].text.removeFirst()
    if let end = indices[index...].first(where: { self[$0].value.last == ")" }) {
      let text = self[end].text
      self[end].text = text.last == "," ? text.dropLast(2) + "," : text.dropLast()
    }
  }
}

extension PlanLimits {
  /// Allowed times of a prompt, in seconds after the start of its step; no step is longer than the maximum.
  fileprivate static var secondsOfPrompt: ClosedRange<Int> { 0...Int(maxDuration / .seconds(1)) }
}
