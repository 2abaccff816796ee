import PlanNotation
import WorkoutModel

extension LossReport {
  /// Notes the settings of a plan that no other program knows.
  ///
  /// Names and paces are written, and what `skip-last` does is.
  mutating func note(_ settings: Settings, isLastSkipped: Bool) {
    var others = settings
    (others.name, others.about, others.paces) = (nil, nil, [:])
    if isLastSkipped { others.skipLast = nil }
    var words: [String] = []
    for line in others.notation.split(separator: "\n") {
      let word = String(line.prefix { $0 != " " })
      if words.last != word { words.append(word) }
    }
    if !words.isEmpty { note(.settings(words)) }
  }
}
