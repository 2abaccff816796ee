/// The word of `candidates` that may have been meant by `word`; nil where none is near.
///
/// Near is one slip away, or two where the word has six letters or more: a slip is a letter too many, missing, or
/// wrong, or two neighbours swapped (optimal string alignment distance). Otherwise near is the only one that begins with
/// the word, `halfway` for `half`, or the longest that the word begins with, `run` for `running`; three letters at least
/// are the same then. Case does not count; one letter alone is near nothing.
package func nearestWord(to word: String, in candidates: some Sequence<String>) -> String? {
  let typed = Array(word.lowercased().unicodeScalars.prefix(64))
  guard typed.count > 1 else { return nil }
  let most = typed.count < 6 ? 1 : 2
  let known = candidates.map { (word: $0, scalars: Array($0.lowercased().unicodeScalars.prefix(64))) }
  let near =
    known.map { (word: $0.word, slips: slips(from: typed, to: $0.scalars)) }
    .filter { $0.slips <= most }
    .min { $0.slips < $1.slips }
  if let near { return near.word }
  guard typed.count >= fewestAlike else { return nil }
  let longer = known.filter { $0.scalars.starts(with: typed) }
  if longer.count == 1 { return longer[0].word }
  return known.filter { $0.scalars.count >= fewestAlike && typed.starts(with: $0.scalars) }
    .max { $0.scalars.count < $1.scalars.count }?.word
}

/// How many letters make two words begin alike.
private let fewestAlike = 3

private func slips(from left: [Unicode.Scalar], to right: [Unicode.Scalar]) -> Int {
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
