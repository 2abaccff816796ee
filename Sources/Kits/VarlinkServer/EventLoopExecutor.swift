internal import NIOCore

/// Runs the tasks of connections on the event loop that reads and writes for them, so nothing that runs there may block
/// for longer than a moment.
///
/// A call that needs nobody else is answered without a change of threads.
final class EventLoopExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A job runs once, and the executor outlives it, as the closure holds it.
    eventLoop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
