import CLibnotify

/// A thread that runs a GLib main context of its own, and the serial executor of whatever lives there.
///
/// What is posted runs in order; what is posted after `stop` never runs.
///
/// `@unchecked Sendable`: the context and the loop are constants, and GLib's own locks guard what they point to.
/// `@safe`: both live as long as the object that holds a reference to each.
@safe
final class GLibThread: SerialExecutor, @unchecked Sendable {
  /// Ends, without an element, when the thread does.
  let ended: AsyncStream<Never>

  private let context: OpaquePointer
  private let loop: OpaquePointer
  private let end: AsyncStream<Never>.Continuation

  /// Starts the thread, which runs until `stop`: g_thread_new.
  ///
  /// The system shows the first fifteen bytes of the name.
  init(name: String) {
    (ended, end) = AsyncStream<Never>.makeStream()
    guard let context = unsafe g_main_context_new(), let loop = unsafe g_main_loop_new(context, 0) else {
      preconditionFailure("GLib ends the process rather than run out of memory")
    }
    unsafe self.context = unsafe context
    unsafe self.loop = unsafe loop

    // The thread's own reference, given back when it ends.
    let reference = unsafe Unmanaged.passRetained(self).toOpaque()
    unsafe g_thread_unref(g_thread_new(name, { unsafe GLibThread.main($0) }, reference))
  }

  deinit {
    unsafe g_main_loop_unref(loop)
    unsafe g_main_context_unref(context)
  }

  /// Runs work on the thread, at the priority of D-Bus signals: g_source_attach, never inline on the caller.
  func post(_ work: @escaping @Sendable () -> Void) {
    let source = unsafe g_idle_source_new()
    unsafe g_source_set_priority(source, G_PRIORITY_DEFAULT)
    // The source owns the box and gives it back when it is removed, whether it ran or not.
    unsafe g_source_set_callback(
      source,
      { data in
        if let data = unsafe data { unsafe Unmanaged<PostedWork>.fromOpaque(data).takeUnretainedValue().body() }
        return 0
      },
      Unmanaged.passRetained(PostedWork(work)).toOpaque(),
      { data in if let data = unsafe data { unsafe Unmanaged<PostedWork>.fromOpaque(data).release() } })
    unsafe g_source_attach(source, context)
    unsafe g_source_unref(source)
  }

  /// Ends the thread on which this is called, after the present work: g_main_loop_quit.
  func stop() {
    checkIsolated()
    unsafe g_main_loop_quit(loop)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    post { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "not on the GLib thread")
  }

  func isIsolatingCurrentContext() -> Bool? {
    unsafe g_main_context_is_owner(context) != 0
  }

  private static func main(_ reference: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let reference = unsafe reference else { return nil }
    // `init` retained the thread for exactly this one consumer.
    let thread = unsafe Unmanaged<GLibThread>.fromOpaque(reference).takeRetainedValue()
    unsafe g_main_context_push_thread_default(thread.context)
    unsafe g_main_loop_run(thread.loop)
    unsafe g_main_context_pop_thread_default(thread.context)
    thread.end.finish()
    return nil
  }
}

/// A closure that a GLib source can own.
private final class PostedWork: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}
