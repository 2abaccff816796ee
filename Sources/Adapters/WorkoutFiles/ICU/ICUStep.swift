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
  /// Assumptions about words with several meanings.
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
    if let index = words.indices.dropLast().first(where: { words[$0].value == "press" && words[$0 + 1].value == "lap" })
    {
      isOpen = true
      words.removeSubrange(index...index + 1)
    }
    guard let (range, goal) = words.firstGoal else {
      throw WorkoutFileError(.stepWithoutGoal("- \(line.joined(separator: " "))".cleanedToOneLine), at: place)
    }
    self.goal = goal.isZero ? goal : try goal.checked(at: place)
    try checkMeaning(of: words[range], at: place)
    measurementModes = words.filter(\.isMeasurementMode).map { String($0.text) }
    readPrompt(words[..<range.lowerBound].filter { !$0.isMeasurementMode })
    readTargets(words[range.upperBound...].filter { !$0.isMeasurementMode }, defaultUnit: defaultUnit)
  }

  /// Reports what is assumed about the words of the time or distance.
  ///
  /// - Throws: An error for minutes that are more probably metres.
  private mutating func checkMeaning(
    of words: ArraySlice<ICUWord>, at place: WorkoutFileError.Place
  ) throws(WorkoutFileError) {
    let text = Substring(words.map(\.bare).joined())
    if let minutes = ICUValue.minutes(text), minutes >= 100 {
      guard minutes < Self.minMinutesLikeMetres else { throw WorkoutFileError(.minutes(minutes), at: place) }
      assumptions = [.assumed("\"\(text)\"", readAs: "\(goal.notation), not as metres")]
    } else if text.contains(":") || text.contains(",") {
      assumptions = [.assumed("\"\(text)\"", readAs: goal.notation)]
    }
  }

  /// The number of minutes from which `400m` is more probably a distance on a track than a time.
  private static let minMinutesLikeMetres = 400

  /// Adds the timed prompts of the line.
  mutating func add(_ prompts: [ICULine.Prompt]) {
    let first = prompts.filter { $0.time == .zero }.map(\.text) + [prompt].compactMap(\.self)
    prompt = first.isEmpty ? nil : first.joined(separator: ", ")
    laterPrompts = prompts.filter { $0.time > .zero }
  }

  /// Reads the words before the time or distance.
  ///
  /// A text such as `easy walk` or `rest between sets` specifies the kind of the step, and is also its label. Texts such as
  /// `walk` and `walk: slowly` are read later, as the title of the step. A pace with a unit is the pace of the step.
  private mutating func readPrompt(_ words: [ICUWord]) {
    var words = words
    if let last = words.last, ["-", "for", "of"].contains(last.value) { words.removeLast() }
    if let last = words.indices.last, words[last].endsWithComma { words[last].text.removeLast() }
    if let (end, pace) = words.pace(at: 0), end == words.count,
      case (let paces, nil)? = pace.paces(in: goal, defaultUnit: .kilometres)
    {
      self.paces = paces
      return
    }
    prompt = words.text
    guard words.count > 1, titleKind == nil else { return }
    let kinds = words.compactMap(\.kind)
    if words.allSatisfy({ $0.isQuality || $0.kind != nil }) {
      kind = kinds.last
    } else if let first = words.first, !first.text.hasSuffix(":"), let kind = first.kind, kind.isRest {
      self.kind = kind
    }
  }

  /// The kind whose title is the prompt, such as `Walk` or `Walk: slowly`; nil for any other prompt.
  private var titleKind: Kind? {
    let title = StepTitle(reading: prompt, defaultKind: .run)
    return prompt == nil || title.label == prompt ? nil : title.kind
  }

  /// Reads the words after the time or distance.
  private mutating func readTargets(_ words: [ICUWord], defaultUnit: DistanceUnit) {
    var others: [ICUWord] = []
    let titleKind = titleKind
    // Whether a kind can follow `others`.
    var allowsKind = true
    var index = 0
    while index < words.count {
      let word = words[index]
      if paces.isEmpty, let (end, pace) = words.pace(at: index),
        let (paces, assumption) = pace.paces(in: goal, defaultUnit: defaultUnit)
      {
        self.paces = paces
        if let assumption { assumptions.append(assumption) }
        index = end
        continue
      }
      index += 1
      if paces.isEmpty, ["at", "in", "pace"].contains(word.value), words.pace(at: index) != nil { continue }
      let known = titleKind ?? kind
      if word.value.hasPrefix("intensity="), let kind = Kind(icuWord: word.value.dropFirst(10)) {
        // The words of the prompt are more exact than the intensity.
        if known == nil { self.kind = kind }
      } else if let kind = word.kind, known ?? kind == kind, allowsKind {
        self.kind = kind
      } else {
        others.append(word)
        allowsKind = allowsKind && word.precedesKind
      }
    }
    target = others.text
  }
}
