import WorkoutModel

/// A step of a plan, as it is read from a line in another notation.
struct ForeignStep {
  /// The goal in plan notation; nil for an interval without a time or a distance.
  var goal: String?
  var kind: Kind?
  /// The pace in plan notation, without `@`.
  var pace: String?
  /// A time after a distance, which is the total time or the pace.
  var clock: String?
  /// The words of the label.
  var label: [String] = []
  /// The word that determines the kind of an interval without a kind; nil if the label is only an effort such as `Z2`.
  var kindWord: String?
  var joint = Joint.none
  /// The beginning of a repeat, such as `4x` or `until 5km `, and its steps; nil for an interval.
  var list: (head: String, steps: [ForeignStep])?

  /// The text between a step and the step before it.
  enum Joint {
    case none
    case with
    case comma
  }

  var isEmpty: Bool { goal == nil && kind == nil && pace == nil && label.isEmpty && list == nil }

  /// Whether the step belongs to a count without parentheses before the step that it follows.
  var isInRound: Bool {
    joint != .comma || kind?.isRecovery == true
      || kind == nil && kindWord.flatMap(Kind.init(meantBy:))?.isRecovery == true
  }

  /// The distance of the goal; nil for any other goal.
  var distance: Distance? { goal.flatMap { try? readDistance($0) } }

  /// The step in plan notation; `paces` are the paces of intervals without a pace.
  fileprivate func text(_ paces: [Kind: Pace], isLast: Bool) -> String {
    if let list {
      let body = list.steps.text(paces)
      // Only the last step of a list can omit the parentheses.
      let isBare = list.head == "forever " && isLast && list.steps.count == 1 && list.steps[0].list == nil
      return isBare ? "\(list.head)\(body)" : "\(list.head)(\(body))"
    }
    let pace = pace ?? paces[kind ?? .interval]?.notation
    let label = label.isEmpty ? nil : quoted(label.joined(separator: " "))
    return [goal ?? "open", kind.flatMap { $0 == .interval ? nil : $0.rawValue }, pace.map { "@\($0)" }, label]
      .compactMap(\.self).joined(separator: " ")
  }
}

extension [ForeignStep] {
  /// The steps in plan notation; `paces` are the paces of intervals without a pace.
  func text(_ paces: [Kind: Pace] = [:]) -> String {
    enumerated().map { index, step in step.text(paces, isLast: index == count - 1) }.joined(separator: ", ")
  }
}
