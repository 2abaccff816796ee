import WorkoutModel

/// The rules of the grammar in docs/files.md, each for the words that begin at an index.
extension RandomAccessCollection<ICUWord> where Index == Int {
  /// Maximum number of words in a time: a number and a unit each for hours, minutes and seconds.
  private var maxWordsOfTime: Int { 6 }

  /// The first time or distance, and the indices of its words; nil without one.
  ///
  /// A word after a comma without a space belongs to the words before it.
  var firstGoal: (range: Range<Int>, goal: Goal)? {
    indices.lazy.filter { !self[$0].isGlued || $0 == startIndex }.compactMap { goal(at: $0) }.first
  }

  /// The time or distance at an index; nil if none begins there.
  ///
  /// A number and its unit can be separate words. A time can have several numbers, such as `1 hour 30 minutes`, with a
  /// smaller unit each. With `inParentheses`, parentheses around the words are ignored.
  func goal(at index: Int, inParentheses: Bool = false) -> (range: Range<Int>, goal: Goal)? {
    let value = inParentheses ? \ICUWord.inParentheses : \.value
    guard let first = quantity(at: index, value) else { return nil }
    if let distance = ICUValue.distance(first.text) { return (index..<first.end, .distance(distance)) }
    guard var time = ICUValue.time(first.text) else { return nil }
    var (text, end) = (first.text, first.end)
    // A further number belongs to the time if it has a unit and is below 60, unlike those in `1m 0` and `5m 90s rest`.
    while text.last?.isNumber == false, !self[end - 1].endsWithComma, let next = quantity(at: end, value),
      next.end <= index + maxWordsOfTime, next.text.last?.isNumber == false,
      ICUValue.isBelow60(next.text), let longer = ICUValue.time(text + next.text)
    {
      (text, end, time) = (text + next.text, next.end, longer)
    }
    return (index..<end, .time(time))
  }

  /// A number with its unit, which is the rest of the word or the next word; nil if no number begins at the index.
  private func quantity(at index: Int, _ value: KeyPath<ICUWord, Substring>) -> (text: Substring, end: Int)? {
    guard index < endIndex, let first = self[index].value.first, first.isASCII, first.isNumber || first == "(" else {
      return nil
    }
    let (number, next) = (self[index][keyPath: value], index + 1)
    guard number.allSatisfy({ $0.isNumber || $0 == "." }), !self[index].endsWithComma, next < endIndex,
      self[next].value.first?.isNumber == false
    else { return (number, next) }
    return (number + self[next][keyPath: value], next + 1)
  }

  /// The step that begins at an index after another step; nil if none begins there.
  ///
  /// After a comma or a word such as `then`, a step begins with a time or distance, or with a kind and a time or
  /// distance. Otherwise, the time or distance must precede or follow a kind, as in `90s rest`.
  ///
  /// - Returns: The index of the first word of the step, and the index after the last word of the step before it.
  func beginningOfStep(at index: Int) -> (first: Int, separator: Int)? {
    let word = self[index].value
    let isSequence = Self.sequenceWords.contains(word)
    let first = isSequence || Self.joints.contains(word) ? index + 1 : index
    guard first < endIndex else { return nil }
    let isSeparated = isSequence || index > startIndex && self[index - 1].endsWithComma
    guard isSeparated && beginsWithGoal(at: first) || beginsWithGoalOfKind(at: first) else { return nil }
    return (first, index)
  }

  /// Words that separate two steps, like a comma.
  private static var sequenceWords: Set<Substring> { ["+", "&", "plus", "then"] }

  /// Words that can join a step with the rest after it.
  private static var joints: Set<Substring> { ["-", "and", "with", "w/"] }

  private func beginsWithGoal(at index: Int) -> Bool {
    goal(at: index) != nil || kind(at: index) != nil && goal(at: index + 1) != nil
  }

  private func beginsWithGoalOfKind(at index: Int) -> Bool {
    if let end = endOfGoal(at: index) {
      // The time after MMP, the best mean power over a time, belongs to this target.
      return end < endIndex && self[end].kind != nil && (index == startIndex || self[index - 1].value != "mmp")
    }
    guard kind(at: index) != nil, let end = endOfGoal(at: index + 1) else { return false }
    // In `90s rest 1m run`, each kind follows its time.
    return end == endIndex || self[end].kind == nil
  }

  /// The index after the time or distance at an index, unless a comma follows; nil if none begins there.
  private func endOfGoal(at index: Int) -> Int? {
    goal(at: index, inParentheses: true).flatMap {
      self[$0.range.upperBound - 1].endsWithComma ? nil : $0.range.upperBound
    }
  }

  /// The kind that the word at an index names, unless a comma follows; nil for any other word.
  private func kind(at index: Int) -> Kind? { self[index].endsWithComma ? nil : self[index].kind }

  /// The pace at an index, and the index after its words; nil if none begins there.
  ///
  /// A range and a unit can be separate words, as in `4:30 - 5:00 /km`. An `@` can precede the pace.
  func pace(at index: Int) -> (end: Int, pace: ICUPace)? {
    guard index < endIndex else { return nil }
    var end = self[index].value == "@" ? index + 1 : index
    guard end < endIndex else { return nil }
    var text = self[end].inParentheses
    if text.first == "@" { text.removeFirst() }
    guard text.first?.isNumber == true, text.contains(":") else { return nil }
    end += 1
    while !self[end - 1].endsWithComma, continuesPace(text, at: end) {
      text += self[end].inParentheses
      end += 1
    }
    let isNamed = end < endIndex && !self[end - 1].endsWithComma && self[end].inParentheses == "pace"
    guard let pace = ICUPace(text, text: self[index..<end].text ?? "", isNamed: isNamed) else { return nil }
    return (isNamed ? end + 1 : end, pace)
  }

  /// Whether the word at an index belongs to the pace before it, because it is a unit or a part of a range.
  private func continuesPace(_ pace: Substring, at index: Int) -> Bool {
    guard index < endIndex else { return false }
    let word = self[index].value
    if pace.last == "-" || word.first == "-" && word.count > 1 { return word.contains(":") }
    if word == "-" { return index + 1 < endIndex && self[index + 1].value.contains(":") }
    return word.first == "/" || word == "min/km" || word == "min/mi"
  }
}
