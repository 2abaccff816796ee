import CGio
import CLinux
import Concurrency
import Glibc
import Synchronization

/// A thread with its own GLib main context, and an executor for actors that use GLib there.
///
/// Jobs run in order. The thread starts with the first job, and ends after its last reference is released.
///
/// `@unchecked Sendable`: the context and the loop are constants, and GLib's own locks protect the objects.
/// `@safe`: both live as long as the object that holds a reference to each.
@safe
package final class GLibThread: SerialExecutor, TaskExecutor, @unchecked Sendable {
  /// The thread for code that never blocks.
  package static let shared = GLibThread(name: "dbus")

  private let context: OpaquePointer
  private let loop: OpaquePointer
  private let name: String
  private let isStarted = Atomic(false)
  private let posted = PostedWork()

  /// Makes a thread.
  ///
  /// - Parameter name: The name, of which the system shows the first fifteen bytes.
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
      // This is a job of the loop, because quitting a loop that does not run yet has no effect.
      let loop = unsafe loop
      unsafe g_source_unref(Self.attach(g_idle_source_new(), to: context) { unsafe g_main_loop_quit(loop) })
    }
    unsafe g_main_loop_unref(loop)
    unsafe g_main_context_unref(context)
  }

  /// Starts the thread unless it runs: g_thread_new(3).
  private func start() {
    guard !isStarted.exchange(true, ordering: .relaxed) else { return }
    let posted = posted
    // The context owns the source until the context ends, and the source owns the posted work.
    unsafe g_source_unref(Self.watch(posted.event, in: context) { posted.run() })
    // The thread owns a reference to the loop, which references the context, until the thread ends.
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

  /// Runs work on the thread, after the work that was posted before, never on the caller's thread.
  package func post(_ work: @escaping @Sendable () -> Void) {
    start()
    posted.append(work)
  }

  /// Runs work on the thread and waits until it is done, but no longer than the limit.
  package func run(within limit: Duration, _ work: @escaping @Sendable () -> Void) async {
    let (done, end) = AsyncStream<Never>.makeStream()
    post {
      work()
      end.finish()
    }
    await done.end(within: limit)
  }

  /// Runs work once on the thread after a delay, unless the timer is released before: g_timeout_source_new(3).
  ///
  /// The clock stops during a suspend. This must be called on the thread.
  package func after(_ delay: Duration, _ work: @escaping () -> Void) -> GLibSource {
    checkIsolated()
    return unsafe GLibSource(Self.attach(g_timeout_source_new(delay.inTimeoutMilliseconds()), to: context, work))
  }

  /// Runs work on the thread each time that a descriptor is readable, until the source is released:
  /// g_unix_fd_source_new(3).
  ///
  /// The descriptor must stay open until then. This must be called on the thread.
  package func whenReadable(_ descriptor: CInt, _ work: @escaping () -> Void) -> GLibSource {
    checkIsolated()
    return unsafe GLibSource(Self.watch(descriptor, in: context, work))
  }

  /// Attaches a source that runs work each time that a descriptor is readable.
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
    // The source owns the box and releases it when it is destroyed, whether it ran or not.
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
    // A job runs once, and the executor outlives it, because the closure holds it.
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

/// A timer or a watched descriptor of a GLib thread, which ends when this is released; for that thread only.
///
/// `@safe`: the pointer lives as long as the object that holds a reference to it.
@safe
package final class GLibSource {
  private let source: UnsafeMutablePointer<GSource>?

  /// Takes over a reference.
  fileprivate init(_ source: UnsafeMutablePointer<GSource>?) {
    unsafe self.source = unsafe source
  }

  deinit {
    unsafe g_source_destroy(source)
    unsafe g_source_unref(source)
  }
}

/// The work that was posted to a thread and waits for it.
///
/// The thread watches an event counter, because g_source_attach(3) wakes it while the caller still holds the lock of
/// the context, so that the thread would wait once more: eventfd(2).
private final class PostedWork: Sendable {
  /// Descriptor of the event counter.
  let event: CInt
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  init() {
    event = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(event >= 0, "GLib ends the process as well if it gets no descriptor for a context")
  }

  deinit {
    close(event)
  }

  func append(_ work: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(work) }
    // A counter that is full wakes the thread too.
    eventfd_write(event, 1)
  }

  /// Runs the work in order, on the thread; work that is posted meanwhile runs in the next iteration of the loop.
  func run() {
    var count: eventfd_t = 0
    // The variable outlives the call.
    unsafe eventfd_read(event, &count)
    let work = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for body in work { body() }
  }
}

/// A closure that a source owns.
private final class Work {
  let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// The box at `data`, which its source retains.
  static func at(_ data: UnsafeMutableRawPointer?) -> Work? {
    unsafe data.map { unsafe Unmanaged<Work>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Releases the box when its source is destroyed.
  static func release(_ data: UnsafeMutableRawPointer?) {
    if let data = unsafe data { unsafe Unmanaged<Work>.fromOpaque(data).release() }
  }
}
