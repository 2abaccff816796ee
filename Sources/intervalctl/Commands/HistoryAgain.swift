import ArgumentParser
import WorkoutControl

struct HistoryAgain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "again",
    abstract: "Start a workout of the history once more.",
    discussion: """
      The last one, or that of a number in the list, where 1 is the last, or of a workoutId. \
      What is started is the plan as it was written then:

        intervalctl history again 2
      """)

  @ParentCommand var history: History

  @Argument(help: ArgumentHelp("Its number in the list, or its workoutId.", valueName: "number"))
  var which: String?

  @Flag(help: "Start it in place of a workout that runs.")
  var replace = false

  @Flag(help: "Then show the workout until it ends.")
  var watch = false

  func run() async throws {
    guard history.isPlain else { throw Failure.listOptionsWithAgain }
    let starter = WorkoutStarter(console: .standard)
    guard let recorded = try starter.library.history(isObeyed: true), !recorded.workouts.isEmpty else {
      throw Failure.emptyHistory
    }
    guard let index = recorded.index(of: which ?? "1") else {
      throw Failure.noRecordedWorkout(which ?? "1", of: recorded.workouts.count)
    }
    let request = try StartRequest(recorded.summary(at: index), library: starter.library)
    let client = try await starter.console.connect()
    try await starter.start(request, on: client, replace: replace)
    if watch { try await starter.watch(client) }
  }
}
