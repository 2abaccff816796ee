import Text
import WorkoutModel

/// A step of intervals.icu: the part of a line that follows the `-`.
///
/// The words before the first time or distance are a prompt for the runner. The words after the first time or distance
/// are targets. Plans support only targets that are paces.
struct ICUStep: Equatable {
  var prompt: String?
  var goal: Goal
  /// Whether the step continues until the runner presses the lap button.
  ///
  /// If so, `goal` is only the expected time or distance.
  var isOpen = false
  /// A single pace, or the two paces of a range; empty if the step has no pace.
  var paces: [Pace] = []
  /// Kind of the step; nil if the step has no intensity, such as `intensity=rest`.
  var kind: Kind?
  /// Text of all targets that are neither a pace nor an intensity.
  var target: String?

  /// Reads the words of a line.
  ///
  /// - Parameters:
  ///   - line: The words after the `-`.
  ///   - defaultUnit: Unit of a pace without a unit.
  ///   - place: Position of the line, for errors.
  /// - Throws: An error if the line has no time or distance, or if its time or distance is outside the limits of plans.
  init(_ line: [Substring], defaultUnit: DistanceUnit, at place: WorkoutFileError.Place) throws(WorkoutFileError) {
    var words = line
    if let press = line.indices.dropLast().first(where: { Self.isPressLap(line[$0], line[$0 + 1]) }) {
      isOpen = true
      words.removeSubrange(press...press + 1)
    }
    guard let (first, goal) = Self.goal(in: words) else {
      throw WorkoutFileError(.stepWithoutGoal("- \(line.joined(separator: " "))".cleanedToOneLine), at: place)
    }
    // `m` means minutes, but a number of 100 or more was probably meant as metres.
    if let minutes = ICUValue.bareMinutes(words[first.lowerBound]), minutes >= 100 {
      throw WorkoutFileError(.minutes(minutes), at: place)
    }
    self.goal = try goal.checked(at: place)
    let prompt = words[..<first.lowerBound].filter { !Self.isMeasurementMode($0) }
    self.prompt = prompt.isEmpty ? nil : prompt.joined(separator: " ")
    read(Self.joiningRanges(words[first.upperBound...]), defaultUnit: defaultUnit)
  }

  /// Finds the first time or distance and the indices of its words; nil if the words contain neither.
  private static func goal(in words: [Substring]) -> (Range<Int>, Goal)? {
    for (index, word) in words.enumerated() {
      if let time = ICUValue.time(word) { return (index..<index + 1, .time(time)) }
      if let distance = ICUValue.distance(word) { return (index..<index + 1, .distance(distance)) }
      // The number and the unit can be separate words, such as `2 km` or `5 min`.
      guard index + 1 < words.count, words[index + 1].first?.isLetter == true else { continue }
      let pair = word + words[index + 1]
      if let time = ICUValue.time(pair) { return (index..<index + 2, .time(time)) }
      if let distance = ICUValue.distance(pair) { return (index..<index + 2, .distance(distance)) }
    }
    return nil
  }

  /// Reads the targets.
  private mutating func read(_ words: [Substring], defaultUnit: DistanceUnit) {
    var followsPace = false
    var target: [Substring] = []
    for word in words {
      let lower = word.lowercased()
      if paces.isEmpty, let paces = ICUValue.paces(word, defaultUnit: defaultUnit) {
        self.paces = paces
        followsPace = true
      } else if lower == "pace", followsPace {
        followsPace = false
      } else if kind == nil, lower.hasPrefix("intensity="), let kind = Self.kinds["\(lower.dropFirst(10))"] {
        self.kind = kind
      } else if !Self.isMeasurementMode(word) {
        target.append(word)
      }
    }
    if !target.isEmpty { self.target = target.joined(separator: " ") }
  }

  /// Joins the words of a range that is written with spaces, such as `4:30 - 5:00/km`.
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

  /// Whether a word is a measurement mode for a watch, such as `hr=lap`.
  ///
  /// Measurement modes are ignored.
  private static func isMeasurementMode(_ word: Substring) -> Bool {
    ["hr=", "power=", "pace="].contains { word.lowercased().hasPrefix($0) }
      && word.split(separator: "=").last.map { measurementWindows.contains($0.lowercased()) } == true
  }

  /// Windows over which a watch averages a measurement.
  private static let measurementWindows: Set = ["lap", "instant", "1s", "3s", "5s", "10s", "30s", "60s"]

  private static let kinds: [String: Kind] = [
    "warmup": .warmup, "cooldown": .cooldown, "rest": .rest, "recovery": .recover, "active": .run, "interval": .work,
  ]
}
