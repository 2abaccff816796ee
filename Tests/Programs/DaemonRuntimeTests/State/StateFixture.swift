import DaemonRuntime
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing
import UserFiles
import WorkoutEngine
import WorkoutHistory
import WorkoutReports

/// A store with its own state folder.
struct StateFixture {
  let folder: TemporaryFolder
  let store: StateStore
  let events = Recording<StateStore.Event>()
  private let runtimeFolder: String

  /// Makes a store; with `inMemory`, the store also saves copies in memory.
  init(inMemory: Bool = false) throws {
    folder = try TemporaryFolder()
    runtimeFolder = try inMemory ? folder.folderInMemory("run") : folder.folder("run")
    let events = events
    store = StateStore(
      Self.folders(in: folder), runtimeFolder: runtimeFolder, retryInterval: Self.retryInterval
    ) { events.append($0) }
    try folder.write("", to: "state/.keep")
  }

  /// The store of the next process.
  func nextStore(report: (@Sendable (StateStore.Event) -> Void)? = nil) -> StateStore {
    StateStore(
      Self.folders(in: folder), runtimeFolder: runtimeFolder, retryInterval: Self.retryInterval,
      report: report ?? { events.append($0) })
  }

  /// A store of a process that has ended must not write anything later.
  private static let retryInterval = Duration.seconds(3600)

  private static func folders(in folder: TemporaryFolder) -> XDGFolders {
    XDGFolders(environment: ["XDG_STATE_HOME": folder.path(of: "state")])
  }

  func save(_ workout: SavedWorkout?) async {
    store.save(workout)
    await store.flush(within: generousLimit)
  }

  func record(_ summary: Report.Summary) async {
    store.record(summary)
    await store.flush(within: generousLimit)
  }

  func lastSummary() async throws -> Report.Summary? {
    try #require(await store.lastSummary(within: generousLimit)).get()
  }

  /// A workout that has run for this duration.
  func workout(after duration: Duration) async throws -> SavedWorkout {
    let store = InMemoryStore()
    let fixture = RunnerFixture(configuration: .withoutCues, store: store)
    try await fixture.start("600x(20s run, 30s walk)")
    fixture.timekeeper.pass(duration)
    _ = try await fixture.runner.handle(.toggle)
    return try #require(store.saved)
  }

  /// The names of the files in the state folder.
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "state/intervald")).sorted() }
  }

  /// The paths of the files in the runtime folder.
  var namesInMemory: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: URL(filePath: runtimeFolder).resolvingSymlinksInPath().path)
        .filter { $0.contains(".") }.sorted()
    }
  }

  var history: String {
    get throws { try read("history.jsonl") }
  }

  /// The lines of the history.
  var recorded: [Report.Summary] {
    get throws {
      try history.split(separator: "\n").map { try JSONDecoder().decode(Report.Summary.self, from: Data($0.utf8)) }
    }
  }

  func read(_ name: String) throws -> String { try folder.read("state/intervald/\(name)") }

  func write(_ text: String, to name: String) throws { try folder.write(text, to: "state/intervald/\(name)") }

  /// Creates a file at the path of the state folder, so that nothing can be saved.
  func blockFolder() throws { try folder.write("", to: "state/intervald") }

  /// Removes the file that `blockFolder` created.
  func unblockFolder() throws { try #require(unsafe unlink(folder.path(of: "state/intervald")) == 0) }

  func mode(of name: String) throws -> mode_t {
    var status = stat()
    try #require(unsafe stat(folder.path(of: "state/intervald/\(name)"), &status) == 0)
    return status.st_mode & 0o7777
  }
}

/// A store that saves in memory.
final class InMemoryStore: WorkoutStore {
  private let contents = Mutex<(saved: SavedWorkout?, onDisk: SavedWorkout?, lines: [HistoryLine])>((nil, nil, []))

  /// The workout that `save` or `saveInMemory` saved last.
  var saved: SavedWorkout? { contents.withLock { $0.saved } }

  /// The workout that `save` saved last.
  var savedOnDisk: SavedWorkout? { contents.withLock { $0.onDisk } }

  /// The workouts that were recorded, without later changes.
  var summaries: [Report.Summary] {
    contents.withLock { $0.lines.compactMap { if case .workout(let summary) = $0 { summary } else { nil } } }
  }

  func save(_ workout: SavedWorkout?) { contents.withLock { ($0.saved, $0.onDisk) = (workout, workout) } }
  func saveInMemory(_ workout: SavedWorkout) { contents.withLock { $0.saved = workout } }
  func record(_ line: HistoryLine) { contents.withLock { $0.lines.append(line) } }

  /// The values of sensors, by the ID of the workout.
  var sensorRecords: [String: [SensorRecord]] { records.withLock { $0 } }
  private let records = Mutex<[String: [SensorRecord]]>([:])

  func record(_ values: SensorRecord, of workoutID: String) {
    records.withLock { $0[workoutID, default: []].append(values) }
  }

  /// The lines of the laps, by the ID of the workout.
  var lapLines: [String: [String]] { laps.withLock { $0 } }
  private let laps = Mutex<[String: [String]]>([:])

  func record(lapLines: [String], of workoutID: String) { laps.withLock { $0[workoutID, default: []] += lapLines } }

  func removeRecords(of workoutID: String) { records.withLock { $0[workoutID] = nil } }

  func lastSummary(within limit: Duration) async -> Result<Report.Summary?, FileReadError>? {
    Result { () throws(FileReadError) in
      try HistoryFile(path: "/nonexistent").latest(with: contents.withLock { $0.lines })
    }
  }

  func unwrittenLines(within limit: Duration) async -> [HistoryLine]? { contents.withLock { $0.lines } }

  @discardableResult func flush(within limit: Duration) async -> UnsavedState? {
    UnsavedState(hasPosition: false, summaryCount: 0)
  }

  func check(within limit: Duration) async -> StateCheck? { StateCheck(folder: "/state") }
}

/// A store that saves nothing, and returns the results that a test has set.
///
/// If the test has set no result, the store returns nil, which means that the time limit is exceeded.
final class FaultyStore: WorkoutStore {
  private let results = Mutex<(last: Result<Report.Summary?, FileReadError>?, unsaved: UnsavedState?)>((nil, nil))

  func answer(last: Result<Report.Summary?, FileReadError>) { results.withLock { $0.last = last } }
  func answer(unsaved: UnsavedState) { results.withLock { $0.unsaved = unsaved } }

  func save(_ workout: SavedWorkout?) {}
  func saveInMemory(_ workout: SavedWorkout) {}
  func record(_ line: HistoryLine) {}
  func record(_ values: SensorRecord, of workoutID: String) {}
  func record(lapLines: [String], of workoutID: String) {}
  func removeRecords(of workoutID: String) {}
  func lastSummary(within limit: Duration) async -> Result<Report.Summary?, FileReadError>? {
    results.withLock { $0.last }
  }
  func unwrittenLines(within limit: Duration) async -> [HistoryLine]? { nil }
  @discardableResult func flush(within limit: Duration) async -> UnsavedState? { results.withLock { $0.unsaved } }
  func check(within limit: Duration) async -> StateCheck? { nil }
}

extension WorkoutStore {
  /// Records a workout.
  func record(_ summary: Report.Summary) { record(.workout(summary)) }

  /// Corrects a recorded workout.
  func correct(_ workoutID: String, toMetres metres: Double) {
    record(.change(.correct(workoutID, toMetres: metres, at: Date(timeIntervalSince1970: 0))))
  }
}

extension Report.Summary {
  static func sample(id: String) -> Report.Summary {
    Report.Summary(
      workoutId: id, plan: "5s run\n5s \"walk\"", completed: true, startedAt: "2026-01-01T00:00:00Z",
      endedAt: "2026-01-01T00:10:00Z", elapsedMs: 600_000, pausedMs: 0, distanceM: 1000.5, intervals: 2)
  }
}
