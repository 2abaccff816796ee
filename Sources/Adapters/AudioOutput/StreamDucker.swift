import Concurrency
import Dispatch
import Glibc
import Synchronization

/// Lowers the streams of other programs on a queue of its own, so that only this queue hangs if the sound server hangs.
///
/// Between workouts, the ducker has no connection to the server, unless records of lowered streams remain. The server
/// reports changes of streams only while streams are lowered, or while records remain. At all other times, nothing reads
/// from the server, and the server sends nothing.
final class StreamDucker: Sendable {
  private let applicationName: String
  private let queue = DispatchQueue(label: "org.intervald.mixer")
  private let demand = Mutex(Demand())
  private let waker: PulseWaker
  /// Interrupts the pause between two attempts to connect.
  private let signal = WakeSignal()
  /// The state of the ducker; only the queue locks it, so no thread ever waits for the lock.
  private let state: Mutex<State>
  /// Whether the streams were lowered after the latest change of the demand.
  private let hasLowered = Atomic(false)

  /// The wanted state, and the callers that wait for it.
  private struct Demand {
    var lowering: Lowering?
    /// Whether a workout has begun and not ended.
    var isActive = false
    /// The number of calls of `lower` without a call of `restore`.
    var counts: [CuePart: Int] = [:]
    var isClosing = false
    var waiters: [DispatchSemaphore] = []
    /// Whether the queue has not handled the latest change.
    var isChanged = false
    /// Whether the queue is handling changes, or is about to do so.
    var isBeingHandled = false

    /// The factor of volumes; nil if no stream is to be lowered.
    ///
    /// A volume is the cube root of an amplitude (`pa_sw_volume_from_dB`, src/pulse/volume.c).
    var factor: Double? {
      guard let lowering, !isClosing, isHeard(.speech) || isHeard(.sound) && lowering.includesSounds else { return nil }
      return pow(10, -Double(lowering.decibels) / 60)
    }

    private func isHeard(_ part: CuePart) -> Bool { counts[part, default: 0] > 0 }

    mutating func next() -> Self? {
      guard isChanged else {
        isBeingHandled = false
        return nil
      }
      defer { (isChanged, waiters) = (false, []) }
      return self
    }
  }

  private struct State: ~Copyable {
    var connection: PulseConnection?
    var cookie: UInt32 = 0
    var streams: LoweredStreams
    var factor: Double?
    var isActive = false
    var isWatching = false
    /// Whether the latest exchange with the server failed.
    var hasFailed = false
  }

  /// The time limit for each exchange with the server.
  private static let limit = Duration.seconds(1)
  /// The pause between two attempts to find a server that restarts, and the number of attempts.
  private static let retryInterval = Duration.milliseconds(200)
  private static let maxRetries = 50

  /// Creates a ducker.
  ///
  /// If an earlier process was killed while streams were lowered, the streams are restored.
  ///
  /// - Parameters:
  ///   - applicationName: The name that the server shows for this program.
  ///   - path: The path of the file in memory that records lowered streams.
  ///   - diskPath: The path of the copy of this file on disk; nil for no copy.
  ///   - waker: Interrupts a wait for the server when the queue has a change to handle.
  init(applicationName: String, path: String, diskPath: String? = nil, waker: PulseWaker = PulseWaker()) {
    self.applicationName = applicationName
    self.waker = waker
    state = Mutex(State(streams: LoweredStreams(path: path, diskPath: diskPath)))
    // The queue reads the records of the earlier process, because the disk may hang.
    change { $0.isChanged = true }
  }

  var lowersDuringSounds: Bool { demand.withLock { $0.lowering?.includesSounds == true } }

  func prepare(_ lowering: Lowering?) {
    change { demand in
      (demand.lowering, demand.isActive) = (lowering, true)
      // The first sound does not wait long enough for a connection to be opened.
      if lowering?.includesSounds == true { demand.isChanged = true }
    }
  }

  func release() { change { $0.isActive = false } }

  func lower(for part: CuePart, within limit: Duration) -> Bool {
    var done: DispatchSemaphore?
    change { demand in
      let factor = demand.factor
      demand.counts[part, default: 0] += 1
      guard demand.factor != nil, factor == nil || demand.isBeingHandled else { return }
      let waiter = DispatchSemaphore(value: 0)
      demand.waiters.append(waiter)
      demand.isChanged = true
      done = waiter
    }
    return done?.wait(timeout: .now() + limit / .seconds(1)) == .success && hasLowered.load(ordering: .relaxed)
  }

  func restore(after part: CuePart) {
    change { $0.counts[part] = max(0, $0.counts[part, default: 0] - 1) }
  }

  func shutDown(within limit: Duration) async {
    let (closed, close) = AsyncStream<Never>.makeStream()
    change { $0.isClosing = true }
    queue.async {
      self.state.withLock { state in
        state.connection = nil
        state.streams.drain { close.finish() }
      }
    }
    // If the server hangs, the queue stays blocked until the process exits.
    await closed.end(within: limit)
  }

  /// Changes the demand, and makes the queue handle the change if it concerns the server.
  private func change(_ change: (inout Demand) -> Void) {
    let isToBeStarted = demand.withLock { demand in
      let (factor, isActive, isClosing) = (demand.factor, demand.isActive, demand.isClosing)
      change(&demand)
      if (factor, isActive, isClosing) != (demand.factor, demand.isActive, demand.isClosing) { demand.isChanged = true }
      guard demand.isChanged, !demand.isBeingHandled else { return false }
      demand.isBeingHandled = true
      return true
    }
    guard isToBeStarted else { return }
    signal.set()
    waker.wake()
    queue.async {
      self.signal.clear()
      self.state.withLock { state in
        state.streams.load()
        while let demand = self.demand.withLock({ $0.next() }) {
          self.apply(demand, &state)
          self.hasLowered.store(state.factor != nil && !state.hasFailed, ordering: .relaxed)
          for waiter in demand.waiters { waiter.signal() }
        }
        self.watch(&state)
      }
    }
  }

  private func apply(_ demand: Demand, _ state: inout State) {
    let isUpdateNeeded = state.factor != demand.factor || !state.streams.records.isEmpty
    (state.factor, state.isActive) = (demand.factor, demand.isActive && !demand.isClosing)
    if isUpdateNeeded { update(&state, restoringStored: true) }
    if state.isActive, demand.lowering?.includesSounds == true, !needsChanges(state) { _ = connect(&state) }
    if !state.isActive, !needsChanges(state) { disconnect(&state) }
  }

  /// Lowers or restores the streams that exist.
  ///
  /// If the connection was lost since its last use, for example because the server restarted, connects once again.
  /// `restoringStored` determines whether volumes that the server stores are restored.
  private func update(_ state: inout State, restoringStored: Bool) {
    let isUsed = state.connection != nil
    state.hasFailed = !exchange(&state, restoringStored: restoringStored)
    if state.hasFailed, isUsed, state.connection?.isLost == true {
      state.hasFailed = !exchange(&state, restoringStored: true)
    }
    // After a failed exchange, the connection cannot be used any more.
    if state.hasFailed || !state.isActive && !needsChanges(state) { disconnect(&state) }
  }

  /// Reads the streams from the server, and sets their volumes; returns whether the server has answered.
  private func exchange(_ state: inout State, restoringStored: Bool) -> Bool {
    guard state.factor != nil || !state.streams.records.isEmpty else { return watchStreams(&state) }
    guard connect(&state), let connection = state.connection, watchStreams(&state),
      let streams = connection.streams(by: .now + Self.limit)
    else { return false }
    if let factor = state.factor {
      for record in state.streams.lower(streams, on: state.cookie, by: factor) {
        guard connection.setVolume(record.lowered, of: record.index, by: .now + Self.limit) != nil else { return false }
      }
    } else {
      guard restore(streams, through: connection, &state) else { return false }
      for record in restoringStored ? state.streams.ended : [] {
        let isRestored = connection.restoreStoredVolume(of: record, within: Self.limit) { isChanged }
        guard let isRestored else { return false }
        if isRestored { state.streams.end(record) }
      }
    }
    return watchStreams(&state)
  }

  /// Restores the volumes of the streams that are still lowered.
  ///
  /// Waits until the server reports the restored volumes, but at most a second, and not after a new demand.
  ///
  /// - Returns: False if the server does not answer; true even if the server has not reported the volumes yet.
  private func restore(_ streams: [PulseStream], through connection: PulseConnection, _ state: inout State) -> Bool {
    let deadline = ContinuousClock.now + Self.limit
    // An earlier exchange may have failed before its volumes were set.
    state.streams.forgetRestoring()
    var streams = streams
    while true {
      let lowered = state.streams.restore(streams, on: state.cookie)
      for record in lowered where !record.isRestoring {
        let isAnswered = connection.setVolume(record.original, of: record.index, by: .now + Self.limit) != nil
        guard isAnswered else { return false }
      }
      guard !lowered.isEmpty, !isChanged, connection.wait(for: .milliseconds(5), until: deadline) else { return true }
      guard let next = connection.streams(by: .now + Self.limit) else { return false }
      streams = next
    }
  }

  /// Whether the server must report changes of streams: new streams must be lowered, or volumes restored.
  private func needsChanges(_ state: borrowing State) -> Bool {
    state.factor != nil || !state.streams.records.isEmpty
  }

  /// Makes the server report changes of streams if they matter; returns whether the server has answered.
  private func watchStreams(_ state: inout State) -> Bool {
    let isNeeded = needsChanges(state)
    guard let connection = state.connection, state.isWatching != isNeeded else { return true }
    state.isWatching = isNeeded
    return connection.watchStreams(isNeeded, by: .now + Self.limit)
  }

  private func disconnect(_ state: inout State) { (state.connection, state.isWatching) = (nil, false) }

  /// Connects, unless the connection is open; returns whether the connection is open.
  private func connect(_ state: inout State) -> Bool {
    if let connection = state.connection, !connection.isLost { return true }
    disconnect(&state)
    let deadline = ContinuousClock.now + Self.limit
    guard let connection = PulseConnection(applicationName: applicationName, waker: waker, by: deadline),
      let server = connection.server(by: deadline)
    else { return false }
    (state.connection, state.cookie) = (connection, server.cookie)
    return true
  }

  /// Handles changes of streams until the demand changes, or until changes no longer matter.
  ///
  /// If the latest exchange failed, tries again for a time.
  private func watch(_ state: inout State) {
    var retries = 0
    while isIdle {
      if let connection = state.connection, !connection.isLost {
        guard state.isWatching else { return }
        retries = 0
        connection.waitForEvent(unless: { !isIdle })
        guard connection.hasChanged || connection.isLost else { continue }
      } else {
        guard needsChanges(state) else { return }
        retries += 1
        guard retries <= Self.maxRetries, !signal.wait(for: Self.retryInterval) else { return }
      }
      update(&state, restoringStored: state.connection?.isLost ?? true)
    }
  }

  private var isChanged: Bool { demand.withLock { $0.isChanged } }

  /// Whether the queue has handled all changes, and no shutdown has begun.
  private var isIdle: Bool { demand.withLock { !$0.isBeingHandled && !$0.isClosing } }
}
