/// Numbers of rounds, such as `4x`, `4 X` or `4×`.
enum ICURounds {
  /// Finds a number of rounds at the end or at the beginning of a text.
  ///
  /// - Returns: The number, and the indices of its words; nil if the text neither begins nor ends with a number of rounds.
  static func find(in words: [Substring]) -> (Int, Range<Int>)? {
    for count in 1...2 where count <= words.count {
      for range in [(words.count - count)..<words.count, 0..<count] {
        // The two words of `4 x` are a number and a single character.
        if count == 1 || words[range.upperBound - 1].count == 1, let rounds = number(Substring(words[range].joined())) {
          return (rounds, range)
        }
      }
    }
    return nil
  }

  /// Reads a number of rounds that is a single word; nil for any other word.
  static func number(_ word: Substring) -> Int? {
    word.count <= 7 && word.last.map { "xX×".contains($0) } == true ? Int(word.dropLast()) : nil
  }
}
