package import Dispatch

/// Runs the jobs of an actor on a dispatch queue, so that they never overlap with the timers and signals of the queue.
///
/// Jobs may block without holding up other threads. Dispatch on Linux has no executor of its own.
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
/// It replaces the default executor. Once the pool of that executor is used, libdispatch wakes the process every second,
/// even if it is idle, and opens a file for each thread of a pool that has work. Without a free descriptor libdispatch
/// ends the process. It does not monitor a serial queue.
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
