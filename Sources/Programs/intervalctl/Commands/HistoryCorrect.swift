import ArgumentParser
import ControlInterface
import Dates
import PlanNotation
import TerminalUI
import WorkoutHistory
import WorkoutModel
import WorkoutReports
import WorkoutViews

struct HistoryCorrect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "correct",
    abstract: "Set the distance of a past workout.",
    discussion: """
      Spreads the distance over the laps. Example:

        intervalctl history correct 1 4.8km
      """)

  @ParentCommand var history: History

  @Argument(
    help: ArgumentHelp("Number of the workout in the list, or its workoutId.", valueName: "number"),
    completion: Completion.workouts)
  var which: String

  @Argument(help: ArgumentHelp("Distance of the workout: 4.8km, 3mi, 400mtr, half.", valueName: "distance"))
  var words: [String] = []

  mutating func validate() throws {
    // The parser would report that the number is missing.
    guard !words.isEmpty else { throw Failure.missingWords("DISTANCE", example: "intervalctl history correct 1 4.8km") }
  }

  func run() throws {
    try history.requirePlain(with: "correct")
    let text = words.joined(separator: " ")
    guard !text.hasPrefix("-") else { throw Failure.negativeDistance(text) }
    let metres = try RunValues.value(text, of: nil, readCoveredDistance).metres
    let console = Console.standard
    let recorded = try console.recordedEntry(which)
    var summary = recorded.summary
    let before = summary.distance
    guard Report.Corrected.plausibleMetres(elapsedMs: summary.elapsedMs).contains(metres) else {
      var failure = Failure.implausibleDistance(
        .init(distanceM: metres, elapsedMs: summary.elapsedMs), units: recorded.entry.units)
      failure.hints = ["give the distance of the whole workout, and check its unit"]
      throw failure
    }
    try recorded.change { .correct($0, toMetres: metres, at: $1) }
    summary.correct(toMetres: metres)
    let lines = SummaryTable(summary: summary, units: recorded.entry.units)
      .lines(
        correctedFrom: before, console.output.style, width: console.output.widthIfTerminal, today: LocalTime.now.day,
        zone: LocalTime.init(secondsSince1970:))
    try console.output.writeLines(lines)
    try console.writeDueSession(of: summary.session?.program, since: recorded.history)
  }
}
