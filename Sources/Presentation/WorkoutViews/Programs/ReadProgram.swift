package import PlanNotation
package import WorkoutModel

/// A parsed training program, with the progress of the user.
///
/// The type is a class to keep the client small, like `ReadPlan`.
package final class ReadProgram: Sendable {
  /// The name of the program's file, without its extension.
  package let name: String
  package let file: ProgramFile
  /// The workouts of all sessions.
  package let workouts: [SessionID: Workout]
  package let position: ProgramPosition

  package init(name: String, file: ProgramFile, workouts: [SessionID: Workout], position: ProgramPosition) {
    self.name = name
    self.file = file
    self.workouts = workouts
    self.position = position
  }

  /// The `name` setting; without this setting, the name of the file.
  package var title: String { file.settings.name ?? name }

  package var program: TrainingProgram { file.program }

  /// The totals of a session; nil if the program has no such session.
  package func totals(of id: SessionID) -> Totals? { workouts[id]?.timeline.totals }

  /// The time of a session; nil if the session has no end, or if the program has no such session.
  func time(of id: SessionID) -> Duration? { totals(of: id)?.duration }

  /// The total time of sessions; nil if one of them has no end.
  func time(of ids: [SessionID]) -> Duration? {
    ids.reduce(Duration.zero) { sum, id in sum.flatMap { sum in time(of: id).map { sum + $0 } } }
  }
}

extension TrainingProgram {
  /// The IDs of the sessions of a week, which is counted from 1.
  package func sessionIDs(ofWeek week: Int) -> [SessionID] {
    guard weeks.indices.contains(week - 1) else { return [] }
    return (0..<weeks[week - 1].days).map { SessionID(week: week, day: $0 + 1) }
  }
}
