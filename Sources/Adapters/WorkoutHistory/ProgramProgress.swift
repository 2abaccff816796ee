import UserFiles
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

  /// The mark that a move makes in a program; nil for any other change.
  init?(_ change: HistoryChange) {
    guard change.change == .move, let session = change.session.flatMap(SessionID.init) else { return nil }
    self = .chosen(session)
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

  fileprivate init?(_ mark: ProgramMark?, at time: String) {
    guard let mark, let seconds = Report.secondsSince1970(time) else { return nil }
    self.mark = mark
    secondsSince1970 = seconds
  }
}

/// Finds the marks of programs in a history whose lines are read from the last to the first.
struct LatestMarks {
  /// The marks that were found, by the names of their programs.
  private(set) var marks: [String: DatedMark] = [:]
  /// The programs whose marks were not found yet.
  private var missing: Set<String>
  private var changes = LaterChanges()

  init(of programs: Set<String>) {
    missing = programs
  }

  /// Reads the previous line, and returns whether all marks are found.
  ///
  /// `isCopy` returns whether an earlier line records the workout with an ID.
  mutating func read(
    _ line: HistoryLine, isCopy: (String) throws(SystemError) -> Bool
  ) throws(SystemError) -> Bool {
    switch line {
    case .change(let change):
      if changes.add(change), let program = change.program {
        add(DatedMark(ProgramMark(change), at: change.at), of: program)
      }
    case .workout(let summary):
      let id = summary.workoutId
      if let program = summary.session?.program, missing.contains(program), !changes.isRemoved(id),
        let mark = DatedMark(ProgramMark(summary.applying(changes.changes(of: id))), at: summary.startedAt),
        try !isCopy(id)
      {
        add(mark, of: program)
      }
    }
    return missing.isEmpty
  }

  private mutating func add(_ mark: DatedMark?, of program: String) {
    if let mark, missing.remove(program) != nil { marks[program] = mark }
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

  /// Adds a recorded session of the program.
  mutating func add(_ workout: RecordedWorkout) {
    sessions.append(workout)
    if let session = workout.session, session.isDone { mark = .done(session.id) }
  }

  /// Moves to a session, which is then due.
  mutating func move(to session: SessionID) {
    sessions.removeAll { workout in workout.session.map { $0.id >= session } ?? true }
    mark = .chosen(session)
  }
}
