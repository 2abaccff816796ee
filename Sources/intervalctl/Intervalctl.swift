import ArgumentParser
import WorkoutControl

/// The command line as a whole.
struct Intervalctl: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "intervalctl",
    abstract: "Starts, steers and shows interval workouts.",
    discussion: """
      intervald keeps the beat; this program tells it what to do. Try:

        intervalctl start '4x(30s run, 30s walk)'
        intervalctl watch
        intervalctl stop
      """,
    version: intervaldVersion,
    groupedSubcommands: [
      CommandGroup(name: "Workout", subcommands: [Start.self, Stop.self, Pause.self, Resume.self, Toggle.self]),
      CommandGroup(name: "Interval", subcommands: [Next.self, Previous.self, Extend.self, Correct.self]),
      CommandGroup(name: "Watching", subcommands: [Status.self, Watch.self]),
      CommandGroup(name: "History", subcommands: [History.self]),
      CommandGroup(name: "Plan", subcommands: [Plans.self, Show.self, New.self, Edit.self, Notation.self]),
      CommandGroup(name: "File", subcommands: [Import.self, Export.self, Render.self]),
      CommandGroup(
        name: "Calculator", subcommands: [Calc.self, Splits.self, Solve.self, Predict.self, Convert.self]),
      CommandGroup(name: "Daemon", subcommands: [Doctor.self, Reload.self, TestCues.self]),
    ])

  /// What the parser's errors begin with, which is what all others do.
  // swift-format-ignore: NoLeadingUnderscores
  static var _errorPrefix: String { "error: " }
}
