import ArgumentParser
import PlanNotation
import Text
import WorkoutModel

/// The arguments and options that describe a run or a plan.
struct RunOptions: ParsableArguments {
  @OptionGroup var plan: PlanOptions

  @Option(help: ArgumentHelp("Distance: 5km, 3.1mi, 400mtr, half, marathon.", valueName: "distance"))
  var distance: String?

  @Option(help: ArgumentHelp("Time: 30m, 1:05:00, 4h30.", valueName: "time"))
  var time: String?

  @Option(
    help: ArgumentHelp(
      "Pace: 11:30/mi, 6:00/km, 6.02mph; with a plan, that of its intervals without one, or KIND=PACE, may be repeated.",
      valueName: "pace"), completion: Completion.planPaces)
  var pace: [String] = []

  /// Returns the values of the run, and whether a plan is given.
  ///
  /// `hasSet` states that other options give a set of intervals. `--pace` then applies to this set, as it applies to a
  /// plan.
  func meaning(hasSet: Bool = false) throws(Failure) -> (texts: RunTexts, hasPlan: Bool) {
    var texts = RunTexts(distance: distance, time: time, pace: pace.first)
    let isPlan = plan.name != nil || plan.text != nil || !texts.takeValues(from: plan.words)
    let hasPlan = isPlan && plan.isGiven
    if hasPlan || hasSet { texts.pace = nil } else { try checkPace() }
    return (texts, hasPlan)
  }

  /// Whether the words look like values, contain a mistake, and are not a plan.
  var hasMistakenValues: Bool {
    RunTexts.mistake(in: plan.words) != nil && (try? PlanFile(plan.words.joined(separator: " "))) == nil
  }

  private func checkPace() throws(Failure) {
    guard pace.count < 2 else { throw .repeatedPace }
    guard let pace = pace.first, let separator = pace.firstIndex(of: "=") else { return }
    throw .paceOfKind(pace, alone: String(pace[pace.index(after: separator)...]))
  }

  /// Reads the plan, with the paces of `--pace`; nil if no plan is given.
  ///
  /// - Throws: `Failure.loneDistance` if the plan is only a distance.
  func readPlan<Value>(
    in library: Library, over settings: Settings, _ make: (PlanText) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    var text: PlanText?
    do {
      text = try library.text(of: plan)
      return try text.map { (text) throws(Failure) in try make(text.overridden(by: overrides(), over: settings)) }
    } catch {
      let isPlan = text.map { $0.mistake == nil } ?? false
      if !isPlan, let mistake = RunTexts.mistake(in: plan.words) { throw mistake }
      throw (try? readDistance(plan.words.joined(separator: " "))).map(Failure.loneDistance) ?? error
    }
  }

  /// Reads the paces that `--pace` gives to the intervals of a plan.
  func overrides() throws(Failure) -> PlanOverrides { try PlanOverrides(paces: pace) }
}

/// The values of a run, as typed on the command line.
struct RunTexts: Equatable {
  var distance: String?
  var time: String?
  var pace: String?

  var count: Int { [distance, time, pace].count { $0 != nil } }

  /// Takes words such as `5km 30:00` or `5 km in 30 min` as values, if the words cannot be a plan.
  ///
  /// Each word must be a distance, a time or a pace that is not set yet. With the words, at least two of these three
  /// values must be set.
  ///
  /// - Returns: whether the words were taken; if not, the values are unchanged.
  mutating func takeValues(from words: [String]) -> Bool {
    var texts = self
    for word in Self.joiningValues(words) where !["in", "at"].contains(word.lowercased()) {
      guard let kind = Self.kind(of: word), texts[kind] == nil else { return false }
      texts[kind] = word
    }
    guard !words.isEmpty, texts.count > 1 else { return false }
    self = texts
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

  /// Returns the mistake in words that look like values; nil if the words look like a plan.
  ///
  /// Words look like values if at least one of them is a value and none of them looks like notation.
  static func mistake(in words: [String]) -> Failure? {
    let words = joiningValues(words)
    guard words.count > 1, words.contains(where: { kind(of: $0) != nil }), !words.contains(where: isNotation)
    else { return nil }
    var texts = RunTexts()
    let distance = words.lazy.compactMap { try? readDistance($0) }.first
    for (index, word) in words.enumerated() {
      // The time of `marathon sub 4` has no unit.
      let time = ["sub", "under"].contains(word.lowercased()) && index + 1 < words.count ? words[index + 1] : word
      if kind(of: word) == nil, let distance, let meant = RunValues.time(time, over: distance) {
        let others = words.filter { $0 != word && $0 != time }
        return .timeWithoutUnit(word, in: words, meant: (others + [meant]).joined(separator: " "))
      }
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

  /// Whether a word contains a symbol of the plan notation, or is similar to a word of the plan notation.
  private static func isNotation(_ word: String) -> Bool {
    word.contains { "(),@\"".contains($0) } || word.last == "x" || nearestWord(to: word, in: planWords) != nil
  }

  private static let planWords = Kind.allCases.map(\.rawValue) + ["until", "forever", "open"]

  /// Returns the words, with the words of one value joined, such as `half marathon` or `5 km`.
  static func joiningValues(_ words: [String]) -> [String] {
    words.reduce(into: []) { joined, word in
      let last = joined.last?.lowercased() ?? ""
      let isNumber = !last.isEmpty && last.allSatisfy { "0"..."9" ~= $0 || $0 == "." }
      if last == "half" && word.lowercased() == "marathon" || isNumber && kind(of: "\(last) \(word)") != nil {
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
