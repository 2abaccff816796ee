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
  /// Slow and fast, or both in one; empty for none.
  var paces: [Pace] = []
  /// What it is said to be of: `intensity=rest`.
  var kind: Kind?
  /// Targets that are no paces, as they stand.
  var targets: [String] = []

  /// Reads the words of a line; nil without a time or a distance.
  init?(_ line: [Substring], usual: DistanceUnit) {
    var words = line[...]
    if let press = line.indices.dropLast().first(where: { Self.isPressLap(line[$0], line[$0 + 1]) }) {
      isOpen = true
      words = (line[..<press] + line[(press + 2)...])[...]
    }
    var prompt: [Substring] = []
    var goal: Goal?
    while goal == nil, let word = words.first {
      if let time = ICUValue.time(word) {
        goal = .time(time)
      } else if let distance = ICUValue.distance(word) {
        goal = .distance(distance)
      } else if let unit = words.dropFirst().first, let distance = ICUValue.distance(word + unit) {
        // `2 km`.
        goal = .distance(distance)
        words = words.dropFirst()
      } else {
        prompt.append(word)
      }
      words = words.dropFirst()
    }
    guard let goal else { return nil }
    self.goal = goal
    prompt.removeAll { Self.isManner($0) }
    self.prompt = prompt.isEmpty ? nil : prompt.joined(separator: " ")
    read(words, usual: usual)
  }

  private mutating func read(_ words: ArraySlice<Substring>, usual: DistanceUnit) {
    var isPace = false
    var target: [Substring] = []
    for word in words {
      let lower = word.lowercased()
      if let paces = ICUValue.paces(word, usual: usual) {
        self.paces = paces
        isPace = true
      } else if lower == "pace", isPace {
        continue
      } else if lower.hasPrefix("intensity=") {
        kind = Self.kinds[lower.dropFirst("intensity=".count).description]
      } else if Self.isManner(word) {
        continue
      } else {
        target.append(word)
      }
    }
    if !target.isEmpty { targets = [target.joined(separator: " ")] }
  }

  private static func isPressLap(_ one: Substring, _ other: Substring) -> Bool {
    one.lowercased() == "press" && other.lowercased() == "lap"
  }

  /// Whether a word says how a watch is to measure, which a plan need not say: `hr=lap`.
  private static func isManner(_ word: Substring) -> Bool { word.contains("=") }

  private static let kinds: [String: Kind] = [
    "warmup": .warmup, "cooldown": .cooldown, "rest": .rest, "recovery": .recover, "active": .run, "interval": .work,
  ]
}
