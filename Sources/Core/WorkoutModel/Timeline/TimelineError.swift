/// Why a plan cannot be read as time.
package struct TimelineError: Error, Equatable {
  package let reason: Reason
  /// The step that is to blame; the whole plan where empty.
  package let step: StepPath

  package init(reason: Reason, step: StepPath) {
    self.reason = reason
    self.step = step
  }

  package enum Reason: Equatable, Sendable {
    /// A distance without a pace has no duration.
    case distanceWithoutPace(Kind)
    /// An `until` with a distance goal needs a pace for every interval in it.
    case untilWithoutPace(Kind)
    case openInUntil
    case foreverInRepeat
    case shorterThanASecond
    case longerThanLimit
    case tooManyIntervals
    case noSteps
  }
}

/// The way to a step: the index in the plan, then in that repeat's body, and so on.
package typealias StepPath = [Int]
