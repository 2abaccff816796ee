import Dispatch
package import Testing

/// The trait of tests that run in their own process, as an exit test.
///
/// The testing library blocks the thread of an exit test while it reads the events of the test's process. Therefore,
/// these tests block threads of a queue instead of the few threads of the cooperative pool.
package struct OwnProcessTrait: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  @concurrent
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(BlockingExecutor()) { try await function() }
  }
}

extension Trait where Self == OwnProcessTrait {
  package static var ownProcess: Self { Self() }
}

/// Runs jobs on a concurrent queue, which gets more threads when its threads are blocked.
private final class BlockingExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "org.intervald.tests.blocking", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
