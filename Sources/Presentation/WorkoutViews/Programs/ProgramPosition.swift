import Text
package import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// The position of the user in a training program, and the state of each session.
package struct ProgramPosition: Equatable, Sendable {
  package let program: TrainingProgram
  /// The session that is due; nil if the program is done.
  package let due: SessionID?
  /// Whether the history contains the program.
  package let isBegun: Bool
  /// Whether the user chose the session that is due, and no session was done since.
  let isMoved: Bool
  private let done: Set<SessionID>
  /// The sessions that were started, done or not.
  private let started: Set<SessionID>

  /// `recorded` are the sessions in the history that count; see `ProgramProgress.sessions`.
  package init(
    _ program: TrainingProgram, recorded: [RecordedWorkout.Session], due: SessionID?, isBegun: Bool,
    isMoved: Bool = false
  ) {
    self.program = program
    // The program may have changed since a session was done.
    let recorded = recorded.filter { program[$0.id] != nil }
    done = Set(recorded.filter(\.isDone).map(\.id))
    started = Set(recorded.map(\.id))
    self.due = due
    self.isBegun = isBegun
    self.isMoved = isMoved
  }

  /// The state of a session.
  package enum State: String, CaseIterable, Sendable {
    case done
    /// The session is before the session that is due, and was started, but is not done.
    case missed
    /// The session is before the session that is due, and was never started.
    case skipped
    /// The session is due.
    case next
    /// The session is after the session that is due, and is not done.
    case toCome
  }

  package func state(of id: SessionID) -> State {
    if id == due { return .next }
    if done.contains(id) { return .done }
    guard due.map({ id < $0 }) ?? true else { return .toCome }
    return started.contains(id) ? .missed : .skipped
  }

  /// The number of weeks in the program.
  package var weeks: Int { program.weeks.count }

  /// The number of sessions in the program.
  package var sessions: Int { program.weeks.reduce(0) { $0 + $1.days } }

  /// The number of different sessions that are done.
  package var doneCount: Int { done.count }

  /// The number of sessions in a state.
  package func count(_ state: State) -> Int { program.sessionIDs.count { self.state(of: $0) == state } }

  /// Whether a session or a later one is done.
  package func isDone(from id: SessionID) -> Bool { done.contains { $0 >= id } }
}

/// The words and the bar for a position.
extension ProgramPosition {
  /// The week of the session that is due: `week 3 of 9`, `9 weeks` before the first session, or `done`.
  package var weekWords: String {
    guard let due else { return "done" }
    return isBegun ? "week \(due.week) of \(weeks)" : weeks.counted("week")
  }

  /// The session that is due, within a sentence: `week 3, day 2`, or `the end` if the program is done.
  package var dueWords: String { due?.words ?? "the end" }

  /// The position in a list of facts: `week 3 of 9, next: week 3, day 2`.
  var words: String {
    guard let due else { return "done" }
    return "\(isBegun ? weekWords : "not begun"), next: \(due.words)"
  }

  /// The done, missed and skipped sessions: `7 of 27 sessions, 1 missed, 2 skipped`.
  var doneWords: String {
    [State.missed, .skipped].reduce("\(doneCount) of \(sessions.counted("session"))") { words, state in
      let count = count(state)
      return count > 0 ? "\(words), \(count) \(state.rawValue)" : words
    }
  }

  /// The weeks as characters: those up to the week of the session that is due are dark.
  ///
  /// A program of more than `maxBar` weeks has a bar of `maxBar` characters.
  package var bar: String {
    let columns = min(weeks, Self.maxBar)
    let reached = due.map { isBegun ? $0.week : 0 } ?? weeks
    // A begun week has a character of its own, so the number is rounded up.
    let dark = (reached * columns + weeks - 1) / weeks
    return String(repeating: Self.darkCell, count: dark) + String(repeating: Self.lightCell, count: columns - dark)
  }

  static let darkCell = "▓"
  static let lightCell = "░"
  private static let maxBar = 20
}
