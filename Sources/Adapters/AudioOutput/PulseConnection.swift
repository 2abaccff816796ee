import CPulse
import Synchronization

/// A connection to the sound server: a `pa_context` of libpulse, and the main loop in which the server's answers arrive.
///
/// Only one thread at a time may use a connection. A function that waits for an answer returns nil or false at its
/// deadline, or if the connection is lost. Afterwards, the connection is unusable.
///
/// `@safe`: this object owns the C objects, so the pointers are valid as long as this object exists.
@safe
final class PulseConnection {
  let library: PulseLibrary
  private let loop: OpaquePointer
  let context: OpaquePointer
  /// The answers to the latest request.
  let answers: PulseAnswers
  private let waker: PulseWaker?
  /// Whether the main loop has failed, so that it can no longer wait for the server.
  private var hasFailed = false

  /// Connects to a server that is running, and returns when the server is ready; nil without a server or library.
  ///
  /// The corresponding C functions are `pa_mainloop_new`, `pa_context_new` and `pa_context_connect`.
  ///
  /// While `waker` is set, it can interrupt `wait` on other threads.
  init?(applicationName: String, waker: PulseWaker? = nil, by deadline: ContinuousClock.Instant) {
    guard let library = try? PulseLibrary(), let loop = unsafe library.mainloopNew() else { return nil }
    // The loop owns its table of functions, and the context copies the name.
    guard let context = unsafe library.contextNew(library.mainloopGetAPI(loop), applicationName) else {
      unsafe library.mainloopFree(loop)
      return nil
    }
    self.library = library
    self.waker = waker
    answers = PulseAnswers(library)
    unsafe self.loop = unsafe loop
    unsafe self.context = unsafe context
    // `deinit` removes the function before it frees the loop.
    nonisolated(unsafe) let (wakeUp, sleeper) = unsafe (library.mainloopWakeup, loop)
    waker?.set { unsafe wakeUp(sleeper) }
    guard unsafe library.contextConnect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0,
      wait(by: deadline, until: { unsafe library.contextGetState(context) == PA_CONTEXT_READY })
    else { return nil }
  }

  deinit {
    waker?.set(nil)
    // Callbacks run only in calls of the loop, so no callback uses `answers` after this point.
    unsafe library.contextDisconnect(context)
    unsafe library.contextUnref(context)
    unsafe library.mainloopFree(loop)
  }

  var isLost: Bool {
    guard !hasFailed else { return true }
    let state = unsafe library.contextGetState(context)
    return state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED
  }

  /// Handles events until a condition is true; returns false at the deadline, or if the connection is lost.
  func wait(by deadline: ContinuousClock.Instant, until isDone: () -> Bool) -> Bool {
    while !isDone() {
      guard !isLost, handleEvents(by: deadline) else { return false }
    }
    return true
  }

  /// Waits for an event or the waker; returns at once if a stream has changed since the last call of `streams`.
  ///
  /// After `watchStreams`, the server reports changes of streams. If `isInterrupted` returns true, the call does not
  /// wait.
  func waitForEvent(unless isInterrupted: () -> Bool) {
    if !hasChanged { _ = handleEvents(by: .now + .seconds(1000), unless: isInterrupted) }
  }

  /// Handles events for a time; returns false if the limit has passed.
  func wait(for time: Duration, until limit: ContinuousClock.Instant) -> Bool {
    _ = wait(by: .now + time, until: { false })
    return .now < limit
  }

  /// Waits for events and handles them; returns false at the deadline.
  ///
  /// The corresponding C functions are `pa_mainloop_prepare`, `pa_mainloop_poll` and `pa_mainloop_dispatch`.
  private func handleEvents(
    by deadline: ContinuousClock.Instant, unless isInterrupted: () -> Bool = { false }
  ) -> Bool {
    let rest = deadline - .now
    guard rest > .zero else { return false }
    guard unsafe library.mainloopPrepare(loop, CInt(min(rest / .microseconds(1), 1_000_000_000))) >= 0 else {
      hasFailed = true
      return false
    }
    // `pa_mainloop_prepare` discards an earlier wake-up (`clear_wakeup`, src/pulse/mainloop.c).
    if isInterrupted() { waker?.wake() }
    hasFailed = unsafe library.mainloopPoll(loop) < 0 || library.mainloopDispatch(loop) < 0
    return !hasFailed
  }
}

/// Requests and their answers.
extension PulseConnection {
  /// Makes a request, and waits for the complete answer.
  func ask(
    by deadline: ContinuousClock.Instant, _ request: (OpaquePointer, UnsafeMutableRawPointer) -> OpaquePointer?
  ) -> Bool {
    answers.begin()
    // `answers` lives as long as the connection, and so longer than the request.
    guard let operation = unsafe request(context, Unmanaged.passUnretained(answers).toOpaque()) else { return false }
    unsafe library.operationUnref(operation)
    return wait(by: deadline) { answers.isComplete }
  }

  /// Returns the server; the corresponding C function is `pa_context_get_server_info`.
  func server(by deadline: ContinuousClock.Instant) -> PulseServer? {
    guard
      unsafe ask(
        by: deadline,
        { context, data in
          unsafe library.contextGetServerInfo(
            context, { _, info, data in unsafe PulseAnswers.at(data).receive(server: info) }, data)
        })
    else { return nil }
    return answers.server
  }

  /// Returns the output with this index, or nil if the server does not answer.
  ///
  /// The corresponding C function is `pa_context_get_sink_info_by_index`.
  func sink(_ index: UInt32, by deadline: ContinuousClock.Instant) -> PulseSink? {
    guard
      unsafe ask(
        by: deadline,
        { context, data in
          unsafe library.contextGetSinkInfoByIndex(
            context, index, { _, info, end, data in unsafe PulseAnswers.at(data).receive(sink: info, end) }, data)
        })
    else { return nil }
    return answers.sink
  }

  /// Returns all streams that programs play; the corresponding C function is `pa_context_get_sink_input_info_list`.
  func streams(by deadline: ContinuousClock.Instant) -> [PulseStream]? {
    answers.hasChanged = false
    guard
      unsafe ask(
        by: deadline,
        { context, data in
          unsafe library.contextGetSinkInputInfoList(
            context, { _, info, end, data in unsafe PulseAnswers.at(data).receive(stream: info, end) }, data)
        })
    else { return nil }
    return answers.streams
  }
}

/// Interrupts the wait of a connection from another thread.
final class PulseWaker: Sendable {
  private let state = Mutex(State())

  /// A structure, because each use of a lock whose value is a function wraps the function once more.
  private struct State {
    var wakeUp: (@Sendable () -> Void)?
  }

  /// Sets the function that interrupts the connection; nil when the connection ends.
  ///
  /// `pa_mainloop_wakeup` is the only function of a main loop that any thread may call.
  func set(_ wakeUp: (@Sendable () -> Void)?) {
    state.withLock { $0.wakeUp = wakeUp }
  }

  func wake() {
    state.withLock { $0.wakeUp?() }
  }
}
