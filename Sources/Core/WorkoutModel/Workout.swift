/// A plan made ready to run: paces fixed, read as time, with all that its settings say.
package struct Workout: Equatable, Sendable {
  /// The plan with every pace written at its interval.
  package let plan: Plan
  package let timeline: Timeline
  /// The plan's settings over the configuration's.
  package let settings: Settings

  /// Fixes the paces of a plan as written and reads it as time.
  ///
  /// The settings are the plan's own, laid over the configuration.
  package init(_ plan: Plan, settings: Settings) throws(TimelineError) {
    self.plan = plan.withPaces(settings.paces)
    self.settings = settings
    timeline = try Timeline(self.plan, skipLast: settings.skippedLastKind)
  }

  /// The countdown before the first interval; zero for none.
  package var leadIn: Duration { settings.leadIn(for: plan) }
}
