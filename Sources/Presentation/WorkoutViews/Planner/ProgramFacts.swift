import Text
package import WorkoutModel

/// The facts of a training program: `9 weeks   27 sessions   14:24:00`.
package struct ProgramFacts: Equatable {
  package let weeks: Int
  package let sessions: Int
  /// The total time of all sessions; nil if the end of a session is unknown.
  package let duration: Duration?

  init(weeks: Int, sessions: Int, duration: Duration?) {
    self.weeks = weeks
    self.sessions = sessions
    self.duration = duration
  }

  /// Counts the weeks and sessions; `workouts` are the workouts of all sessions.
  package init(_ program: TrainingProgram, workouts: [SessionID: Workout]) {
    weeks = program.weeks.count
    sessions = workouts.count
    duration = workouts.values.reduce(.zero) { total, workout in
      guard let total, let duration = workout.timeline.totals.duration else { return nil }
      return total + duration
    }
  }

  /// The facts on one line of at most `width` columns.
  package func line(width: Int = .max) -> String {
    [weeks.counted("week"), sessions.counted("session"), duration?.clockText()].compactMap(\.self)
      .joined(separator: "   ").cut(to: width)
  }
}
