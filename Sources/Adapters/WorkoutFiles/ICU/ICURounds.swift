/// Numbers of rounds, such as `4x`, `4 X`, `4×`, `x4` or `(4x)`.
enum ICURounds {
  /// Finds a number of rounds at the end or at the beginning of a text.
  ///
  /// - Returns: The number, and the indices of its words; nil if the text neither begins nor ends with a number of rounds.
  static func find(in words: [Substring]) -> (rounds: Int, mark: Range<Int>)? {
    for count in 1...2 where count <= words.count {
      for mark in [(words.count - count)..<words.count, 0..<count] {
        // The two words of `4 x` are a number and a single character.
        if count == 1 || words[mark.upperBound - 1].filter(isSign).count == words[mark.upperBound - 1].count,
          let rounds = number(Substring(words[mark].joined()))
        {
          return (rounds, mark)
        }
      }
    }
    return nil
  }

  /// Separates a number of rounds from the time or distance after it, as in `6x30s` and `3x(30s, 90s)`.
  ///
  /// Only words before the first time or distance are separated.
  static func separated(_ words: [Substring]) -> [Substring] {
    for (index, word) in words.enumerated() {
      // A number and its unit are at most two words; the next word decides whether a clock time is a pace.
      if words[index...].prefix(3).flatMap(ICUWord.words).goal(at: 0) != nil { return words }
      if let (mark, rest) = parts(word) { return words[..<index] + [mark, rest] + words[(index + 1)...] }
    }
    return words
  }

  /// The number of rounds and the rest of a word such as `6x30s`; nil for any other word.
  private static func parts(_ word: Substring) -> (mark: Substring, rest: Substring)? {
    guard let sign = word.firstIndex(where: isSign), Int(word[..<sign]) != nil else { return nil }
    let rest = word[word.index(after: sign)...]
    return ICUWord.words(in: rest).prefix(1).firstGoal == nil ? nil : (word[...sign], rest)
  }

  /// The number of rounds before a time or distance at an index; nil if none begins there.
  static func number(at index: Int, in words: [ICUWord]) -> Int? {
    if let (mark, _) = parts(words[index].text) { return number(mark) }
    for count in 1...2 where words.goal(at: index + count) != nil {
      if let (rounds, mark) = find(in: words[index..<index + count].map(\.value)), mark.count == count { return rounds }
    }
    return nil
  }

  /// Reads a number of rounds that is a single word; nil for any other word.
  private static func number(_ word: Substring) -> Int? {
    let mark = word.filter { !"()[]*_:".contains($0) }
    guard mark.count <= 7, let first = mark.first, let last = mark.last else { return nil }
    return isSign(last) ? Int(mark.dropLast()) : isSign(first) ? Int(mark.dropFirst()) : nil
  }

  private static func isSign(_ character: Character) -> Bool { "xX×".contains(character) }
}
