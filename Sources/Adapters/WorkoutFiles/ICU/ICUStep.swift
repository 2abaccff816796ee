import Text
import WorkoutModel

/// A step of intervals.icu: what stands behind the `-` of its line.
///
/// Words before the first time or distance are for the runner; behind it stand targets, which but for a pace no timer
/// can hold anyone to.
struct ICUStep: Equatable {
  var prompt: String?
  var goal: Goal
  /// Whether the step goes on until the runner presses lap, and what stands in `goal` is what that may take.
  var isOpen = false
  /// Slow and fast, or one alone; empty for none.
  var paces: [Pace] = []
  /// What it is said to be of: `intensity=rest`.
  var kind: Kind?
  /// What else is asked for, as it stands.
  var target: String?

  /// Reads the words of a line.
  ///
  /// - Parameters:
  ///   - line: the words behind the `-`.
  ///   - usual: what a pace without a unit is for one of.
  ///   - place: where it stands.
  /// - Throws: that there is neither a time nor a distance, or one that no plan can have.
  init(_ line: [Substring], usual: DistanceUnit, at place: WorkoutFileError.Place) throws(WorkoutFileError) {
    var words = line
    if let press = line.indices.dropLast().first(where: { Self.isPressLap(line[$0], line[$0 + 1]) }) {
      isOpen = true
      words.removeSubrange(press...press + 1)
    }
    guard let (first, goal) = Self.goal(in: words) else {
      throw WorkoutFileError(.stepWithoutGoal("- \(line.joined(separator: " "))".cleanedToOneLine), at: place)
    }
    // Metres have other letters there, too.
    if let minutes = ICUValue.bareMinutes(words[first.lowerBound]), minutes >= 100 {
      throw WorkoutFileError(.minutes(minutes), at: place)
    }
    self.goal = try goal.checked(at: place)
    let prompt = words[..<first.lowerBound].filter { !Self.isManner($0) }
    self.prompt = prompt.isEmpty ? nil : prompt.joined(separator: " ")
    read(Self.joiningRanges(words[first.upperBound...]), usual: usual)
  }

  /// The first time or distance among words, and which of them it is; nil for none.
  private static func goal(in words: [Substring]) -> (Range<Int>, Goal)? {
    for (index, word) in words.enumerated() {
      if let time = ICUValue.time(word) { return (index..<index + 1, .time(time)) }
      if let distance = ICUValue.distance(word) { return (index..<index + 1, .distance(distance)) }
      // `2 km`, `5 min`.
      guard index + 1 < words.count, words[index + 1].first?.isLetter == true else { continue }
      let pair = word + words[index + 1]
      if let time = ICUValue.time(pair) { return (index..<index + 2, .time(time)) }
      if let distance = ICUValue.distance(pair) { return (index..<index + 2, .distance(distance)) }
    }
    return nil
  }

  private mutating func read(_ words: [Substring], usual: DistanceUnit) {
    var isPace = false
    var target: [Substring] = []
    for word in words {
      let lower = word.lowercased()
      if paces.isEmpty, let paces = ICUValue.paces(word, usual: usual) {
        self.paces = paces
        isPace = true
      } else if lower == "pace", isPace {
        isPace = false
      } else if kind == nil, lower.hasPrefix("intensity="), let kind = Self.kinds["\(lower.dropFirst(10))"] {
        self.kind = kind
      } else if !Self.isManner(word) {
        target.append(word)
      }
    }
    if !target.isEmpty { self.target = target.joined(separator: " ") }
  }

  /// The words with ranges as one that are written apart: `4:30 - 5:00/km`.
  private static func joiningRanges(_ words: ArraySlice<Substring>) -> [Substring] {
    var joined: [Substring] = []
    for word in words {
      if let last = joined.last, last.contains(":"), last.hasSuffix("-") || word == "-" {
        joined[joined.count - 1] = last + word
      } else {
        joined.append(word)
      }
    }
    return joined
  }

  private static func isPressLap(_ one: Substring, _ other: Substring) -> Bool {
    one.lowercased() == "press" && other.lowercased() == "lap"
  }

  /// Whether a word says how a watch is to measure, which a plan need not say: `hr=lap`.
  private static func isManner(_ word: Substring) -> Bool {
    ["hr=", "power=", "pace="].contains { manner in word.lowercased().hasPrefix(manner) }
      && word.split(separator: "=").last.map { manners.contains($0.lowercased()) } == true
  }

  /// What is measured over: a lap, or some seconds.
  private static let manners: Set = ["lap", "instant", "1s", "3s", "5s", "10s", "30s", "60s"]

  private static let kinds: [String: Kind] = [
    "warmup": .warmup, "cooldown": .cooldown, "rest": .rest, "recovery": .recover, "active": .run, "interval": .work,
  ]
}
