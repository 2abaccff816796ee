package import Dispatch

/// Runs an actor's jobs on a dispatch queue, so that the actor and the queue's timers and signals never overlap.
///
/// Dispatch on Linux has no executor of its own.
package final class QueueExecutor: SerialExecutor {
  package let queue: DispatchQueue

  package init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInteractive)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A job runs once, and the executor outlives it, as the closure holds it.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  package func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
