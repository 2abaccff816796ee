import Dispatch
import Glibc
import PlanLibrary
import PlanNotation
import SystemPackage
import TestSupport
import Testing
import UserFiles
import WorkoutModel
import WorkoutReports

@testable import DaemonRuntime

@Suite struct FileStoreTests {
  private let folder: TemporaryFolder
  private let files: FileStore

  init() throws {
    folder = try TemporaryFolder()
    files = FileStore(
      XDGFolders(environment: [
        "HOME": folder.path, "XDG_DATA_DIRS": "\(folder.path)/usr", "XDG_CONFIG_DIRS": "/nowhere",
      ]))
  }

  @Test func `the last plan is saved in a file that only its owner can read`() async throws {
    #expect(try await files.lastPlan(within: generousLimit) == nil)
    // JSON escapes lengthen this plan, so the file is larger than 64 KiB, the maximum size of a plan.
    let plan = LastPlan(plan: String(repeating: "1s \"ü\"\n", count: 8000), planName: "x", isNamed: false)
    try await files.saveLastPlan(plan, startedAtNs: 0, within: generousLimit)
    #expect(try await files.lastPlan(within: generousLimit) == plan)
    var status = stat()
    #expect(unsafe stat("\(folder.path)/.local/state/intervald/last-plan.json", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `the later of two simultaneous starts is saved, and only the later call returns a result`() async throws {
    // A file replaces the folder, so nothing can be saved.
    try folder.write("", to: ".local/state/intervald")
    let results = await files.saveAtOnce(
      ["30s run", "30s walk"].map { LastPlan(plan: $0, planName: nil, isNamed: false) })
    let failure = SystemError("\(folder.path)/.local/state/intervald/last-plan.json", .notDirectory)
    #expect(results == [nil, failure])
    try #require(unsafe unlink("\(folder.path)/.local/state/intervald") == 0)
    let plans = ["1m run", "1m walk"].map { LastPlan(plan: $0, planName: nil, isNamed: false) }
    #expect(await files.saveAtOnce(plans) == [nil, nil])
    #expect(try await files.lastPlan(within: generousLimit) == plans[1])
  }

  @Test func `the plan that was started last is saved, regardless of the order of the calls`() async throws {
    let plans = ["30s run", "30s walk"].map { LastPlan(plan: $0, planName: nil, isNamed: false) }
    try await files.saveLastPlan(plans[1], startedAtNs: 2, within: generousLimit)
    try await files.saveLastPlan(plans[0], startedAtNs: 1, within: generousLimit)
    #expect(try await files.lastPlan(within: generousLimit) == plans[1])
  }

  @Test func `a last plan that cannot be read is ignored`() async throws {
    try folder.write("{\"plan\":", to: ".local/state/intervald/last-plan.json")
    #expect(try await files.lastPlan(within: generousLimit) == nil)
  }

  @Test func `all plans are listed, and a plan that cannot be read is listed with the error`() async throws {
    try folder.write("name \"A\"\n30s", to: "usr/intervald/plans/a.plan")
    try folder.write("30x", to: "usr/intervald/plans/b.plan")
    let plans = await files.allPlans(marksWithin: generousLimit) { nil }
    #expect(plans.map(\.name) == ["a", "b"])
    #expect(plans[0].title == "A")
    #expect(plans[0].error == nil)
    let path = "\(folder.path)/usr/intervald/plans/b.plan"
    let hint = "write the steps to repeat, such as 30x(30s run, 30s walk)"
    #expect(plans[1].error == "\(path):1:4: found the end, expected '(' or an interval (\(hint))")
  }
}

extension FileStore {
  /// Calls `saveLastPlan` for each plan in order; no plan is written before the last call.
  ///
  /// - Returns: The result of each call; nil for success.
  fileprivate func saveAtOnce(_ plans: [LastPlan]) async -> [SystemError?] {
    stateQueue.suspend()
    let tasks = plans.map { plan in
      Task { () -> SystemError? in
        do throws(SystemError) {
          try await self.saveLastPlan(plan, startedAtNs: 0, within: generousLimit)
          return nil
        } catch {
          return error
        }
      }
    }
    // The serial queue of the actor begins tasks in order, so each call has added its write before this task runs.
    Task { self.stateQueue.resume() }
    var failures: [SystemError?] = []
    for task in tasks { failures.append(await task.value) }
    return failures
  }
}
