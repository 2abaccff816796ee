import Text
package import WorkoutModel
import WorkoutPresentation

/// The progress of the user in a training program.
package struct ProgramPosition: Equatable, Sendable {
  package let program: TrainingProgram
  /// The session that is due; nil if the program is done.
  package let due: SessionID?
  /// Whether the history contains the program.
  package let isBegun: Bool
  private let done: Set<SessionID>

  package init(_ program: TrainingProgram, done: Set<SessionID>, due: SessionID?, isBegun: Bool) {
    self.program = program
    // The program may have changed since a session was done.
    self.done = done.filter { program[$0] != nil }
    self.due = due
    self.isBegun = isBegun
  }

  /// The state of a session.
  package enum State: String, CaseIterable, Sendable {
    case done
    /// The session is before the session that is due, and is not done.
    case missed
    /// The session is due.
    case next
    /// The session is after the session that is due, and is not done.
    case open
  }

  package func state(of id: SessionID) -> State {
    if id == due { return .next }
    if done.contains(id) { return .done }
    return due.map { id < $0 } ?? true ? .missed : .open
  }

  /// The number of weeks in the program.
  package var weeks: Int { program.weeks.count }

  /// The number of sessions in the program.
  package var sessions: Int { program.weeks.reduce(0) { $0 + $1.days } }

  /// The number of different sessions that are done.
  package var doneCount: Int { done.count }

  private var missedCount: Int { program.sessionIDs.count { state(of: $0) == .missed } }
}

/// The words and the bar for a position.
extension ProgramPosition {
  /// The week of the session that is due: `week 3 of 9`, `9 weeks` before the first session, or `done`.
  package var weekWords: String {
    guard let due else { return "done" }
    return isBegun ? "week \(due.week) of \(weeks)" : weeks.counted("week")
  }

  /// The position in a list of facts: `week 3 of 9, next: week 3, day 2`.
  var words: String {
    guard let due else { return "done" }
    return "\(isBegun ? weekWords : "not begun"), next: \(due.words)"
  }

  /// The done and missed sessions: `7 of 27 sessions, 1 missed`.
  var doneWords: String {
    let missed = missedCount
    return "\(doneCount) of \(sessions.counted("session"))" + (missed > 0 ? ", \(missed) missed" : "")
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
