import ArgumentParser
import ControlInterface

/// The command line as a whole.
struct Intervalctl: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "intervalctl",
    abstract: "Control interval workouts.",
    discussion: """
      Sends commands to intervald, the workout timer daemon. Examples:

        intervalctl start '4x(30s run, 30s walk)'
        intervalctl watch
        intervalctl stop
      """,
    groupedSubcommands: [
      CommandGroup(
        name: "Everyday",
        subcommands: [
          Start.self, Stop.self, Pause.self, Resume.self, Next.self, Status.self, Watch.self, Plans.self,
        ]),
      CommandGroup(
        name: "Workout", subcommands: [Toggle.self, Back.self, Extend.self, Correct.self, History.self]),
      CommandGroup(name: "Plan", subcommands: [Show.self, New.self, Edit.self, Notation.self]),
      CommandGroup(name: "File", subcommands: [Import.self, Export.self, Render.self]),
      CommandGroup(
        name: "Calculator", subcommands: [Calc.self, Splits.self, Solve.self, Predict.self, Convert.self]),
      CommandGroup(name: "Daemon", subcommands: [Doctor.self, Reload.self, TestCues.self]),
    ])

  @Flag(name: [.customShort("V"), .customLong("version")], help: "Show the version.")
  var version = false

  mutating func validate() throws {
    if version { throw CleanExit.message(intervaldVersion) }
  }

  /// The beginning of messages that the parser writes itself.
  // swift-format-ignore: NoLeadingUnderscores
  static var _errorPrefix: String { "error: " }
}
