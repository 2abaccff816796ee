import PlanNotation

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
      let text: WritableKeyPath<RunTexts, String?>
      switch try? readValue(word) {
      case .distance: text = \.distance
      case .time: text = \.time
      case .pace: text = \.pace
      case nil: return false
      }
      guard taken[keyPath: text] == nil else { return false }
      taken[keyPath: text] = word
    }
    guard !words.isEmpty, taken.count > 1 else { return false }
    self = taken
    return true
  }

  /// What is wrong with the first of the words that is no value, where they are meant as values: each begins with a
  /// digit, another one is a value, and together they are no plan.
  static func mistake(in words: [String]) -> Failure? {
    guard words.allSatisfy({ $0.first?.isNumber == true }), (try? PlanFile(words.joined(separator: " "))) == nil else {
      return nil
    }
    var mistake: Failure?
    var hasValue = false
    for word in words {
      do {
        _ = try readValue(word)
        hasValue = true
      } catch {
        mistake = mistake ?? .invalidArgument("the value", word, error)
      }
    }
    return hasValue ? mistake : nil
  }

  /// The words, of which `half` and `marathon` are one.
  private static func joiningRaces(_ words: [String]) -> [String] {
    words.reduce(into: []) { joined, word in
      if word.lowercased() == "marathon", joined.last?.lowercased() == "half" {
        joined[joined.count - 1] += " \(word)"
      } else {
        joined.append(word)
      }
    }
  }
}
