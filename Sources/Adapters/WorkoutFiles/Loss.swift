import PlanNotation
import Text
package import WorkoutModel

/// A part of a workout that is changed or left out by a conversion between a plan and another format.
package enum Loss: Hashable, Sendable {
  // Export of a plan.

  /// Settings that other formats do not support; the values are the names of the settings.
  case settings([String])
  /// A repeat whose last round is written as separate steps, because of `skip-last`.
  case skippedLast(Kind, rounds: Int)
  /// A repeat that ended at a goal, and now ends after a number of rounds.
  ///
  /// `total` is the time or distance of these rounds.
  case counted(goal: Goal, rounds: Int, total: String?)
  /// A repeat that ends at a goal; a watch may or may not end the repeat in the middle of a round.
  case uncertainEnd(goal: Goal)
  /// An endless repeat, replaced by a number of rounds.
  case forever(rounds: Int)
  /// A repeat that is unrolled; `isNested` means that the repeat contains other repeats.
  case unrolled(rounds: Int, isNested: Bool)
  /// A repeat with too many rounds, split into several repeats.
  case split(rounds: Int, maxRounds: Int)
  /// A goal that was rounded, or a distance or an open end that was replaced by a time.
  case goal(Goal, became: Goal)
  /// A pace that was rounded, or converted to another unit.
  case pace(Pace, became: Pace)
  /// A pace that is only written in a text, because the format has no paces.
  case paceAsText(Pace)
  /// A text that is cut, or that contains unsupported characters.
  case text(String, became: String)
  /// A text for which the format has no field.
  case textLeftOut(Text, String)
  /// A step that was changed in any other way.
  case step(String, became: String)

  // Import of a file.

  /// A unit, an encoding or a meaning that a file does not specify, and how it is read.
  case assumed(String, readAs: String)
  /// A step without a length, which is left out.
  case emptyStep(String, WorkoutFileError.Place)
  /// A target that is not a pace, and is therefore written in the label.
  case target(String)
  /// A range of paces, replaced by a pace near the middle of the range.
  case range(from: Pace, to: Pace, became: Pace)
  /// An end condition that became an open end, because a timer cannot detect the condition.
  case end(String)
  /// An expected time or distance, which is left out because the interval is open.
  case expectedGoal(Goal)
  /// A repeat that became a single round, because a timer cannot detect its end condition.
  case repeatEnd(String)
  /// A line that looks like a step but does not begin with `-`.
  case missingDash(String)
  /// A message that was moved from a later point of an interval to the beginning of the interval.
  case movedMessage(String, from: Goal)
  /// A sport other than running.
  case sport(String)
  /// Further workouts in the file, which are left out.
  case otherWorkouts(Int)
  /// A part of a file that no code reads, such as `attribute Incline="3"`.
  ///
  /// `count` is the number of times that the part occurs; `first` is the position of the first one.
  case unsupported(String, count: Int, first: WorkoutFileError.Place)
  /// An unknown element with a length, such as `Strides`, which became an interval.
  case unknownInterval(String)
  /// A declared number of steps that differs from the actual number.
  case stepCount(declared: Int, actual: Int)
  /// A text that is longer than plans allow.
  case shortened(Text, String, limit: Int)

  /// Kind of text in a plan or a file.
  package enum Text: String, Sendable {
    case name
    case about = "description"
    case label
    case sectionTitle = "section title"
    case message
  }

  /// Identifier of the kind of loss in the JSON output, whose format is stable.
  package var name: String {
    switch self {
    case .settings: "settings"
    case .skippedLast: "skipLast"
    case .counted: "until"
    case .uncertainEnd: "uncertainEnd"
    case .forever: "forever"
    case .unrolled: "unrolled"
    case .split: "parted"
    case .goal: "goal"
    case .pace: "pace"
    case .paceAsText: "paceInWords"
    case .text: "text"
    case .textLeftOut: "textLeftOut"
    case .step: "step"
    case .assumed: "assumed"
    case .emptyStep: "emptyStep"
    case .target: "target"
    case .range: "range"
    case .end: "end"
    case .expectedGoal: "expected"
    case .repeatEnd: "repeatEnd"
    case .missingDash: "dashless"
    case .movedMessage: "toldEarlier"
    case .sport: "sport"
    case .otherWorkouts: "otherWorkouts"
    case .unsupported: "unsupported"
    case .unknownInterval: "unknownInterval"
    case .stepCount: "announced"
    case .shortened: "shortened"
    }
  }
}

extension Loss {
  /// Message of one line, without a full stop.
  package var words: String {
    switch self {
    case .settings(let names):
      names.count == 1
        ? "\(names[0]) is left out: other programs do not have this setting"
        : "\(names.listed("and")) are left out: other programs do not have these settings"
    case .skippedLast(let kind, let rounds):
      "skip-last \(kind.rawValue): the last of \(rounds.counted("repetition")) is written as separate steps"
    case .counted(let goal, let rounds, let total):
      "until \(goal.phrase) became \(rounds.counted("repetition"))\(total.map { " (\($0))" } ?? "")"
    case .uncertainEnd(let goal): "until \(goal.phrase): a watch may or may not stop in the middle of a round"
    case .forever(let rounds): "forever became \(rounds.counted("repetition"))"
    case .unrolled(let rounds, let isNested): "\(isNested ? "nested repeat" : "repeat") unrolled \(times(rounds))"
    case .split(let rounds, let maxRounds):
      "\(rounds.counted("repetition")) became several repeats of at most \(maxRounds)"
    case .goal(let goal, let became): "\(goal.notation) became \(became.notation)"
    case .pace(let pace, let became): "\(pace.shortNotation) became \(became.shortNotation)"
    case .paceAsText(let pace): "pace \(pace.shortNotation) is included as text only: Zwift does not use it as a target"
    case .text(let text, let became): "\"\(text.excerpt)\" became \"\(became.excerpt)\""
    case .textLeftOut(let kind, let text): "the \(kind.rawValue) \"\(text.excerpt)\" is left out"
    case .step(let step, let became): "\(step.excerpt) became \(became.excerpt)"
    case .assumed(let part, let meaning): "\(part.excerpt): read as \(meaning)"
    case .emptyStep(let step, let place):
      "\(step.excerpt) is left out, because its length is 0 (\(place.words))"
    case .target(let target): "\(target.excerpt) becomes a label"
    case .range(let from, let to, let became):
      "\(from.shortNotation) to \(to.shortNotation) became \(became.shortNotation)"
    case .end(let end): "\(end.excerpt) became open: end the interval with 'intervalctl next'"
    case .expectedGoal(let goal):
      "\(goal.notation) or until lap is pressed became open: end the interval with 'intervalctl next'"
    case .repeatEnd(let end): "a repeat \(end.excerpt) became a single round"
    case .unsupported(let part, let count, let place):
      count == 1
        ? "\(part.excerpt) is left out (\(place.words))"
        : "\(part.excerpt) is left out \(times(count)) (first: \(place.words))"
    case .unknownInterval(let element): "the unknown element \(element.excerpt) became an interval"
    case .stepCount(let declared, let actual):
      "the file declares \(declared.counted("step")), but has \(actual.counted("step"))"
    case .missingDash(let line): "\"\(line.excerpt)\" is not a step, because it does not begin with '-'"
    case .movedMessage(let text, let goal):
      "\"\(text.excerpt)\" is shown at the beginning of its interval, not after \(goal.phrase)"
    case .sport(let sport): "the workout is for \(sport.excerpt)"
    case .otherWorkouts(let count):
      "\(count) more \(count == 1 ? "workout" : "workouts") in the file \(count == 1 ? "is" : "are") left out"
    case .shortened(let kind, let text, let limit):
      "the \(kind.rawValue) \"\(text.escapedToOneLine(limit: 40))\" is cut to \(limit) characters"
    }
  }
}

extension Goal {
  /// The goal as part of a sentence, such as `40 min` or `5 km`.
  fileprivate var phrase: String {
    switch self {
    case .time(let time): time.unitsText
    case .distance(let distance): distance.phrase
    case .open: "open"
    }
  }
}

private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

/// Losses of a conversion, without duplicates, in the order in which they were found.
package struct LossReport: Equatable, Sendable {
  package private(set) var losses: [Loss] = []
  private var known: Set<Loss> = []
  /// Indices of the losses that `addUnsupported(_:at:)` counts, by their descriptions.
  private var unsupported: [String: Int] = [:]

  package mutating func add(_ loss: Loss) {
    if known.insert(loss).inserted { losses.append(loss) }
  }

  /// Adds a part of a file that no code reads; equal parts become one loss with a count.
  mutating func addUnsupported(_ part: String, at place: WorkoutFileError.Place) {
    guard let index = unsupported[part], case .unsupported(_, let count, let first) = losses[index] else {
      unsupported[part] = losses.count
      return losses.append(.unsupported(part, count: 1, first: place))
    }
    losses[index] = .unsupported(part, count: count + 1, first: first)
  }

  /// Adds a step without a length, and the texts of the step, which are left out with it.
  mutating func addEmptyStep(
    _ step: String, at place: WorkoutFileError.Place, _ kind: Loss.Text, _ texts: [String]
  ) {
    add(.emptyStep(step, place))
    for text in texts { add(.textLeftOut(kind, text)) }
  }
}

extension LossReport {
  /// Adds those settings of a plan that other formats do not support.
  ///
  /// The name, the description and the paces are exported. If `isLastSkipped` is true, the exported steps apply
  /// `skip-last`, so `skip-last` is not a loss.
  mutating func addUnsupported(_ settings: Settings, isLastSkipped: Bool) {
    var others = settings
    (others.name, others.about, others.paces) = (nil, nil, [:])
    if isLastSkipped { others.skipLast = nil }
    var words: [String] = []
    for line in others.notation.split(separator: "\n") {
      let word = String(line.prefix { $0 != " " })
      if words.last != word { words.append(word) }
    }
    if !words.isEmpty { add(.settings(words)) }
  }

  /// Adds the differences between the exported steps and the steps that were read back from the file.
  mutating func addDifferences(_ steps: [Step], _ readBack: [Step]) {
    guard steps.count == readBack.count else {
      return add(.step(Plan(steps).notation, became: Plan(readBack).notation))
    }
    for (step, readBack) in zip(steps, readBack) where step != readBack {
      switch (step, readBack) {
      case (.interval(let interval), .interval(let readBack)): addDifferences(interval, readBack)
      case (.repeat(let `repeat`), .repeat(let readBack)) where `repeat`.extent == readBack.extent:
        addDifferences(`repeat`.body, readBack.body)
      case (.interval, _), (.repeat, _): add(.step(Plan([step]).notation, became: Plan([readBack]).notation))
      }
    }
  }

  private mutating func addDifferences(_ interval: Interval, _ readBack: Interval) {
    if interval.goal != readBack.goal { add(.goal(interval.goal, became: readBack.goal)) }
    if let pace = interval.pace, let became = readBack.pace, pace != became { add(.pace(pace, became: became)) }
    addDifference(of: .label, interval.label, readBack.label)
    // If a label is written into the title of a step, the import can mistake the label for a kind or a pace.
    if interval.kind != readBack.kind || (interval.pace == nil) != (readBack.pace == nil) {
      add(.step(interval.notation, became: readBack.notation))
    }
  }

  /// Adds the difference between an exported text and the text that was read back from the file.
  mutating func addDifference(of kind: Loss.Text, _ text: String?, _ readBack: String?) {
    guard let text, text != readBack else { return }
    add(readBack.map { .text(text, became: $0) } ?? .textLeftOut(kind, text))
  }
}
