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
    guard let recorded = try console.history(),
      let last = try Failure.readingHistory(try recorded.lastChange())
    else { throw Failure.nothingToUndo }
    try recorded.add(.undo(last.change.subject, at: Date()))
    let library = Library(environment: console.environment)
    guard let workout = last.workout, let started = Report.secondsSince1970(workout.startedAt) else {
      return try console.output.writeLine(try Self.words(for: last.change, undoneIn: recorded, library: library))
    }
    // The number is not printed.
    let entry = HistoryTable.Entry(
      number: 0, started: LocalTime(secondsSince1970: started), summary: workout,
      units: workout.units(over: try library.settings(), inLocaleOf: console.environment))
    try console.output.writeLine(Self.words(for: last, of: entry.phrase(today: LocalTime.now.day)))
    try console.writeDueSession(of: workout.session?.program, since: recorded)
  }

  /// The result of undoing a change of a workout; `phrase` describes the workout without the change.
  private static func words(for last: RecordedHistory.LastChange, of phrase: String) -> String {
    let (note, isCorrected) = (last.workout?.note, last.workout?.corrected == true)
    let undone =
      switch last.change.change {
      case .remove: last.isStillRemoved ? "Undid one removal of" : "Restored"
      case .correct: isCorrected ? "Undid the last correction of" : "Undid the correction of"
      case .note, .move, .undo: note.map { "Restored the note \"\($0.safeForTerminal)\" on" } ?? "Undid the note on"
      }
    return "\(undone) \(phrase)\(last.isStillRemoved ? ", which is still removed" : "")"
  }

  /// The result of undoing a move in a program: the position in `history`, which still has the move, and the new one.
  ///
  /// Without the file of the program, the positions are unknown.
  private static func words(
    for move: HistoryChange, undoneIn history: RecordedHistory, library: Library
  ) throws(Failure) -> String {
    let name = move.program ?? ""
    let session = move.session.flatMap(SessionID.init)?.words ?? ""
    guard let program = try? library.program(named: name, in: history) else {
      return "Undid the move in \(name.safeForTerminal) to \(session)"
    }
    let title = program.title.safeForTerminal
    let (before, after) = (
      try program.read(history).position, try program.read(library.readableHistory().history).position
    )
    return before.due == after.due
      ? "Undid the move in \(title) to \(session); "
        + (after.due.map { "the position is still \($0.words)" } ?? "the program is still done")
      : "Moved \(title) back from \(before.dueWords) to \(after.dueWords)"
  }
}
