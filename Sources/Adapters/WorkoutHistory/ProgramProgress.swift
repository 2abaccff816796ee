import Dates
package import WorkoutModel
package import WorkoutReports

/// The last entry in the history that determines which session of a program is due.
package enum ProgramMark: Equatable, Sendable {
  /// A session was done, so the session after it is due.
  case done(SessionID)
  /// The user chose the session, so it is due.
  case chosen(SessionID)

  /// The mark that a workout makes in the program of its session; nil if the session does not count as done.
  package init?(_ summary: Report.Summary) {
    guard summary.isSessionDone, let session = summary.session else { return nil }
    self = .done(session.id)
  }
}

extension TrainingProgram {
  /// The session that is due after a mark; nil after the last session.
  ///
  /// Without a mark, the first session is due. If the program no longer has the chosen session, the nearest session is
  /// due.
  package func dueSession(after mark: ProgramMark?) -> SessionID? {
    switch mark {
    case nil: SessionID(week: 1, day: 1)
    case .done(let id): session(after: id)
    case .chosen(let id): nearestSession(to: id)
    }
  }
}

/// A mark with its time.
package struct DatedMark: Equatable, Sendable {
  package let mark: ProgramMark
  /// The time in seconds since 1970, according to the clock at that time.
  package let secondsSince1970: Int
}

extension DatedMark {
  /// The mark that a session or a move makes; nil if a session does not count as done.
  init?(_ event: ProgramEvent) {
    switch event.content {
    case .session(let workout, let session):
      guard session.isDone else { return nil }
      self.init(mark: .done(session.id), secondsSince1970: workout.started.secondsSince1970)
    case .move(let session, let secondsSince1970):
      self.init(mark: .chosen(session), secondsSince1970: secondsSince1970)
    }
  }
}

/// A session of a program, or a move in a program.
struct ProgramEvent {
  /// The name of the program.
  let program: String
  let content: Content

  enum Content {
    case session(RecordedWorkout, RecordedWorkout.Session)
    case move(SessionID, secondsSince1970: Int)
  }

  /// Returns nil if the workout is not a session of a program.
  init?(_ workout: RecordedWorkout) {
    guard let session = workout.session else { return nil }
    (program, content) = (session.program, .session(workout, session))
  }

  /// Returns nil for any other change than a move.
  init?(_ change: HistoryChange) {
    guard change.change == .move, let program = change.program, let session = change.session.flatMap(SessionID.init),
      let seconds = Report.secondsSince1970(change.at)
    else { return nil }
    (self.program, content) = (program, .move(session, secondsSince1970: seconds))
  }
}

/// The progress in a program that follows from the history.
package struct ProgramProgress: Equatable {
  /// The recorded sessions that count; after a move, earlier workouts of the chosen session and of all later sessions
  /// do not count.
  package private(set) var sessions: [RecordedWorkout] = []
  /// The last entry that determines which session is due; nil at the beginning of the program.
  package private(set) var mark: ProgramMark?

  package init() {}

  /// Whether the history contains the program.
  package var isBegun: Bool { mark != nil || !sessions.isEmpty }

  /// Adds the next event of the program; after a move, the chosen session is due.
  mutating func add(_ event: ProgramEvent) {
    switch event.content {
    case .session(let workout, _): sessions.append(workout)
    case .move(let session, _): sessions.removeAll { workout in workout.session.map { $0.id >= session } ?? true }
    }
    if let mark = DatedMark(event)?.mark { self.mark = mark }
  }
}
