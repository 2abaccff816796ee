import WorkoutReports
import Concurrency
import DaemonRuntime
import Synchronization
import TestSupport
import UserFiles
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

/// A runner on a clock of the test's, with an output that keeps what it is told.
struct RunnerFixture {
  let timekeeper: ManualTimekeeper
  let output = EventRecorder()
  let runner: WorkoutRunner

  init(
    timekeeper: ManualTimekeeper = ManualTimekeeper(), configuration: Settings = .withoutCues,
    outputs: [any WorkoutOutput] = [], store: (any WorkoutStore)? = nil
  ) {
    self.timekeeper = timekeeper
    runner = WorkoutRunner(
      on: QueueExecutor(label: "test"), timekeeper: timekeeper, configuration: configuration,
      environment: ["LANG": "de_DE.UTF-8"], outputs: [output] + outputs, store: store)
  }

  @discardableResult func start(_ text: String, planName: String? = nil, replace: Bool = false) async throws
    -> Report.Status
  {
    let request = try RequestedWorkout(text: text, planName: planName, configuration: await runner.settings)
    return try await runner.start(request, replace: replace)
  }
}

/// Keeps the events that it is told.
final class EventRecorder: WorkoutOutput {
  private let kept = Mutex<[WorkoutEvent]>([])
  private let marked = Mutex(0)

  var events: [WorkoutEvent] { kept.withLock { $0 } }
  /// Those since the last mark.
  var newEvents: [WorkoutEvent] { Array(events.dropFirst(marked.withLock { $0 })) }

  func mark() {
    let count = events.count
    marked.withLock { $0 = count }
  }

  func receive(_ event: WorkoutEvent) {
    kept.withLock { $0.append(event) }
  }
}

extension IconFiles {
  /// None are installed.
  static let none = IconFiles(XDGFolders(environment: ["HOME": "/nowhere", "XDG_DATA_DIRS": "/nowhere"]))
}

extension WorkoutRunner {
  /// Returns after everything that was on the runner's queue before.
  func finishPendingWork() async { _ = settings }
}
