/// The candidate that a misspelled word probably means; nil if no candidate matches.
///
/// The result is the first of these candidates that exists:
/// - The candidate with the fewest typos: at most one, or at most two if the word has at least six letters. A typo is
///   an extra letter, a missing letter, a wrong letter, or two swapped letters (optimal string alignment distance).
/// - The only candidate that starts with the word, such as `halfway` for `half`.
/// - The longest candidate with which the word starts, such as `run` for `running`.
///
/// A common start must have at least three letters. Case is ignored. A single letter matches no candidate.
package func nearestWord(to word: String, in candidates: some Sequence<String>) -> String? {
  let typed = Array(word.lowercased().unicodeScalars.prefix(64))
  guard typed.count > 1 else { return nil }
  let maxTypos = typed.count < 6 ? 1 : 2
  let known = candidates.map { (word: $0, scalars: Array($0.lowercased().unicodeScalars.prefix(64))) }
  let near =
    known.map { (word: $0.word, typos: typos(from: typed, to: $0.scalars)) }
    .filter { $0.typos <= maxTypos }
    .min { $0.typos < $1.typos }
  if let near { return near.word }
  guard typed.count >= minCommonLetters else { return nil }
  let longer = known.filter { $0.scalars.starts(with: typed) }
  if longer.count == 1 { return longer[0].word }
  return known.filter { $0.scalars.count >= minCommonLetters && typed.starts(with: $0.scalars) }
    .max { $0.scalars.count < $1.scalars.count }?.word
}

/// Minimum number of letters in the common start of two similar words.
private let minCommonLetters = 3

private func typos(from left: [Unicode.Scalar], to right: [Unicode.Scalar]) -> Int {
  guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in 1...left.count {
    var current = [row]
    for column in 1...right.count {
      let change = left[row - 1] == right[column - 1] ? 0 : 1
      var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + change)
      if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
        best = min(best, beforeLast[column - 2] + 1)
      }
      current.append(best)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}

// MARK: - Words in messages

extension StringProtocol {
  /// The text for quoting in a message: single-spaced, with `·` for invisible scalars, and cut to 40 scalars.
  package var quotation: String {
    let scalars = singleSpaced.unicodeScalars.prefix(41).map { $0 == " " || $0.isVisible ? $0 : "·" }
    return String(String.UnicodeScalarView(scalars.count > 40 ? scalars.prefix(39) + ["…"] : scalars[...]))
  }
}

extension String {
  /// The text with its first character in upper case.
  package var capitalizedFirst: String {
    // The general conversion takes much longer, and most texts start with such a letter.
    guard let first = utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else {
      return prefix(1).uppercased() + dropFirst()
    }
    // A combining mark after the letter remains.
    return "\(Unicode.Scalar(first & ~0x20))\(self[utf8.index(after: startIndex)...])"
  }
}

extension [String] {
  /// The texts as a list with a conjunction: `lead-in, countdown and say`, `mi or km`.
  package func listed(_ conjunction: String) -> String {
    guard let last, count > 1 else { return joined() }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}

// MARK: - File names

extension String {
  /// The extension of the file name in a path, in lower case: `fit` for `old/Tempo.FIT`; nil without an extension.
  ///
  /// If the only dot of a name is its first character, the name has no extension. A path that ends in a slash has no
  /// extension.
  package var fileExtension: String? {
    let file = self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...]
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex, dot < file.index(before: file.endIndex) else {
      return nil
    }
    return file[file.index(after: dot)...].lowercased()
  }
}

extension Int {
  /// The number followed by a noun: `1 step`, `2 steps`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
