package import WorkoutEngine

/// A time in which a workout was not driven, and what of it was missed.
package struct Gap: Equatable, Sendable {
  package let interruption: Interruption
  /// How many boundaries came and went meanwhile.
  package let missed: Int

  package init(interruption: Interruption, missed: Int) {
    self.interruption = interruption
    self.missed = missed
  }
}

extension Effect {
  /// The gap that it tells the end of; nil for any other.
  package var gap: Gap? {
    guard case .rejoined(let interruption, let missed) = self else { return nil }
    return Gap(interruption: interruption, missed: missed)
  }
}
