import Text
import WorkoutModel

/// A step of intervals.icu: a line that follows the `-`, or a part of the line.
///
/// The words before the first time or distance are a prompt for the runner. The words after the first time or distance
/// are targets. Plans support only targets that are paces.
struct ICUStep: Equatable {
  var prompt: String?
  /// Prompts that are shown later than at the beginning of the step.
  var laterPrompts: [ICULine.Prompt] = []
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
  /// Words about the measurement of a watch, which are left out, such as `hr=lap`.
  var measurementModes: [String] = []

  /// Reads the words of a step.
  ///
  /// - Parameters:
  ///   - step: The words of the step.
  ///   - line: The words after the `-`, for errors.
  ///   - defaultUnit: Unit of a pace without a unit.
  ///   - place: Position of the line, for errors.
  /// - Throws: An error if the step has no time or distance, or if its time or distance is outside the limits of plans.
  init(
    _ step: [Substring], line: [Substring], defaultUnit: DistanceUnit, at place: WorkoutFileError.Place
  ) throws(WorkoutFileError) {
    var words = step
    if let press = step.indices.dropLast().first(where: { Self.isPressLap(step[$0], step[$0 + 1]) }) {
      isOpen = true
      words.removeSubrange(press...press + 1)
    }
    guard let (first, goal) = words.indices.lazy.compactMap({ Self.goal(words, at: $0) }).first else {
      throw WorkoutFileError(.stepWithoutGoal("- \(line.joined(separator: " "))".cleanedToOneLine), at: place)
    }
    // `m` means minutes, but a number of 100 or more was probably meant as metres.
    if let minutes = ICUValue.bareMinutes(Substring(words[first].joined())), minutes >= 100 {
      throw WorkoutFileError(.minutes(minutes), at: place)
    }
    self.goal = try goal.checked(at: place)
    let isMode = words.map(Self.isMeasurementMode)
    measurementModes = words.indices.filter { isMode[$0] }.map { String(words[$0]) }
    let prompt = words.indices[..<first.lowerBound].filter { !isMode[$0] }.map { words[$0] }
    self.prompt = prompt.isEmpty ? nil : prompt.joined(separator: " ")
    let targets = words.indices[first.upperBound...].filter { !isMode[$0] }.map { words[$0] }
    read(Self.joiningRanges(targets), defaultUnit: defaultUnit)
  }

  /// Reads the time or distance that begins at a word, and returns the indices of its words; nil if the word begins
  /// neither.
  ///
  /// Numbers and units can be separate words, such as `2 km`, `5 min` or `1 hour 30 minutes`.
  static func goal(_ words: [Substring], at index: Int) -> (Range<Int>, Goal)? {
    guard index < words.count, words[index].first?.isNumber == true else { return nil }
    var goal: (Range<Int>, Goal)?
    var text = ""
    for (count, word) in words[index...].prefix(maxWordsOfTime).enumerated() {
      text += word
      let value = Substring(text.hasSuffix(",") ? text.dropLast() : text[...])
      // A number without a unit after a time is a target.
      if let time = ICUValue.time(value), count == 0 || value.last?.isNumber == false {
        goal = (index..<index + count + 1, .time(time))
      } else if count < 2, goal == nil, let distance = ICUValue.distance(value) {
        return (index..<index + count + 1, .distance(distance))
      } else if count > 0, goal == nil || goal?.0.upperBound != index + count {
        break
      }
      if word.hasSuffix(",") { break }
    }
    return goal
  }

  /// Maximum number of words in a time: a number and a unit each for hours, minutes and seconds.
  private static let maxWordsOfTime = 6

  /// Adds the timed prompts of the line.
  mutating func add(_ prompts: [ICULine.Prompt]) {
    let first = prompts.filter { $0.time == .zero }.map(\.text) + [prompt].compactMap(\.self)
    prompt = first.isEmpty ? nil : first.joined(separator: ", ")
    laterPrompts = prompts.filter { $0.time > .zero }
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
      } else if kind == nil, let kind = Kind(rawValue: lower) ?? Self.kinds[lower] {
        self.kind = kind
      } else {
        target.append(word)
      }
    }
    if !target.isEmpty { self.target = target.joined(separator: " ") }
  }

  /// Joins the words of a range that is written with spaces, such as `4:30 - 5:00/km`.
  private static func joiningRanges(_ words: [Substring]) -> [Substring] {
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
