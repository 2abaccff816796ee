import SystemPackage
import DaemonRuntime
import Glibc
import TestSupport
import TestTraits
import Testing
import ControlInterface
import UserFiles

/// A workout that is restored while the history cannot be read.
///
/// Root can read everything, so each test gives root up, in a process of its own.
@Suite(.timeLimit(.minutes(1)), .ownProcess) struct UnreadableHistoryTests {
  @Test func `a workout is recorded once, though the history could not be read when it was restored`() async {
    await #expect(processExitsWith: .success) {
      #expect(seteuid(65_534) == 0 || geteuid() != 0)
      let bench = try KeeperBench()
      let kept = try await bench.place(after: .seconds(1))
      bench.keeper.keep(kept)
      bench.keeper.record(.sample(id: kept.id))
      await bench.keeper.settle(within: generousLimit)
      try Self.allowHistory(false, in: bench)

      let next = bench.nextKeeper()
      #expect(try next.found() == kept)
      next.record(.sample(id: kept.id))
      next.keep(nil)
      let unkept = try #require(await next.settle(within: generousLimit))
      let failure = SystemError(next.historyPath, .permissionDenied)
      #expect(unkept == Unkept(isPlace: false, summaries: 1, failure: failure))
      #expect(bench.reports.elements == [.failed(failure)])

      try Self.allowHistory(true, in: bench)
      #expect(await next.settle(within: generousLimit)?.isNothing == true)
      #expect(bench.reports.elements == [.failed(failure), .recovered])
      #expect(try bench.recorded == [.sample(id: kept.id)])
      #expect(try bench.files == ["history.jsonl"])
    }
  }

  @Test func `a workout that could not be looked up is recorded when the history lacks it, and corrected afterwards`()
    async
  {
    await #expect(processExitsWith: .success) {
      #expect(seteuid(65_534) == 0 || geteuid() != 0)
      let bench = try KeeperBench()
      let kept = try await bench.place(after: .seconds(1))
      bench.keeper.keep(kept)
      bench.keeper.record(.sample(id: "w1"))
      await bench.keeper.settle(within: generousLimit)
      try Self.allowHistory(false, in: bench)

      let next = bench.nextKeeper()
      #expect(try next.found() == kept)
      try Self.allowHistory(true, in: bench)
      var summary = Wire.Summary.sample(id: kept.id)
      next.record(summary)
      await next.settle(within: generousLimit)
      (summary.distanceM, summary.corrected) = (7, true)
      next.record(summary)
      await next.settle(within: generousLimit)
      #expect(try bench.recorded == [.sample(id: "w1"), .sample(id: kept.id), summary])
    }
  }

  @Test func `a correction that waits for the history is recorded, though the history has its workout`() async {
    await #expect(processExitsWith: .success) {
      #expect(seteuid(65_534) == 0 || geteuid() != 0)
      let bench = try KeeperBench()
      let kept = try await bench.place(after: .seconds(1))
      bench.keeper.keep(kept)
      bench.keeper.record(.sample(id: kept.id))
      await bench.keeper.settle(within: generousLimit)
      try Self.allowHistory(false, in: bench)

      let next = bench.nextKeeper()
      #expect(try next.found() == kept)
      next.record(.sample(id: kept.id))
      await next.settle(within: generousLimit)
      var corrected = try #require(try await next.last(within: generousLimit)?.get())
      (corrected.distanceM, corrected.corrected) = (7, true)
      next.record(corrected)
      try Self.allowHistory(true, in: bench)
      await next.settle(within: generousLimit)
      #expect(try bench.recorded == [.sample(id: kept.id), corrected])
    }
  }

  /// Lets the process read and write the history, or not.
  private static func allowHistory(_ isAllowed: Bool, in bench: KeeperBench) throws {
    // The path is a C string for as long as the call lasts.
    try #require(unsafe chmod(bench.keeper.historyPath, isAllowed ? 0o600 : 0) == 0)
  }
}
