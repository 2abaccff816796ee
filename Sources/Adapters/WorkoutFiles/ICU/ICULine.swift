import PlanNotation
import Text
import WorkoutModel

/// A line of intervals.icu that begins with `-`: one or more steps, and a number of rounds.
///
/// The parts of a line are, in this order: timed prompts, which `<!>` ends; a number of rounds, such as `6x`; and the
/// steps, which are separated by commas. The prompts and the rounds are optional.
struct ICULine: Equatable {
  var rounds = 1
  var steps: [ICUStep]
  /// Position of the line, for errors and losses.
  let place: WorkoutFileError.Place

  /// Reads the words of a line.
  ///
  /// - Parameters:
  ///   - words: The words after the `-`.
  ///   - defaultUnit: Unit of a pace without a unit.
  ///   - place: Position of the line.
  /// - Throws: An error if the line has no time or distance, or if a value is outside the limits of plans.
  init(_ words: [Substring], defaultUnit: DistanceUnit, at place: WorkoutFileError.Place) throws(WorkoutFileError) {
    self.place = place
    let (prompts, rest) = Self.splittingPrompts(words)
    var stepWords = Self.separatingCommas(Self.separatingRounds(rest))
    if let (rounds, others) = Self.rounds(in: stepWords) {
      guard PlanLimits.counts.contains(rounds) else { throw WorkoutFileError(.repetitions(rounds), at: place) }
      if let start = Self.firstGoal(in: others), let (outer, _) = ICUReader.rounds(in: others[..<start.lowerBound]) {
        throw WorkoutFileError(.severalRounds(outer: outer, inner: rounds), at: place)
      }
      (self.rounds, stepWords) = (rounds, others)
    }
    steps = []
    for part in Self.parts(stepWords) {
      steps.append(try ICUStep(part, line: words, defaultUnit: defaultUnit, at: place))
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
    if let first = words.first, let x = first.firstIndex(where: { "xX×".contains($0) }),
      Int(first[..<x]) != nil
    {
      let rest = first[first.index(after: x)...]
      if rest.hasPrefix("(") || ICUStep.goal([rest.throughFirstComma], at: 0) != nil {
        words.replaceSubrange(0...0, with: [first[...x], rest])
      }
    }
    // Parentheses after the number of rounds have no other meaning than the commas between the steps.
    if words.count > 1, ICUReader.rounds(words[0]) != nil, words[1].hasPrefix("("), words.last?.hasSuffix(")") == true {
      words[1] = words[1].dropFirst()
      words[words.count - 1] = words[words.count - 1].dropLast()
    }
    return words.filter { !$0.isEmpty }
  }

  /// Finds a number of rounds before the first time or distance; nil if the line has no number of rounds.
  private static func rounds(in words: [Substring]) -> (Int, words: [Substring])? {
    guard let start = firstGoal(in: words)?.lowerBound,
      let (rounds, others) = ICUReader.rounds(in: words[..<start])
    else { return nil }
    return (rounds, Array(others) + words[start...])
  }

  /// Finds the words of the first time or distance; nil if the line has neither.
  private static func firstGoal(in words: [Substring]) -> Range<Int>? {
    for index in words.indices {
      if let (range, _) = ICUStep.goal(words, at: index) { return range }
    }
    return nil
  }

  // MARK: Steps

  /// Splits words after each comma that is followed by a step without a space, as in `30s 100%,60s 50%`.
  ///
  /// A comma before the first time or distance is part of a prompt. A comma between the digits of a number, as in
  /// `1,5km`, is not split.
  private static func separatingCommas(_ words: [Substring]) -> [Substring] {
    guard let first = firstGoal(in: words.map(\.throughFirstComma)) else { return words }
    var separated = Array(words[..<(first.upperBound - 1)])
    for index in words.indices[(first.upperBound - 1)...] {
      let word = words[index]
      var start = word.startIndex
      for comma in word.indices where word[comma] == "," {
        let end = word.index(after: comma)
        let next = word[end...].throughFirstComma
        let following = [next] + words[(index + 1)...].prefix(ICUStep.maxWordsOfTime).map(\.throughFirstComma)
        guard !next.isEmpty, !isDecimalComma(between: word[start..<comma], next), beginsStep(following, at: 0) else {
          continue
        }
        separated.append(word[start..<end])
        start = end
      }
      separated.append(word[start...])
    }
    return separated
  }

  /// Whether a comma may belong to a number: the text before the comma begins and ends with a digit and is not a pace.
  private static func isDecimalComma(between text: Substring, _ next: Substring) -> Bool {
    text.first?.isNumber == true && text.last?.isNumber == true && !text.contains(":") && next.first?.isNumber == true
  }

  /// Splits words at each comma that is followed by a time, a distance, or a kind with a time or distance.
  private static func parts(_ words: [Substring]) -> [[Substring]] {
    var parts: [[Substring]] = [[]]
    for (index, word) in words.enumerated() {
      parts[parts.count - 1].append(word)
      guard word.hasSuffix(","), beginsStep(words, at: index + 1), parts[parts.count - 1].count > 0 else { continue }
      parts[parts.count - 1][parts[parts.count - 1].count - 1] = word.dropLast()
      parts.append([])
    }
    return parts.map { $0.filter { !$0.isEmpty } }
  }

  private static func beginsStep(_ words: [Substring], at index: Int) -> Bool {
    guard index < words.count else { return false }
    if ICUStep.goal(words, at: index) != nil { return true }
    return StepTitle(reading: String(words[index]), defaultKind: .run).label == nil
      && ICUStep.goal(words, at: index + 1) != nil
  }
}

extension Substring {
  /// The text up to its first comma, with the comma; the whole text if it has no comma.
  fileprivate var throughFirstComma: Substring { firstIndex(of: ",").map { self[...$0] } ?? self }
}

extension PlanLimits {
  /// Allowed times of a prompt, in seconds after the start of its step; no step is longer than the maximum.
  fileprivate static var secondsOfPrompt: ClosedRange<Int> { 0...Int(maxDuration / .seconds(1)) }
}
