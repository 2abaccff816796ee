import Synchronization

/// Runs tasks on the thread that waits for their result, which saves a change of threads a unit.
final class CallerExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Does what waits for nothing but what it starts itself.
  func run(_ work: @escaping @Sendable () async -> Void) {
    Task(executorPreference: self) { await work() }
    while let job = jobs.withLock({ $0.popLast() }) {
      // The executor lives as long as the job, which is run once.
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
