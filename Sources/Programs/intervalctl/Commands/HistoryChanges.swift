import ArgumentParser
import ControlInterface
import Dates
import FoundationEssentials
import PlanNotation
import TerminalUI
import Text
import WorkoutHistory
import WorkoutModel
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

  @Argument(help: ArgumentHelp("Number of the workout in the list, or its workoutId.", valueName: "number"))
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
    try console.messages.writeHints(["to get it back: intervalctl history undo"])
  }
}

struct HistoryCorrect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "correct",
    abstract: "Set the distance of a past workout.",
    discussion: """
      Spreads the distance over the laps. Example:

        intervalctl history correct 1 4.8km
      """)

  @ParentCommand var history: History

  @Argument(help: ArgumentHelp("Number of the workout in the list, or its workoutId.", valueName: "number"))
  var which: String

  @Argument(help: ArgumentHelp("Distance of the workout: 4.8km, 3mi, 400mtr, half.", valueName: "distance"))
  var words: [String]

  func run() throws {
    try history.requirePlain(with: "correct")
    let text = words.joined(separator: " ")
    guard !text.hasPrefix("-") else { throw Failure.negativeDistance(text) }
    let metres = try RunValues.value(text, of: nil, readCoveredDistance).metres
    let console = Console.standard
    let recorded = try console.recordedEntry(which)
    var summary = recorded.summary
    let before = summary.distanceM
    guard Report.Corrected.plausibleMetres(elapsedMs: summary.elapsedMs).contains(metres) else {
      throw Failure.implausibleDistance(
        .init(distanceM: metres, elapsedMs: summary.elapsedMs), units: recorded.entry.units)
    }
    try recorded.change { .correct($0, toMetres: metres, at: $1) }
    summary.correct(toMetres: metres)
    let lines = SummaryTable(summary: summary, units: recorded.entry.units)
      .lines(
        correctedFrom: before, console.output.style, today: LocalTime.now.day,
        zone: LocalTime.init(secondsSince1970:))
    try console.output.writeLines(lines)
  }
}

struct HistoryNote: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Write a note on a past workout.",
    discussion: """
      Replaces an earlier note; an empty text removes it. Example:

        intervalctl history note 1 "legs heavy"
      """)

  @ParentCommand var history: History

  @Argument(help: ArgumentHelp("Number of the workout in the list, or its workoutId.", valueName: "number"))
  var which: String

  @Argument(help: ArgumentHelp("The note, at most 500 characters.", valueName: "text"))
  var words: [String]

  private static let maxCharacters = 500

  func run() throws {
    try history.requirePlain(with: "note")
    let (console, today) = (Console.standard, LocalTime.now.day)
    let note = words.joined(separator: " ").cleanedToOneLine
    guard note.count <= Self.maxCharacters else {
      throw Failure.noteTooLong(note.count, max: Self.maxCharacters)
    }
    let recorded = try console.recordedEntry(which)
    let phrase = recorded.entry.phrase(today: today)
    guard !note.isEmpty || recorded.summary.note != nil else { throw Failure.noNote(of: phrase) }
    try recorded.change { .note($0, note.isEmpty ? nil : note, at: $1) }
    try console.output.writeLine(
      note.isEmpty ? "Removed the note of \(phrase)" : "Noted \"\(note.safeForTerminal)\" for \(phrase)")
  }
}

struct HistoryUndo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last change of the history.",
    discussion: """
      A change is remove, correct or note. A further undo cancels the change before it. Example:

        intervalctl history undo
      """)

  @ParentCommand var history: History

  func run() throws {
    try history.requirePlain(with: "undo")
    let console = Console.standard
    let library = Library(environment: console.environment)
    guard let recorded = try library.history(), let last = recorded.lastChange else { throw Failure.nothingToUndo }
    try recorded.add(.undo(last.workout.workoutId, at: Date()))
    guard let after = try library.history(), let index = after.index(of: last.workout.workoutId) else {
      throw Failure.nothingToUndo
    }
    let entry = try after.entry(at: index, configuration: library.settings(), environment: console.environment)
    let subject =
      switch last.change.change {
      case .remove: "Restored"
      case .correct: "Undid the correction of"
      case .note, .undo: "Undid the note on"
      }
    try console.output.writeLine("\(subject) \(entry.phrase(today: LocalTime.now.day))")
  }
}

extension Console {
  /// Finds a recorded workout, and prints the warnings about the history.
  func recordedEntry(_ which: String, requireTrusted: Bool = false) throws -> RecordedEntry {
    let recorded = try RecordedEntry(
      which, in: Library(environment: environment), requireTrusted: requireTrusted, environment: environment)
    try messages.writeWarnings(recorded.history.warnings)
    return recorded
  }
}
