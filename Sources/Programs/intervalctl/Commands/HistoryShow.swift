import ArgumentParser
import Dates
import TerminalUI
import WorkoutReports
import WorkoutViews

struct HistoryShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a past workout with its laps.",
    discussion: """
      Shows the planned values next to the actual values. Example:

        intervalctl history show 2
      """)

  @ParentCommand var history: History

  @Argument(
    help: ArgumentHelp(
      "Number of the workout in the list, or its workoutId (default: 1, the last one).", valueName: "number"),
    completion: Completion.workouts)
  var which: String?

  @Flag(help: "Show the lateness of the cues.")
  var verbose = false

  func run() throws {
    try history.requirePlain(with: "show")
    let console = Console.standard
    let recorded = try console.recordedEntry(which ?? "1", hasLaps: true)
    var summary = recorded.summary
    summary.laps?.addAverages(of: try console.sensorRecords(of: summary.workoutId))
    let view = RecordedWorkoutView(
      summary, started: recorded.entry.started, units: recorded.entry.units, today: LocalTime.now.day,
      isVerbose: verbose)
    try console.output.writeLines(view.lines(console.output.style, width: console.output.widthIfTerminal))
  }
}
