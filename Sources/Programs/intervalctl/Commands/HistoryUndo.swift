import ArgumentParser
import Dates
import FoundationEssentials
import PlanLibrary
import TerminalUI
import Text
import WorkoutHistory
import WorkoutModel
import WorkoutPresentation
import WorkoutReports
import WorkoutViews

struct HistoryUndo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last change of the history.",
    discussion: """
      A change is a removal, a correction, a note, or a move in a program (program --at). A further undo cancels the \
      change before it. Example:

        intervalctl history undo
      """)

  @ParentCommand var history: History

  func run() throws {
    try history.requirePlain(with: "undo")
    let console = Console.standard
    guard let recorded = try console.history(), let last = recorded.lastChange else { throw Failure.nothingToUndo }
    try recorded.add(.undo(last.change.subject, at: Date()))
    let library = Library(environment: console.environment)
    guard let workout = last.workout else {
      return try console.output.writeLine(Self.words(for: last.change, undoneIn: recorded, library: library))
    }
    guard let after = try library.history(), let index = after.index(of: workout.workoutId) else {
      throw Failure.nothingToUndo
    }
    let entry = try after.entry(at: index, configuration: library.settings(), environment: console.environment)
    let subject =
      switch last.change.change {
      case .remove: "Restored"
      case .correct: "Undid the correction of"
      case .note, .move, .undo: "Undid the note on"
      }
    try console.output.writeLine("\(subject) \(entry.phrase(today: LocalTime.now.day))")
    try console.writeDueSession(of: workout.session?.program, since: recorded)
  }

  /// The result of undoing a move in a program: the position in `history`, which still has the move, and the new one.
  ///
  /// Without the file of the program, the positions are unknown.
  private static func words(for move: HistoryChange, undoneIn history: RecordedHistory, library: Library) -> String {
    let name = move.program ?? ""
    let session = move.session.flatMap(SessionID.init)?.words ?? ""
    guard let program = try? library.program(named: name, in: history) else {
      return "Undid the move in \(name.safeForTerminal) to \(session)"
    }
    let title = program.title.safeForTerminal
    let (before, after) = (program.read(history).position, program.read(try? library.history()).position)
    return before.due == after.due
      ? "Undid the move in \(title) to \(session); "
        + (after.due.map { "the position is still \($0.words)" } ?? "the program is still done")
      : "Moved \(title) back from \(before.dueWords) to \(after.dueWords)"
  }
}
