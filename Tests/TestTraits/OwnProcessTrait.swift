import Dispatch
package import Testing

/// A trait of tests whose body runs in a process of its own, as an exit test.
///
/// The testing library reads what such a process reports on the thread of the test that waits for it, and blocks it. So
/// these tests wait on threads that are made for blocking, and never on the few of the cooperative pool.
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

/// Runs jobs on a concurrent queue, which gets more threads when those it has are blocked.
private final class BlockingExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "org.intervald.tests.blocking", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
