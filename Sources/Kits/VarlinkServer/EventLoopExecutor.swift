internal import NIOCore

/// Runs the tasks of connections on the event loop that also reads and writes for these connections.
///
/// The tasks must not block. A call that is answered without waiting does not need a switch of threads.
final class EventLoopExecutor: TaskExecutor {
  private let eventLoop: any EventLoop
  private let runsNextJobInline: NIOLoopBoundBox<Bool>
  /// The closures to run at the end of the present turn of the event loop.
  private let atEndOfTurn: NIOLoopBoundBox<[() -> Void]>

  init(_ eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
    runsNextJobInline = .makeBoxSendingValue(false, eventLoop: eventLoop)
    atEndOfTurn = .makeBoxSendingValue([], eventLoop: eventLoop)
  }

  /// Calls `resume`; if `resume` resumes a task, runs the next job of this task at once.
  ///
  /// A job that is enqueued in any other way runs in the next turn of the event loop. The caller must be on the event
  /// loop, outside of any task.
  func runNextJobInline(_ resume: () -> Void) {
    runsNextJobInline.value = true
    resume()
    runsNextJobInline.value = false
  }

  /// Runs a closure at the end of this turn of the event loop, when all sockets that were ready have been read.
  ///
  /// The caller must be on the event loop.
  func runAtEndOfTurn(_ body: @escaping () -> Void) {
    atEndOfTurn.value.append(body)
    guard atEndOfTurn.value.count == 1 else { return }
    eventLoop.execute {
      let bodies = self.atEndOfTurn.value
      self.atEndOfTurn.value = []
      for body in bodies { body() }
    }
  }

  /// Suspends the task for a millisecond, in which the event loop reads and writes.
  ///
  /// The pause is a timer of the event loop, because `Task.sleep` starts the threads of Swift's default executor.
  func pause() async {
    await withCheckedContinuation { continuation in
      _ = eventLoop.scheduleTask(in: .milliseconds(1)) { continuation.resume() }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if eventLoop.inEventLoop, runsNextJobInline.value {
      runsNextJobInline.value = false
      run(job)
    } else {
      eventLoop.execute { self.run(job) }
    }
  }

  /// Runs a job on the event loop.
  private func run(_ job: UnownedJob) {
    // Each job runs once, and the caller retains the executor.
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
