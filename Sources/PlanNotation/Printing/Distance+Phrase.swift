package import WorkoutModel

extension Distance {
  /// The distance as entered, for a person: `400 m`, `3.1 mi`, `half marathon`.
  package var phrase: String {
    switch self {
    case .halfMarathon: return "half marathon"
    case .marathon: return "marathon"
    case .metres, .kilometres, .miles:
      let number = notation.prefix { !$0.isLetter }
      let unit = notation.dropFirst(number.count)
      return "\(number) \(unit == "mtr" ? "m" : unit)"
    }
  }
}
