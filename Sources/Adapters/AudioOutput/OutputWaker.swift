import Dispatch
import Synchronization

/// Prepares the output for expected cues: plays silence before them, and lowers other programs before sounds.
///
/// The timer is set only while a cue is expected before which the output is prepared or detected.
final class OutputWaker: Sendable {
  private let queue: DispatchQueue
  /// Lowers other programs, and detects a Bluetooth output; nil does neither.
  private let mixer: (any SoundMixer)?
  private let state = Mutex(State())
  /// The timer for the next of the expected times.
  ///
  /// The timer is only scheduled and cancelled, and dispatch sources allow both on any thread.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  private struct State {
    /// How long before a cue the output is woken; nil wakes only a Bluetooth output.
    var wakeTime: Duration?
    /// The time of the expected cue; nil if no cue is expected.
    var due: DispatchTime?
    /// When the output is woken for the cue, and when other programs are lowered; nil if neither is needed.
    var wakesAt: DispatchTime?
    var lowersAt: DispatchTime?
    var isTimerSet = false

    var next: DispatchTime? { [wakesAt, lowersAt].compactMap(\.self).min() }
  }

  /// How long before a sound other programs are lowered, if they are lowered during sounds.
  static let loweringTime = Duration.milliseconds(100)
  /// The wake time of a Bluetooth output.
  static let bluetoothWakeTime = Duration.milliseconds(800)
  /// How much longer than the wake time the silence before a cue lasts, so that the output stays awake.
  static let margin = Duration.milliseconds(200)
  /// The tolerance of the timer.
  private static let leeway = Duration.milliseconds(5)

  /// Creates a waker, whose timer fires on a queue.
  init(on queue: DispatchQueue, mixer: (any SoundMixer)?) {
    self.queue = queue
    self.mixer = mixer
    unsafe timer = DispatchSource.makeTimerSource(queue: queue)
  }

  deinit {
    unsafe timer.cancel()
  }

  /// Starts the timer; `playSilence` plays silence of a length, and returns at once.
  func start(_ playSilence: @escaping @Sendable (Duration) -> Void) {
    unsafe timer.setEventHandler { [weak self] in self?.prepareOutput(playSilence) }
    unsafe timer.schedule(deadline: .distantFuture)
    unsafe timer.activate()
  }

  /// Sets how long before a cue the output is woken; zero means never, and nil wakes only a Bluetooth output.
  func setWakeTime(_ time: Duration?) {
    state.withLock { $0.wakeTime = time }
    if time == nil { mixer?.detectOutput(nil) }
  }

  /// Announces when the next cue is expected; nil if no cue is expected.
  func expect(in delay: Duration?, hasSound: Bool) {
    let lowersSounds = hasSound && mixer?.lowersDuringSounds == true
    state.withLock { state in
      // Whether the output is a Bluetooth device is detected again before each cue, because it may have changed.
      let wakeTime = state.wakeTime ?? (mixer == nil ? .zero : Self.bluetoothWakeTime)
      state.due = delay.map { .now() + $0 / .seconds(1) }
      state.wakesAt = wakeTime > .zero ? state.due.map { $0 - wakeTime / .seconds(1) } : nil
      state.lowersAt = lowersSounds ? state.due.map { $0 - Self.loweringTime / .seconds(1) } : nil
      setTimer(&state)
    }
  }

  /// Sets the timer; scheduling it wakes a thread of libdispatch, so a timer that is off stays untouched.
  private func setTimer(_ state: inout State) {
    let next = state.next
    guard state.isTimerSet || next != nil else { return }
    state.isTimerSet = next != nil
    let leeway = DispatchTimeInterval.milliseconds(Int(Self.leeway / .milliseconds(1)))
    unsafe timer.schedule(deadline: next ?? .distantFuture, leeway: leeway)
  }

  /// Wakes the output and lowers other programs if the time for this has come.
  private func prepareOutput(_ playSilence: @escaping @Sendable (Duration) -> Void) {
    let now = DispatchTime.now()
    let (wakes, lowers, wakeTime) = state.withLock { state in
      defer {
        if state.wakesAt.map({ $0 <= now }) == true { state.wakesAt = nil }
        if state.lowersAt.map({ $0 <= now }) == true { state.lowersAt = nil }
        setTimer(&state)
      }
      return (state.wakesAt.map { $0 <= now } == true, state.lowersAt.map { $0 <= now } == true, state.wakeTime)
    }
    if wakes { wake(for: wakeTime, playSilence) }
    guard lowers else { return }
    // Other programs are restored after a sound, or if no sound follows in time.
    _ = SoundLowering(by: mixer, for: Self.loweringTime + Self.margin, on: queue)
  }

  /// Plays silence; without a wake time, only on a Bluetooth output, as soon as it is detected.
  private func wake(for time: Duration?, _ playSilence: @escaping @Sendable (Duration) -> Void) {
    if let time { return playSilence(time + Self.margin) }
    guard let mixer else { return }
    let length = Self.bluetoothWakeTime + Self.margin
    let wasBluetooth = mixer.hasBluetoothOutput
    if wasBluetooth { playSilence(length) }
    mixer.detectOutput { [weak self] in
      guard !wasBluetooth, mixer.hasBluetoothOutput else { return }
      // After a shutdown, no cue is expected, so that nothing is played.
      self?.state.withLock { if $0.due != nil { playSilence(length) } }
    }
  }
}
