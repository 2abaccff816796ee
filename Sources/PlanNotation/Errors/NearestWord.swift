/// The word of `candidates` that may have been meant by `word`; nil where none is near.
///
/// Near is one slip away, or two where the word has six letters or more: a slip is a letter too many, missing, or
/// wrong, or two neighbours swapped (optimal string alignment distance). Case does not count; one letter alone is near
/// nothing.
package func nearestWord(to word: String, in candidates: some Sequence<String>) -> String? {
  let typed = Array(word.lowercased().unicodeScalars.prefix(64))
  guard typed.count > 1 else { return nil }
  let most = typed.count < 6 ? 1 : 2
  return
    candidates
    .map { (candidate: $0, slips: slips(from: typed, to: Array($0.lowercased().unicodeScalars.prefix(64)))) }
    .filter { $0.slips <= most }
    .min { $0.slips < $1.slips }?
    .candidate
}

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
