/// A step of a workout with what it comes to each time that it is done.
package struct OutlineStep: Equatable, Sendable {
  package let content: Content
  package let measure: Measure

  package enum Content: Equatable, Sendable {
    case interval(Interval)
    /// With how many rounds there are, a last partial one included; nil for no end of them.
    case `repeat`(Repeat.Extent, rounds: Int?, body: [OutlineStep])
  }
}

extension Workout {
  /// The steps as written, with their paces; those in repeats once.
  package var outline: [OutlineStep] { Self.outline(of: plan.steps, timeline.passage) }

  private static func outline(of steps: [Step], _ passage: Passage) -> [OutlineStep] {
    // What is skipped at the very end may be all of the last step.
    zip(steps, passage.nodes).compactMap { step, node in
      switch (step, node) {
      case (.interval(let interval), .interval):
        OutlineStep(content: .interval(interval), measure: node.measure)
      case (.repeat(let `repeat`), .cycle(let cycle)):
        OutlineStep(
          content: .repeat(
            `repeat`.extent, rounds: cycle.rounds, body: outline(of: `repeat`.body, cycle.body)),
          measure: cycle.measure)
      case (.interval, .cycle), (.repeat, .interval): nil
      }
    }
  }
}

extension Timeline {
  /// Rounds of the plan's first step, a repeat with an end; nil for any other step.
  ///
  /// `whole` counts the rounds that are not cut short; `hasPartialRound` is true if another round is cut at the crossing.
  package var firstRepeat: (oneRound: Measure, whole: Int, hasPartialRound: Bool)? {
    guard case .cycle(let cycle)? = passage.nodes.first, let whole = cycle.whole else { return nil }
    return (cycle.body.measure, whole, cycle.tail != nil)
  }
}
