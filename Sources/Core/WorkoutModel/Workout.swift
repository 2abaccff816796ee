/// A plan ready to run: its paces, timeline and settings.
///
/// The type is a class, because copies of all settings would make the programs larger.
package final class Workout: Sendable {
  /// The plan, in which intervals without a pace have the pace that the settings contain for their kind.
  package let plan: Plan
  package let timeline: Timeline
  /// The settings of the plan, completed by the settings of the configuration.
  package let settings: Settings

  /// Makes the timeline of a plan, in which intervals without a pace get their pace from the settings.
  ///
  /// - Parameters:
  ///   - plan: the plan as written.
  ///   - settings: the settings of the plan, completed by the settings of the configuration.
  /// - Throws: the reason why the plan has no timeline.
  package init(_ plan: Plan, settings: Settings) throws(TimelineError) {
    self.plan = plan.withPaces(settings.paces)
    self.settings = settings
    timeline = try Timeline(self.plan, skipLast: settings.skippedLastKind)
  }

  /// Duration of the countdown before the first interval; zero for none.
  package var leadIn: Duration { settings.leadIn(for: plan) }
}

extension Workout: Equatable {
  package static func == (left: Workout, right: Workout) -> Bool {
    left.plan == right.plan && left.timeline == right.timeline && left.settings == right.settings
  }
}

/// A step of a workout, and the totals of doing the step once.
package struct OutlineStep: Equatable, Sendable {
  package let content: Content
  package let totals: Totals

  package enum Content: Equatable, Sendable {
    case interval(Interval)
    /// `rounds` includes a partial last round; `rounds` is nil for an endless repeat.
    case `repeat`(Repeat.Extent, rounds: Int?, body: [OutlineStep])
  }
}

extension Workout {
  /// The steps as written, with paces; a step in a repeat appears once.
  package var outline: [OutlineStep] { Self.outline(of: plan.steps, timeline.segment) }

  private static func outline(of steps: [Step], _ segment: Segment) -> [OutlineStep] {
    // If `skip-last` drops the whole last step, the segment has one node less than the plan has steps.
    zip(steps, segment.nodes).compactMap { step, node in
      switch (step, node) {
      case (.interval(let interval), .interval):
        OutlineStep(content: .interval(interval), totals: node.totals)
      case (.repeat(let `repeat`), .repeat(let repeatNode)):
        OutlineStep(
          content: .repeat(
            `repeat`.extent, rounds: repeatNode.roundCount, body: outline(of: `repeat`.body, repeatNode.body)),
          totals: repeatNode.totals)
      case (.interval, .repeat), (.repeat, .interval): nil
      }
    }
  }
}
