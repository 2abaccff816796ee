import Text
import PlanNotation
import WorkoutModel

/// What the command line says of a run, as it was typed.
struct RunTexts: Equatable {
  var distance: String?
  var time: String?
  var pace: String?

  var count: Int { [distance, time, pace].count { $0 != nil } }

  /// Takes words for values where they can be nothing else: `5km 30:00`, each a value of a kind of its own, and two at
  /// least with those that were given before.
  ///
  /// - Returns: whether they were taken; otherwise nothing has changed.
  mutating func take(_ words: [String]) -> Bool {
    var taken = self
    for word in Self.joiningRaces(words) {
      guard let kind = Self.kind(of: word), taken[kind] == nil else { return false }
      taken[kind] = word
    }
    guard !words.isEmpty, taken.count > 1 else { return false }
    self = taken
    return true
  }

  private subscript(kind: ValueKind) -> String? {
    get {
      switch kind {
      case .distance: distance
      case .time: time
      case .pace: pace
      }
    }
    set {
      switch kind {
      case .distance: distance = newValue
      case .time: time = newValue
      case .pace: pace = newValue
      }
    }
  }

  /// The mistake in words that are not a plan, if they are meant as values; nil for words that may be meant as a plan.
  ///
  /// Words are meant as values if one of them is a value and none looks like notation.
  static func mistake(in words: [String]) -> Failure? {
    let words = joiningRaces(words)
    guard words.count > 1, words.contains(where: { kind(of: $0) != nil }), !words.contains(where: isOfPlan)
    else { return nil }
    var texts = RunTexts()
    for word in words {
      do {
        let kind = try RunValues.readValue(word).kind
        if let first = texts[kind] { return .secondValue(kind, first, word) }
        texts[kind] = word
      } catch {
        guard word.first?.isNumber != true else { return .invalidArgument(nil, word, error) }
        return .noRunValue(word, in: words)
      }
    }
    return nil
  }

  private static func kind(of word: String) -> ValueKind? { (try? RunValues.readValue(word))?.kind }

  /// Whether a word looks like plan notation: it has one of its signs, or resembles one of its words.
  private static func isOfPlan(_ word: String) -> Bool {
    word.contains { "(),@\"".contains($0) } || word.last == "x" || nearestWord(to: word, in: planWords) != nil
  }

  private static let planWords = Kind.allCases.map(\.rawValue) + ["until", "forever", "open"]

  /// The words with `half` and `marathon` joined.
  static func joiningRaces(_ words: [String]) -> [String] {
    words.reduce(into: []) { joined, word in
      if word.lowercased() == "marathon", joined.last?.lowercased() == "half" {
        joined[joined.count - 1] += " \(word)"
      } else {
        joined.append(word)
      }
    }
  }
}

extension StandaloneValue {
  fileprivate var kind: ValueKind {
    switch self {
    case .distance: .distance
    case .time: .time
    case .pace: .pace
    }
  }
}
