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
  private let answers: PulseAnswers
  private let waker: PulseWaker?

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
      return false
    }
    // `pa_mainloop_prepare` discards an earlier wake-up (`clear_wakeup`, src/pulse/mainloop.c).
    if isInterrupted() { waker?.wake() }
    return unsafe library.mainloopPoll(loop) >= 0 && library.mainloopDispatch(loop) >= 0
  }
}

/// Requests and their answers.
extension PulseConnection {
  /// Makes a request, and waits for the complete answer.
  private func ask(
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

/// Volumes and changes of streams.
extension PulseConnection {
  /// Whether a stream has changed since the last call of `streams`.
  var hasChanged: Bool { answers.hasChanged }

  /// Makes the server report changes of streams, or stop reporting them.
  ///
  /// The corresponding C functions are `pa_context_set_subscribe_callback` and `pa_context_subscribe`.
  func watchStreams(_ isOn: Bool, by deadline: ContinuousClock.Instant) -> Bool {
    unsafe library.contextSetSubscribeCallback(
      context, { _, _, _, data in unsafe PulseAnswers.at(data).hasChanged = true },
      Unmanaged.passUnretained(answers).toOpaque())
    let mask = isOn ? PA_SUBSCRIPTION_MASK_SINK_INPUT : PA_SUBSCRIPTION_MASK_NULL
    return unsafe ask(by: deadline) { context, data in
      unsafe library.contextSubscribe(context, mask, { _, _, data in unsafe PulseAnswers.at(data).receiveEnd() }, data)
    }
  }

  /// Sets the volume of a stream's channels; the corresponding C function is `pa_context_set_sink_input_volume`.
  func setVolume(_ volume: [UInt32], of stream: UInt32, by deadline: ContinuousClock.Instant) -> Bool {
    var value = pa_cvolume(channelValues: volume)
    return unsafe ask(by: deadline) { context, data in
      unsafe library.contextSetSinkInputVolume(
        context, stream, &value, { _, _, data in unsafe PulseAnswers.at(data).receiveEnd() }, data)
    }
  }
}

/// Interrupts the wait of a connection from another thread.
final class PulseWaker: Sendable {
  private let wakeUp = Mutex<(@Sendable () -> Void)?>(nil)

  /// Sets the function that interrupts the connection; nil when the connection ends.
  ///
  /// `pa_mainloop_wakeup` is the only function of a main loop that any thread may call.
  func set(_ wakeUp: (@Sendable () -> Void)?) {
    self.wakeUp.withLock { $0 = wakeUp }
  }

  func wake() {
    wakeUp.withLock { $0?() }
  }
}

/// The sound server.
struct PulseServer {
  var name: String
  /// A random number of this process of the server.
  var cookie: UInt32
  /// The name of the default output; `@DEFAULT_SINK@` if no session manager of PipeWire has chosen one.
  var defaultSink: String

  /// Whether the server is PipeWire, whose name is for example `PulseAudio (on PipeWire 0.3.65)`.
  var isPipeWire: Bool { name.hasPrefix("PulseAudio (on PipeWire ") }
}

/// An output of the sound server.
struct PulseSink {
  var name: String
  var isMuted: Bool
  var isSilent: Bool
}

/// A stream that a program plays.
struct PulseStream {
  var index: UInt32
  var sink: UInt32
  var isMuted: Bool
  var isCorked: Bool
  /// Whether the volume can be changed.
  var isAdjustable: Bool
  /// The name under which the server stores the volume of the program.
  var storedName: String
  /// The volume of each channel.
  var volume: [UInt32]
  var role: String
  var applicationName: String

  /// Whether the volume of all channels is 0.
  var isSilent: Bool { volume.allSatisfy { $0 == 0 } }
  /// Whether the stream belongs to the speech service, whose synthesizers have names such as
  /// `speech-dispatcher-espeak-ng`.
  var isSpeech: Bool { applicationName.hasPrefix("speech-dispatcher") }
}

/// The answers to a request, which the callbacks of libpulse receive.
private final class PulseAnswers {
  private(set) var server: PulseServer?
  private(set) var sink: PulseSink?
  private(set) var streams: [PulseStream] = []
  private(set) var isComplete = false
  /// Whether a stream has changed.
  var hasChanged = false
  private let library: PulseLibrary

  init(_ library: PulseLibrary) {
    self.library = library
  }

  func begin() {
    (server, sink, streams, isComplete) = (nil, nil, [], false)
  }

  static func at(_ data: UnsafeMutableRawPointer?) -> PulseAnswers {
    guard let data = unsafe data else { preconditionFailure("libpulse passes the user data to each callback") }
    return unsafe Unmanaged<PulseAnswers>.fromOpaque(data).takeUnretainedValue()
  }

  // The pointers are valid during a callback, and everything that they point to is copied.

  func receive(server info: UnsafePointer<pa_server_info>?) {
    isComplete = true
    guard let info = unsafe info?.pointee else { return }
    unsafe server = PulseServer(
      name: Self.text(info.server_name), cookie: info.cookie, defaultSink: Self.text(info.default_sink_name))
  }

  func receive(sink info: UnsafePointer<pa_sink_info>?, _ end: CInt) {
    guard end == 0, let info = unsafe info?.pointee else { return isComplete = true }
    unsafe sink = PulseSink(
      name: Self.text(info.name), isMuted: info.mute != 0, isSilent: info.volume.channelValues.allSatisfy { $0 == 0 })
  }

  func receive(stream info: UnsafePointer<pa_sink_input_info>?, _ end: CInt) {
    guard end == 0, let info = unsafe info?.pointee else { return isComplete = true }
    unsafe streams.append(
      PulseStream(
        index: info.index, sink: info.sink, isMuted: info.mute != 0, isCorked: info.corked != 0,
        isAdjustable: info.has_volume != 0 && info.volume_writable != 0,
        storedName: Self.text(library.proplistGets(info.proplist, "module-stream-restore.id")),
        volume: info.volume.channelValues,
        role: Self.text(library.proplistGets(info.proplist, PA_PROP_MEDIA_ROLE)),
        applicationName: Self.text(library.proplistGets(info.proplist, PA_PROP_APPLICATION_NAME))))
  }

  func receiveEnd() {
    isComplete = true
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String {
    unsafe text.map { unsafe String(cString: $0) } ?? ""
  }
}

extension pa_cvolume {
  /// Creates a volume of at most `PA_CHANNELS_MAX` channels.
  init(channelValues: [UInt32]) {
    self.init()
    channels = UInt8(min(channelValues.count, Int(PA_CHANNELS_MAX)))
    // `values` has at least `channels` elements.
    unsafe withUnsafeMutableBytes(of: &values) { bytes in
      for (index, value) in channelValues.prefix(Int(PA_CHANNELS_MAX)).enumerated() {
        unsafe bytes.storeBytes(of: value, toByteOffset: index * MemoryLayout<UInt32>.size, as: UInt32.self)
      }
    }
  }

  /// The volume of each channel.
  var channelValues: [UInt32] {
    // `values` has at least `channels` elements.
    unsafe withUnsafeBytes(of: values) { bytes in
      (0..<Int(channels)).map { unsafe bytes.load(fromByteOffset: $0 * MemoryLayout<UInt32>.size, as: UInt32.self) }
    }
  }
}
