import WorkoutModel

/// Splits the words of a line into steps, each with its time or distance.
struct ICUSteps {
  /// The words of each step; if the line has neither a time nor a distance, all words are a single step.
  private(set) var steps: [[ICUWord]] = []
  /// What is assumed about the border between each step and the step before it; nil for a clear border.
  private(set) var assumptions: [Loss?] = [nil]
  private var words: [ICUWord]
  /// The beginning of the current step.
  private var start = 0
  /// The index after the time or distance of the current step.
  private var endOfGoal = 0
  /// Whether a comma follows a word after the goal of the current step.
  private var hasComma = false
  /// The index after the kind of the current step, 0 if the kind precedes the goal; nil if the step has no kind yet.
  private var endOfKind: Int?

  init(_ words: [ICUWord]) {
    self.words = words
    guard let goal = words.firstGoal else {
      steps = [words]
      return
    }
    endOfGoal = goal.range.upperBound
    if words[..<goal.range.lowerBound].contains(where: { $0.kind != nil }) { endOfKind = 0 }
    var index = endOfGoal
    while index < words.count {
      if let next = beginning(at: index) {
        end(at: index)
        begin(at: next)
        assumptions.append(next == index ? assumption(at: index) : nil)
        index = max(endOfGoal, endOfKind ?? 0)
      } else {
        if endOfKind == nil, !hasComma, words[index].kind != nil, !isInPhrase(index) { endOfKind = index + 1 }
        hasComma = hasComma || words[index].endsWithComma
        index += 1
      }
    }
    end(at: words.count)
  }

  /// The index of the first word of a step, if a step begins at `index`; nil if no step begins there.
  ///
  /// The two indices differ if `index` is that of a word such as `then`, which is not part of the step. After a comma or
  /// such a word, a step is a time or distance, with or without a kind before it. Elsewhere, a step also needs a kind
  /// directly before or after its time or distance, or must directly follow the kind of the previous step.
  private func beginning(at index: Int) -> Int? {
    let word = words[index].value
    let isSequence = Self.sequenceWords.contains(word)
    let first = isSequence || Self.joints.contains(word) ? index + 1 : index
    guard first < words.count else { return nil }
    let isSeparated = isSequence || words[index - 1].endsWithComma
    if let end = words.goal(at: first)?.range.upperBound {
      if isSeparated { return first }
      // In `2km warmup 5km easy`, the kind already belongs to the first distance.
      return !isInPhrase(first) && (words.endOfKind(after: end) != nil || endOfKind == index) ? first : nil
    }
    guard let kind = words.kind(at: first), !isInPhrase(first), let goal = goal(afterKindAt: first) else { return nil }
    if isSeparated || endOfKind != nil { return first }
    // In `90s rest 1m run` and `5m jog 20m hard`, the kind belongs to the time before it.
    let isFollowedByKind = words.endOfKind(after: goal.range.upperBound) != nil
    if words.endOfKind(after: endOfGoal) == first + 1 { return kind.isRest && !isFollowedByKind ? first : nil }
    return kind.isRest || !isFollowedByKind ? first : nil
  }

  /// Whether the word at an index belongs to a phrase such as `no rest` or `every 5m`.
  private func isInPhrase(_ index: Int) -> Bool { Self.prepositions.contains(words[index - 1].value) }

  /// The time or distance after a kind, as in `rest 90s` and `rest for 90s`; nil if none follows.
  private func goal(afterKindAt index: Int) -> (range: Range<Int>, goal: Goal)? {
    guard index + 1 < words.count, !words[index].endsWithComma else { return nil }
    return words.goal(at: ["for", "of"].contains(words[index + 1].value) ? index + 2 : index + 1)
  }

  /// Begins a step at its first word, which is a kind, a time or a distance.
  private mutating func begin(at index: Int) {
    words.removeParentheses(at: index, within: Self.maxWordsInParentheses)
    (start, hasComma) = (index, false)
    let kindIsFirst = words.goal(at: index) == nil
    endOfGoal = (kindIsFirst ? goal(afterKindAt: index) : words.goal(at: index))?.range.upperBound ?? index + 1
    endOfKind = kindIsFirst ? 0 : words.endOfKind(after: endOfGoal)
  }

  /// Ends the current step before an index.
  private mutating func end(at index: Int) {
    var step = Array(words[start..<index])
    if let last = step.indices.last, step[last].endsWithComma { step[last].text.removeLast() }
    steps.append(step.last?.text.isEmpty == true ? step.dropLast() : step)
  }

  /// The assumption that the words before an index are another step; nil if this is clear.
  ///
  /// In `2m 30s rest`, the rest could also be for both numbers.
  private func assumption(at index: Int) -> Loss? {
    guard let before = steps.last, let goal = before.firstGoal, goal.range.upperBound == before.count,
      !words[index - 1].endsWithComma, let end = words.goal(at: index)?.range.upperBound,
      ICUValue.isBelow60(words[index].bare)
    else { return nil }
    let (first, second) = (before[goal.range], words[index..<max(end, endOfKind ?? end)])
    guard ICUValue.time((first + words[index..<end]).map(\.bare).joined()[...]) != nil, let first = first.text,
      let second = second.text
    else { return nil }
    return .assumed("\"\(first) \(second)\"", readAs: "\(first) and \(second)")
  }

  /// The maximum number of words in parentheses around a later step.
  private static let maxWordsInParentheses = 16
  /// Words that separate two steps, like a comma.
  static let sequenceWords: Set<Substring> = ["+", "&", "plus", "then"]
  /// Words that can join a step with the rest after it.
  private static let joints: Set<Substring> = ["-", "and", "with", "w/"]
  /// Words after which a time, a distance or a kind is part of a text.
  private static let prepositions: Set<Substring> = [
    "after", "every", "first", "in", "incl", "including", "last", "mmp", "next", "no", "not", "of", "or", "per",
    "without",
  ]
}

extension [ICUWord] {
  /// Removes a round or square bracket at the beginning of a word, and the bracket that closes it within `limit` words.
  ///
  /// - Returns: The index after the word with the closing bracket; nil if the word begins with no bracket or if no bracket
  ///   closes it.
  @discardableResult mutating func removeParentheses(at index: Int, within limit: Int = .max) -> Int? {
    guard index < count, self[index].opensParenthesis else { return nil }
    self[index].text.removeFirst()
    var depth = 1
    for end in indices[index...].prefix(limit) {
      depth += self[end].text.reduce(0) { $0 + ("([".contains($1) ? 1 : ")]".contains($1) ? -1 : 0) }
      guard depth <= 0 else { continue }
      let hasComma = self[end].endsWithComma
      let text = hasComma ? self[end].text.dropLast() : self[end].text
      if let last = text.last, ")]".contains(last) { self[end].text = text.dropLast() + (hasComma ? "," : "") }
      return end + 1
    }
    return nil
  }
}
