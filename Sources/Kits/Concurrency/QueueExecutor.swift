package import Dispatch

/// Runs the jobs of an actor on a dispatch queue, so that they never overlap with the timers and signals of the queue.
///
/// A job that blocks does not block other threads. Dispatch on Linux does not provide an executor.
package final class QueueExecutor: SerialExecutor {
  package let queue: DispatchQueue

  package init(label: String, qos: DispatchQoS = .unspecified) {
    queue = DispatchQueue(label: label, qos: qos)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A job runs once, and the closure holds the executor until then.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  package func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}

/// Runs tasks on its own dispatch queue, one job at a time, so that nothing that runs there may block.
///
/// It replaces the default executor, whose thread pool libdispatch monitors: once the pool is used, it wakes the
/// process every second, even if the process is idle, and opens a file for each busy thread. If no descriptor is free,
/// it ends the process. A serial queue is not monitored.
package final class TaskQueue: TaskExecutor {
  private let queue: DispatchQueue

  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A job runs once, and the closure holds the executor until then.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
