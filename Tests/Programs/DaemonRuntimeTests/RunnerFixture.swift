import Concurrency
import DaemonRuntime
import Logging
import Synchronization
import TestSupport
import UserFiles
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// A runner on a manual clock, with an output that records the runner's events.
struct RunnerFixture {
  let timekeeper: ManualTimekeeper
  let output = EventRecorder()
  let runner: WorkoutRunner

  init(
    timekeeper: ManualTimekeeper = ManualTimekeeper(), configuration: Settings = .withoutCues,
    outputs: [any WorkoutOutput] = [], store: any WorkoutStore = InMemoryStore()
  ) {
    self.timekeeper = timekeeper
    runner = WorkoutRunner(
      on: QueueExecutor(label: "test"), timekeeper: timekeeper, configuration: configuration,
      environment: ["LANG": "de_DE.UTF-8"], outputs: [output] + outputs, store: store)
  }

  @discardableResult func start(
    _ text: String, planName: String? = nil, session: Report.Session? = nil, replace: Bool = false
  ) async throws -> Report.Status {
    let request = try RequestedWorkout(
      text: text, planName: planName, session: session, configuration: await runner.settings)
    return try await runner.start(request, replace: replace)
  }
}

/// An output that records the events that it receives.
final class EventRecorder: WorkoutOutput {
  private let recorded = Mutex<[WorkoutEvent]>([])
  private let marked = Mutex(0)

  var events: [WorkoutEvent] { recorded.withLock { $0 } }
  /// The events since the last call of `mark`.
  var newEvents: [WorkoutEvent] { Array(events.dropFirst(marked.withLock { $0 })) }

  func mark() {
    let count = events.count
    marked.withLock { $0 = count }
  }

  func receive(_ event: WorkoutEvent) {
    recorded.withLock { $0.append(event) }
  }
}

extension IconFiles {
  /// The result of a search in folders without icons.
  static let none = IconFiles(XDGFolders(environment: ["HOME": "/nowhere", "XDG_DATA_DIRS": "/nowhere"]))
}

extension WorkoutRunner {
  /// Waits until all earlier work on the runner's queue is done.
  func finishPendingWork() async { _ = settings }
}

extension Logger {
  /// A logger without output.
  static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

extension ExternalServices {
  /// Services that record their calls, and that are available unless a test specifies otherwise.
  static func inMemory(
    notifier: InMemoryNotifier = InMemoryNotifier(), player: InMemorySoundPlayer = InMemorySoundPlayer(),
    speaker: InMemorySpeaker = InMemorySpeaker(), mixer: InMemorySoundMixer = InMemorySoundMixer(),
    mediaPlayer: InMemoryMediaPlayer = InMemoryMediaPlayer(),
    hooks: InMemoryHookRunner = InMemoryHookRunner(),
    sleepInhibitor: InMemorySleepInhibitor = InMemorySleepInhibitor(), sensors: InMemorySensorHub = InMemorySensorHub()
  ) -> Self {
    Self(
      notifier: notifier, player: player, speaker: speaker, mixer: mixer, mediaPlayer: mediaPlayer, hooks: hooks,
      sleepInhibitor: sleepInhibitor, sensors: sensors, serviceNotifier: RecordingServiceNotifier())
  }
}

/// A hook runner that records its calls, and runs no program.
final class InMemoryHookRunner: HookRunner {
  let reports: AsyncStream<HookReport>
  /// The calls of `run` and `test`, in order.
  let calls = Recording<HookCall>()

  private let reportSink: AsyncStream<HookReport>.Continuation
  private let failure: HookFailure?

  /// - Parameter failure: the failure of every tested hook; nil for success.
  init(_ failure: HookFailure? = nil) {
    self.failure = failure
    (reports, reportSink) = AsyncStream.makeStream()
  }

  func run(_ call: HookCall, after ready: (@Sendable () async -> Void)?) { calls.append(call) }

  /// Adds a report to the stream.
  func report(_ report: HookReport) { reportSink.yield(report) }

  func test(_ call: HookCall) async -> HookFailure? {
    calls.append(call)
    return failure
  }

  func check(_ hooks: [Hook], within limit: Duration) async -> [String: HookFailure]? {
    guard let failure else { return [:] }
    return Dictionary(hooks.map { ($0.program, failure) }, uniquingKeysWith: { first, _ in first })
  }

  func shutDown(within limit: Duration) async { reportSink.finish() }
}
