import Dispatch

/// Runs tasks on a dispatch queue of its own, one job at a time, so nothing that runs there may block.
///
/// It is there in place of the default executor, whose pool libdispatch watches over: once it is in use, a timer wakes
/// the process every second, idle or not, and opens a file for each thread of a pool with work waiting. Without a
/// descriptor left for that libdispatch ends the process. A serial queue is not watched over.
package final class TaskQueue: TaskExecutor {
  private let queue: DispatchQueue

  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A job runs once, and the executor outlives it, as the closure holds it.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
