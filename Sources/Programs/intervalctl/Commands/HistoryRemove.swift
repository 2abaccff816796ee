import ArgumentParser
import Dates
import TerminalUI
import WorkoutHistory
import WorkoutReports
import WorkoutViews

struct HistoryRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a past workout from the history.",
    discussion: """
      Asks for confirmation. After the removal, the numbers of earlier workouts change. Example:

        intervalctl history remove 2
      """)

  @ParentCommand var history: History

  @Argument(
    help: ArgumentHelp("Number of the workout in the list, or its workoutId.", valueName: "number"),
    completion: Completion.workouts)
  var which: String

  @Flag(help: "Remove the workout without confirmation.")
  var yes = false

  func run() throws {
    try history.requirePlain(with: "remove")
    let (console, today) = (Console.standard, LocalTime.now.day)
    let recorded = try console.recordedEntry(which)
    let phrase = recorded.entry.phrase(today: today)
    if !yes {
      guard console.isInteractive else { throw Failure.cannotAsk }
      try console.messages.write("Remove \(phrase)? [y/N] ")
      guard readLine()?.lowercased().hasPrefix("y") == true else { throw Failure.notRemovedFromHistory }
    }
    try recorded.change { .remove($0, at: $1) }
    try console.output.writeLine("Removed \(phrase)")
    try console.writeDueSession(of: recorded.summary.session?.program, since: recorded.history)
    try console.messages.writeHints(["to get it back: intervalctl history undo"])
  }
}
