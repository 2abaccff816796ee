import SystemPackage
import Glibc
import PlanNotation
import TestSupport
import Testing
import UserFiles
import WorkoutModel
import PlanLibrary

@testable import DaemonRuntime

@Suite struct FilesTests {
  private let folder: TemporaryFolder
  private let files: FileStore

  init() throws {
    folder = try TemporaryFolder()
    files = FileStore(
      XDGFolders(environment: [
        "HOME": folder.path, "XDG_DATA_DIRS": "\(folder.path)/usr", "XDG_CONFIG_DIRS": "/nowhere",
      ]))
  }

  @Test func `the last plan is kept in a file of the person's own`() async throws {
    #expect(await files.lastPlan() == nil)
    // JSON escapes what must be more often than not, so that the file is longer than any plan.
    let plan = LastPlan(plan: String(repeating: "1s \"ü\"\n", count: 8000), planName: "x", isNamed: false)
    try await files.keep(plan, startedAtNs: 0, within: generousLimit)
    #expect(await files.lastPlan() == plan)
    var status = stat()
    #expect(unsafe stat("\(folder.path)/.local/state/intervald/last-plan.json", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `of two simultaneous starts the later one is kept, and it alone gets the result`() async throws {
    // A file is where the folder should be.
    try folder.write("", to: ".local/state/intervald")
    let results = await files.keepAtOnce(
      ["30s run", "30s walk"].map { LastPlan(plan: $0, planName: nil, isNamed: false) })
    let failure = SystemError("\(folder.path)/.local/state/intervald/last-plan.json", .notDirectory)
    #expect(results == [nil, failure])
    try #require(unsafe unlink("\(folder.path)/.local/state/intervald") == 0)
    let plans = ["1m run", "1m walk"].map { LastPlan(plan: $0, planName: nil, isNamed: false) }
    #expect(await files.keepAtOnce(plans) == [nil, nil])
    #expect(await files.lastPlan() == plans[1])
  }

  @Test func `the plan started last is kept, in whatever order the plans come`() async throws {
    let plans = ["30s run", "30s walk"].map { LastPlan(plan: $0, planName: nil, isNamed: false) }
    try await files.keep(plans[1], startedAtNs: 2, within: generousLimit)
    try await files.keep(plans[0], startedAtNs: 1, within: generousLimit)
    #expect(await files.lastPlan() == plans[1])
  }

  @Test func `what cannot be read of the last plan counts for none`() async throws {
    try folder.write("{\"plan\":", to: ".local/state/intervald/last-plan.json")
    #expect(await files.lastPlan() == nil)
  }

  @Test func `all plans are listed, those that cannot be read with why`() async throws {
    try folder.write("name \"A\"\n30s", to: "usr/intervald/plans/a.plan")
    try folder.write("30x", to: "usr/intervald/plans/b.plan")
    let plans = await files.allPlans()
    #expect(plans.map(\.entry.name) == ["a", "b"])
    #expect(try plans[0].file.get().settings.name == "A")
    guard case .failure(let error) = plans[1].file else { return #expect(Bool(false), "b can be read") }
    let path = "\(folder.path)/usr/intervald/plans/b.plan"
    #expect(error.fullWords == "\(path):1:4: found the end, expected '(' or an interval (write 30x(…))")
  }
}

extension FileStore {
  /// Asks for each plan to be kept, in their order, before any of them is written.
  ///
  /// - Returns: the failure of each; nil for none.
  fileprivate func keepAtOnce(_ plans: [LastPlan]) async -> [SystemError?] {
    // The tasks are this actor's, so each is on its queue before the first one runs.
    let tasks = plans.map { plan in
      Task { () -> SystemError? in
        do throws(SystemError) {
          try await self.keep(plan, startedAtNs: 0, within: generousLimit)
          return nil
        } catch {
          return error
        }
      }
    }
    var failures: [SystemError?] = []
    for task in tasks { failures.append(await task.value) }
    return failures
  }
}
