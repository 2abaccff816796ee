package import Dispatch

/// Runs the jobs of an actor on a dispatch queue, so that the jobs never overlap with timers and signals on that queue.
///
/// A job that blocks does not block other threads. On Linux, Dispatch does not provide an executor.
package final class QueueExecutor: SerialExecutor {
  package let queue: DispatchQueue

  package init(label: String, qos: DispatchQoS = .unspecified) {
    queue = DispatchQueue(label: label, qos: qos)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A job runs once. The closure retains the executor, so the executor outlives the job.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  package func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}

/// Runs tasks on its own dispatch queue, one job at a time; a job must not block.
///
/// The queue replaces the default executor, because libdispatch monitors the threads of the default executor. After the
/// first use of these threads, libdispatch wakes the process every second, even if the process is idle. libdispatch
/// also opens a file for each busy thread, and ends the process if no descriptor is free. The thread of a serial queue
/// is not monitored.
package final class TaskQueue: TaskExecutor {
  private let queue: DispatchQueue

  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A job runs once. The closure retains the executor, so the executor outlives the job.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
