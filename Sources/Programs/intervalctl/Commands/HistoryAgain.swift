import ArgumentParser
import ControlInterface

struct HistoryAgain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "again",
    abstract: "Start a past workout again.",
    discussion: """
      Starts the plan as it was then. Example:

        intervalctl history again 2
      """)

  @ParentCommand var history: History

  @Argument(
    help: ArgumentHelp(
      "Number of the workout in the list, or its workoutId (default: 1, the last one).", valueName: "number"))
  var which: String?

  @Flag(help: "Replace a running workout.")
  var replace = false

  @Flag(name: .shortAndLong, help: "Show the workout until it ends.")
  var watch = false

  func run() async throws {
    guard history.isPlain else { throw Failure.listOptionsWithAgain }
    let starter = WorkoutStarter(console: .standard)
    guard let recorded = try starter.library.history(requireTrusted: true), !recorded.workouts.isEmpty else {
      throw Failure.emptyHistory
    }
    guard let index = recorded.index(of: which ?? "1") else {
      throw Failure.noRecordedWorkout(which ?? "1", of: recorded.workouts.count)
    }
    let request = try StartRequest(recorded.summary(at: index), library: starter.library)
    let client = try await starter.console.connect()
    try await starter.start(request, on: client, replace: replace)
    if watch { try await starter.watch(request, on: client) }
  }
}
