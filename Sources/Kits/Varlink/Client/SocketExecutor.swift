internal import Dispatch

/// An executor on a dispatch queue of its own, where jobs may block without holding up the cooperative pool.
final class SocketExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "org.intervald.varlink.client")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in
      // Each job comes here once, and runs once, on the queue that this executor is.
      unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }

  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
