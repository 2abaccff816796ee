import DaemonRuntime
import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ControlInterface
import WorkoutEngine
import UserFiles

/// A keeper on a state folder of its own.
struct KeeperBench {
  let folder: TemporaryFolder
  let keeper: StateKeeper
  let reports = Recording<StateKeeper.Report>()
  private let runtimeFolder: String

  init(inMemory: Bool = false) throws {
    folder = try TemporaryFolder()
    runtimeFolder = try inMemory ? folder.folderInMemory("run") : folder.folder("run")
    let reports = reports
    keeper = StateKeeper(Self.folders(in: folder), runtimeFolder: runtimeFolder) { reports.append($0) }
    try folder.write("", to: "state/.keep")
  }

  /// The keeper of the next process.
  func nextKeeper() -> StateKeeper {
    StateKeeper(Self.folders(in: folder), runtimeFolder: runtimeFolder) { reports.append($0) }
  }

  private static func folders(in folder: TemporaryFolder) -> XDGFolders {
    XDGFolders(environment: ["XDG_STATE_HOME": folder.path(of: "state")])
  }

  /// The workout that was recorded last.
  func last() async throws -> Wire.Summary? {
    try #require(await keeper.last(within: generousLimit)).get()
  }

  /// A place of a workout that has run for so long.
  func place(after duration: Duration) async throws -> KeptWorkout {
    let keeper = InMemoryKeeper()
    let fixture = RunnerFixture(configuration: .withoutCues, keeper: keeper)
    try await fixture.start("600x(20s run, 30s walk)")
    fixture.timekeeper.pass(duration)
    _ = try await fixture.runner.handle(.toggle)
    return try #require(keeper.kept)
  }

  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "state/intervald")).sorted() }
  }

  var history: String {
    get throws { try read("history.jsonl") }
  }

  /// The lines of the history.
  var recorded: [Wire.Summary] {
    get throws {
      try history.split(separator: "\n").map { try JSONDecoder().decode(Wire.Summary.self, from: Data($0.utf8)) }
    }
  }

  func read(_ name: String) throws -> String { try folder.read("state/intervald/\(name)") }

  func write(_ text: String, to name: String) throws { try folder.write(text, to: "state/intervald/\(name)") }

  func mode(of name: String) throws -> mode_t {
    var status = stat()
    try #require(unsafe stat(folder.path(of: "state/intervald/\(name)"), &status) == 0)
    return status.st_mode & 0o7777
  }
}
