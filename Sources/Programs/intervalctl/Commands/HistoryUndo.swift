import ArgumentParser
import Dates
import FoundationEssentials
import TerminalUI
import Text
import WorkoutHistory
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
    guard let workout = last.workout else {
      let program = last.change.program ?? ""
      return try console.output.writeLine("Undid the move in \(program.safeForTerminal)")
    }
    let library = Library(environment: console.environment)
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
  }
}
