package import Dates
package import WorkoutModel
import WorkoutReports

/// The progress in a program that follows from the history.
package struct ProgramProgress: Equatable {
  /// The sessions that are done; after a move, the chosen session and all later sessions count as not done.
  package private(set) var done: Set<SessionID> = []
  /// The last fact that determines which session is due; nil at the beginning of the program.
  package private(set) var mark: ProgramMark?
  /// The start of the last session that was recorded, done or not; nil without sessions.
  package private(set) var lastStart: LocalTime?

  package init() {}

  /// Adds a recorded session of the program.
  mutating func add(_ session: RecordedWorkout.Session, started: LocalTime) {
    lastStart = started
    guard session.isDone else { return }
    done.insert(session.id)
    mark = .done(session.id)
  }

  /// Moves to a session, which is then due.
  mutating func move(to session: SessionID) {
    done = done.filter { $0 < session }
    mark = .chosen(session)
  }
}
