import CGio
import Concurrency
import Synchronization

/// Thread with its own GLib main context; also an executor for actors that use GLib on this thread.
///
/// Jobs run in order. The thread starts with the first job, and ends after the last reference to this object is
/// released.
///
/// `@unchecked Sendable`: the context and the loop are constants, and GLib's own locks protect them.
/// `@safe`: this object holds a reference to the context and to the loop.
@safe
package final class GLibThread: SerialExecutor, TaskExecutor, @unchecked Sendable {
  /// The shared thread for code that never blocks.
  package static let shared = GLibThread(name: "dbus")

  private let context: OpaquePointer
  private let loop: OpaquePointer
  private let name: String
  private let isStarted = Atomic(false)
  private let posted = PostedWork()

  /// Makes a thread.
  ///
  /// - Parameter name: The name of the thread; the system shows the first 15 bytes.
  package init(name: String) {
    guard let context = unsafe g_main_context_new(), let loop = unsafe g_main_loop_new(context, 0) else {
      preconditionFailure("GLib ends the process if memory runs out")
    }
    unsafe self.context = unsafe context
    unsafe self.loop = unsafe loop
    self.name = name
  }

  deinit {
    if isStarted.load(ordering: .relaxed) {
      // If the loop does not run yet, g_main_loop_quit(3) has no effect, so a source calls the function in the loop.
      let loop = unsafe loop
      unsafe g_source_unref(Self.attach(g_idle_source_new(), to: context) { unsafe g_main_loop_quit(loop) })
    }
    unsafe g_main_loop_unref(loop)
    unsafe g_main_context_unref(context)
  }

  /// Starts the thread if it has not been started; see g_thread_new(3).
  private func start() {
    guard !isStarted.exchange(true, ordering: .relaxed) else { return }
    let posted = posted
    // The context owns the source until the context is freed, and the source owns the posted work.
    unsafe g_source_unref(Self.watch(posted.event, in: context) { posted.run() })
    // The thread owns a reference to the loop until the thread ends, and the loop owns a reference to the context.
    unsafe g_main_loop_ref(loop)
    unsafe g_thread_unref(g_thread_new(name, { unsafe GLibThread.main($0) }, UnsafeMutableRawPointer(loop)))
  }

  private static func main(_ loop: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let loop = unsafe loop.map({ OpaquePointer($0) }) else { return nil }
    let context = unsafe g_main_loop_get_context(loop)
    unsafe g_main_context_push_thread_default(context)
    unsafe g_main_loop_run(loop)
    unsafe g_main_context_pop_thread_default(context)
    unsafe g_main_loop_unref(loop)
    return nil
  }

  /// Runs work on the thread, after work that was posted earlier; never runs work on the caller's thread.
  package func post(_ work: @escaping @Sendable () -> Void) {
    start()
    posted.append(work)
  }

  /// Runs work on the thread, and waits until the work is done or the limit has passed.
  package func run(within limit: Duration, _ work: @escaping @Sendable () -> Void) async {
    let (done, end) = AsyncStream<Never>.makeStream()
    post {
      work()
      end.finish()
    }
    await done.end(within: limit)
  }

  /// Runs work once on the thread after a delay; see g_timeout_source_new(3).
  ///
  /// If the result is released, the work is cancelled. The clock of the delay stops during a suspend.
  ///
  /// The caller must be on the thread.
  package func after(_ delay: Duration, _ work: @escaping () -> Void) -> GLibSource {
    checkIsolated()
    return unsafe GLibSource(Self.attach(g_timeout_source_new(delay.inTimeoutMilliseconds()), to: context, work))
  }

  /// Runs work on the thread whenever a descriptor is readable, until the result is released: g_unix_fd_source_new(3).
  ///
  /// The descriptor must stay open until the result is released. The caller must be on the thread.
  package func whenReadable(_ descriptor: CInt, _ work: @escaping () -> Void) -> GLibSource {
    checkIsolated()
    return unsafe GLibSource(Self.watch(descriptor, in: context, work))
  }

  /// Attaches a source that runs work whenever a descriptor is readable.
  ///
  /// - Returns: A reference to the source.
  private static func watch(
    _ descriptor: CInt, in context: OpaquePointer, _ work: @escaping () -> Void
  ) -> UnsafeMutablePointer<GSource> {
    guard let source = unsafe g_unix_fd_source_new(descriptor, G_IO_IN) else {
      preconditionFailure("GLib ends the process if memory runs out")
    }
    unsafe cgio_set_descriptor_callback(
      source,
      { _, _, data in
        unsafe Work.at(data)?.body()
        return 1
      },
      Unmanaged.passRetained(Work(work)).toOpaque(), { data in unsafe Work.release(data) })
    unsafe g_source_attach(source, context)
    return unsafe source
  }

  /// Attaches a source that runs work once, at the priority of D-Bus messages.
  ///
  /// - Returns: A reference to the source.
  private static func attach(
    _ source: UnsafeMutablePointer<GSource>?, to context: OpaquePointer, _ work: @escaping () -> Void
  ) -> UnsafeMutablePointer<GSource>? {
    unsafe g_source_set_priority(source, G_PRIORITY_DEFAULT)
    // The source owns the `Work` object, and releases it when the source is destroyed, even if the work has not run.
    unsafe g_source_set_callback(
      source,
      { data in
        unsafe Work.at(data)?.body()
        return 0
      },
      Unmanaged.passRetained(Work(work)).toOpaque(), { data in unsafe Work.release(data) })
    unsafe g_source_attach(source, context)
    return unsafe source
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A job runs once. The closure retains the executor, so the executor outlives the job.
    post {
      unsafe job.runSynchronously(
        isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
    }
  }

  package func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "not on the GLib thread")
  }

  package func isIsolatingCurrentContext() -> Bool? {
    unsafe g_main_context_is_owner(context) != 0
  }
}

/// Timer or watch of a descriptor on a GLib thread; releasing this object ends the timer or the watch.
///
/// This object must be used and released on that thread.
///
/// `@safe`: this object holds a reference to the target of the pointer.
@safe
package final class GLibSource {
  private let source: UnsafeMutablePointer<GSource>?

  /// Takes ownership of a reference to a source.
  fileprivate init(_ source: UnsafeMutablePointer<GSource>?) {
    unsafe self.source = unsafe source
  }

  deinit {
    unsafe g_source_destroy(source)
    unsafe g_source_unref(source)
  }
}

/// Work that was posted to a thread and has not run yet.
///
/// The thread watches a signal. g_source_attach(3) is not used for each piece of work, because
/// the function wakes the thread while it holds the lock of the context. The thread would have to wait for the lock.
private final class PostedWork: Sendable {
  private let signal = WakeSignal()
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  init() {
    precondition(event >= 0, "GLib ends the process as well if it gets no descriptor for a context")
  }

  /// Descriptor of the signal that wakes the thread.
  var event: CInt { signal.descriptor }

  func append(_ work: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(work) }
    signal.set()
  }

  /// Runs the work in order; the caller must be on the thread.
  ///
  /// Work that is posted during the run waits for the next iteration of the loop.
  func run() {
    signal.clear()
    let work = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for body in work { body() }
  }
}

/// Closure that a source owns.
private final class Work {
  let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// The `Work` object at `data`; the source retains the object.
  static func at(_ data: UnsafeMutableRawPointer?) -> Work? {
    unsafe data.map { unsafe Unmanaged<Work>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Releases the `Work` object at `data`; called when the source is destroyed.
  static func release(_ data: UnsafeMutableRawPointer?) {
    if let data = unsafe data { unsafe Unmanaged<Work>.fromOpaque(data).release() }
  }
}
