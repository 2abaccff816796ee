import ArgumentParser
import Dates
import TerminalUI
import Text
import WorkoutHistory
import WorkoutModel
import WorkoutReports
import WorkoutViews

struct HistoryNote: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Write a note on a past workout.",
    discussion: """
      Replaces an earlier note; an empty text removes it. Example:

        intervalctl history note 1 "legs heavy"
      """)

  @ParentCommand var history: History

  @Argument(
    help: ArgumentHelp("Number of the workout in the list, or its workoutId.", valueName: "number"),
    completion: Completion.workouts)
  var which: String

  @Argument(help: ArgumentHelp("The note, at most 500 characters.", valueName: "text"))
  var words: [String] = []

  mutating func validate() throws {
    // The parser would report that the number is missing.
    guard !words.isEmpty else {
      throw Failure.missingWords("TEXT", example: "intervalctl history note 1 \"legs heavy\"")
    }
  }

  func run() throws {
    try history.requirePlain(with: "note")
    let (console, today) = (Console.standard, LocalTime.now.day)
    let note = words.joined(separator: " ").cleanedToOneLine
    let count = note.unicodeScalars.count
    guard count <= LimitedText.note.maxCharacters else {
      throw Failure.noteTooLong(count, max: LimitedText.note.maxCharacters)
    }
    let recorded = try console.recordedEntry(which)
    let phrase = recorded.entry.phrase(today: today)
    guard !note.isEmpty || recorded.summary.note != nil else { throw Failure.noNote(of: phrase) }
    try recorded.change { .note($0, note.isEmpty ? nil : note, at: $1) }
    try console.output.writeLine(
      note.isEmpty ? "Removed the note of \(phrase)" : "Noted \"\(note.safeForTerminal)\" for \(phrase)")
  }
}
