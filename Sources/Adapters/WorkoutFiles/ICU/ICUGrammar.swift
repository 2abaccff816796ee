import WorkoutModel

/// The rules of the grammar in docs/files.md for times, distances, kinds and paces, each for the words at an index.
extension RandomAccessCollection<ICUWord> where Index == Int {
  /// The first time or distance, and the indices of its words; nil without one.
  ///
  /// It does not begin at a word that follows a comma without white space, such as `30s` in `Easy,30s`. One in parentheses
  /// only counts if all are in parentheses.
  var firstGoal: (range: Range<Int>, goal: Goal)? {
    let begins = indices.filter { !self[$0].isGlued || $0 == startIndex }
    var depth = 0
    let isInside = indices.map { index in
      depth += self[index].text.count { "([".contains($0) }
      defer { depth = Swift.max(0, depth - self[index].text.count { ")]".contains($0) }) }
      return depth > 0
    }
    return begins.lazy.filter { !isInside[$0 - startIndex] }.compactMap { goal(at: $0) }.first
      ?? begins.lazy.compactMap { goal(at: $0) }.first
  }

  /// The time or distance at an index; nil if none begins there.
  ///
  /// A number and its unit can be separate words. A time can have several numbers, such as `1 hour 30 minutes`, with a
  /// smaller unit each.
  func goal(at index: Int) -> (range: Range<Int>, goal: Goal)? {
    if let time = clockTime(at: index) { return (index..<index + 1, .time(time)) }
    guard let first = quantity(at: index) else { return nil }
    if let distance = ICUValue.distance(first.text) { return (index..<first.end, .distance(distance)) }
    guard let time = ICUValue.time(first.text) else { return nil }
    var parts = [(text: first.text, end: first.end, time: time)]
    // A further number belongs to the time if it has a unit and is below 60, unlike those in `1m 0` and `5m 90s rest`.
    while let last = parts.last, last.text.last?.isNumber == false, !self[last.end - 1].endsWithComma,
      let next = quantity(at: last.end), next.text.last?.isNumber == false, ICUValue.isBelow60(next.text),
      let longer = ICUValue.time(last.text + next.text)
    {
      parts.append((last.text + next.text, next.end, longer))
    }
    // In `2m 30s rest`, only the last number is for the rest, but not in `2m 30s rest 90s`.
    if parts.count > 1, let end = parts.last?.end, kind(at: end)?.isRest == true, goal(at: end + 1) == nil {
      parts.removeLast()
    }
    return parts.last.map { (index..<$0.end, .time($0.time)) }
  }

  /// The duration of a clock time at an index, such as `45:00`, that is a time and not a pace; nil for any other word.
  ///
  /// It is a time directly before or after the kind of a slow interval, as in `2:00 rest`. It is also a time as the first
  /// word, unless a time, a distance or the rest of a pace directly follows. Before the word `Pace`, it is never a time.
  private func clockTime(at index: Int) -> Duration? {
    guard indices.contains(index), let time = ICUValue.clock(self[index].bare) else { return nil }
    let isFirst = index == startIndex && goal(at: index + 1) == nil && !continuesPace(self[index].bare, at: index + 1)
    let isNamed = index + 1 < endIndex && self[index + 1].bare == "pace"
    let kinds = [index > startIndex ? self[index - 1].kind : nil, kind(at: index + 1)].compactMap(\.self)
    return !isNamed && (isFirst || kinds.contains { $0.isRest || $0 == .walk || $0 == .jog }) ? time : nil
  }

  /// A number with its unit, which is the rest of the word or the next word; nil if no number begins at the index.
  private func quantity(at index: Int) -> (text: Substring, end: Int)? {
    guard indices.contains(index) else { return nil }
    let (number, next) = (self[index].bare, index + 1)
    guard let first = number.first, first.isASCII, first.isNumber else { return nil }
    guard number.allSatisfy({ $0.isNumber || $0 == "." || $0 == "," }), !self[index].endsWithComma, next < endIndex,
      self[next].bare.first?.isNumber == false
    else { return (number, next) }
    return (number + self[next].bare, next + 1)
  }

  /// The kind that the word at an index names; nil for any other word, and at the end.
  func kind(at index: Int) -> Kind? { indices.contains(index) ? self[index].kind : nil }

  /// The index after the kind that belongs to a time before `index`, as in `90s easy walk`; nil without a kind.
  func endOfKind(after index: Int) -> Int? {
    guard index > startIndex, !self[index - 1].endsWithComma else { return nil }
    let kind = self[index...].firstIndex { !$0.isQuality || $0.endsWithComma } ?? endIndex
    return self.kind(at: kind) == nil ? nil : kind + 1
  }

  /// The index after a pace that begins at an index, and the pace; nil if no pace begins there.
  ///
  /// A range and a unit can be several words, as in `4:30 - 5:00 /km`. An `@` can precede the pace, and `Pace` can follow.
  func pace(at index: Int) -> (end: Int, pace: ICUPace)? {
    guard indices.contains(index) else { return nil }
    let hasAt = self[index].value.first == "@"
    var end = self[index].value == "@" ? index + 1 : index
    guard end < endIndex else { return nil }
    var text = self[end].bare
    if text.first == "@" { text.removeFirst() }
    guard text.first?.isNumber == true, text.contains(":") || text.contains("/") else { return nil }
    end += 1
    while !self[end - 1].endsWithComma, continuesPace(text, at: end) {
      text += self[end].value == "to" ? "-" : self[end].bare
      end += 1
    }
    let isNamed = end < endIndex && !self[end - 1].endsWithComma && self[end].bare == "pace"
    var words = Array(self[index..<end])
    if let last = words.indices.last, words[last].endsWithComma { words[last].text.removeLast() }
    guard let pace = ICUPace(text, text: words.text ?? "", hasAt: hasAt, isNamed: isNamed) else { return nil }
    return (isNamed ? end + 1 : end, pace)
  }

  /// Whether the word at an index belongs to the pace before it, because it is a unit or a part of a range.
  private func continuesPace(_ pace: Substring, at index: Int) -> Bool {
    guard indices.contains(index) else { return false }
    let (word, next) = (self[index].bare, index + 1 < endIndex ? self[index + 1].bare : "")
    if pace.last == "-" || word.first == "-" && word.count > 1 { return word.contains(":") }
    if pace.last == "/" { return word == "km" || word == "mi" }
    switch word {
    case "-", "to": return next.contains(":")
    case "/": return next == "km" || next == "mi"
    default: return word.first == "/" || word.hasPrefix("min/")
    }
  }
}
