import PlanNotation
import Text
import WorkoutModel

/// A step of intervals.icu: a line that follows the `-`, or a part of the line.
///
/// The words before the time or distance are a prompt for the runner. The words after it are targets. Plans support only
/// targets that are paces.
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
  /// What the reader assumed about the step, because the words have several meanings.
  var assumptions: [Loss] = []

  /// Reads the words of a step.
  ///
  /// - Parameters:
  ///   - step: The words of the step.
  ///   - line: The texts between the white space after the `-`, for errors.
  ///   - defaultUnit: Unit of a pace without a unit.
  ///   - place: Position of the line, for errors.
  /// - Throws: An error if the step has no time or distance, or if its time or distance is outside the limits of plans.
  init(
    _ step: [ICUWord], line: [Substring], defaultUnit: DistanceUnit, at place: WorkoutFileError.Place
  ) throws(WorkoutFileError) {
    var words = step
    if let press = words.indices.dropLast().first(where: { words[$0].value == "press" && words[$0 + 1].value == "lap" })
    {
      isOpen = true
      words.removeSubrange(press...press + 1)
    }
    guard let (range, goal) = words.firstGoal else {
      throw WorkoutFileError(.stepWithoutGoal("- \(line.joined(separator: " "))".cleanedToOneLine), at: place)
    }
    self.goal = goal.isZero ? goal : try goal.checked(at: place)
    if let minutes = ICUValue.minutes(Substring(words[range].map(\.value).joined())), minutes >= 100 {
      guard minutes < Self.minMinutesLikeMetres else { throw WorkoutFileError(.minutes(minutes), at: place) }
      assumptions = [.assumed("\"\(minutes)m\"", readAs: "\(goal.notation), not as metres")]
    }
    measurementModes = words.filter(\.isMeasurementMode).map { String($0.text) }
    var prompt = words[..<range.lowerBound].filter { !$0.isMeasurementMode }
    if let last = prompt.indices.last, prompt[last].endsWithComma { prompt[last].text.removeLast() }
    self.prompt = prompt.text
    readTargets(words[range.upperBound...].filter { !$0.isMeasurementMode }, defaultUnit: defaultUnit)
  }

  /// The number of minutes from which `400m` is more probably a distance on a track than a time.
  private static let minMinutesLikeMetres = 400

  /// Adds the timed prompts of the line.
  mutating func add(_ prompts: [ICULine.Prompt]) {
    let first = prompts.filter { $0.time == .zero }.map(\.text) + [prompt].compactMap(\.self)
    prompt = first.isEmpty ? nil : first.joined(separator: ", ")
    laterPrompts = prompts.filter { $0.time > .zero }
  }

  /// Reads the words after the time or distance.
  private mutating func readTargets(_ words: [ICUWord], defaultUnit: DistanceUnit) {
    var others: [ICUWord] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      if paces.isEmpty, let (end, pace) = words.pace(at: index),
        let (paces, assumption) = pace.paces(in: goal, defaultUnit: defaultUnit)
      {
        self.paces = paces
        assumptions += [assumption].compactMap(\.self)
        index = end
        continue
      }
      index += 1
      if paces.isEmpty, ["at", "in", "pace"].contains(word.value), words.pace(at: index) != nil { continue }
      if kind == nil, word.value.hasPrefix("intensity="), let kind = Kind(icuWord: word.value.dropFirst(10)) {
        self.kind = kind
      } else if kind == nil, let kind = word.kind, others.allSatisfy(\.precedesKind) {
        self.kind = kind
      } else {
        others.append(word)
      }
    }
    target = others.text
  }
}
