import Text

extension Distance {
  /// The distance as entered, for a person: `400 m`, `3.1 mi`, `half marathon`.
  package var phrase: String {
    switch self {
    case .metres(let value): "\(shortestText(value)) m"
    case .kilometres(let value): "\(shortestText(value)) km"
    case .miles(let value): "\(shortestText(value)) mi"
    case .halfMarathon: "half marathon"
    case .marathon: "marathon"
    }
  }
}
