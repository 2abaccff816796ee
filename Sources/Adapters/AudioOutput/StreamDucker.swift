import Concurrency
import Dispatch
import Glibc
import Synchronization

/// Lowers the streams of other programs on a queue of its own, so that only this queue hangs if the sound server hangs.
///
/// The server reports changes of streams only while streams are lowered, or while a lowered stream has ended. At all
/// other times, nothing reads from the server, and the server sends nothing.
final class StreamDucker: Sendable {
  private let applicationName: String
  private let queue = DispatchQueue(label: "org.intervald.mixer")
  private let requests = Mailbox(Requests())
  private let waker = PulseWaker()
  /// The state of the ducker; only the queue locks it, so no thread ever waits for the lock.
  private let state: Mutex<State>

  /// The wanted state, and the callers that wait for it.
  private struct Requests: MailboxContents {
    var lowering: Lowering?
    var soundCount = 0
    var isSpeaking = false
    var isClosing = false
    var waiters: [DispatchSemaphore] = []
    var isChanged = false

    /// The factor of volumes; nil if no stream is to be lowered.
    ///
    /// A volume is the cube root of an amplitude (`pa_sw_volume_from_dB`, src/pulse/volume.c).
    var factor: Double? {
      guard let lowering, !isClosing, isSpeaking || soundCount > 0 && lowering.includesSounds else { return nil }
      return pow(10, -Double(lowering.decibels) / 60)
    }

    mutating func next() -> Self? {
      guard isChanged else { return nil }
      defer { (isChanged, waiters) = (false, []) }
      return self
    }
  }

  private struct State: ~Copyable {
    var connection: PulseConnection?
    var cookie: UInt32 = 0
    var streams: LoweredStreams
    var factor: Double?
    var isWatching = false
  }

  /// The time limit for each exchange with the server.
  private static let limit = Duration.seconds(1)
  /// The time in which the server applies volumes before the first word.
  private static let settlingTime = Duration.milliseconds(50)
  /// The pause between two attempts to find a server that restarts, and the number of attempts.
  private static let retryInterval = Duration.milliseconds(200)
  private static let maxRetries = 50

  /// Creates a ducker; `path` is the path of the file that records lowered streams.
  ///
  /// If an earlier process was killed while streams were lowered, the streams are restored.
  init(applicationName: String, path: String) {
    self.applicationName = applicationName
    let streams = LoweredStreams(path: path)
    let hasFile = streams.hasFile
    state = Mutex(State(streams: streams))
    if hasFile {
      state.withLock { $0.streams.load() }
      request { _ in }
    }
  }

  var lowersDuringSounds: Bool { requests.contents.lowering?.includesSounds == true }

  func prepare(_ lowering: Lowering?) {
    request { $0.lowering = lowering }
  }

  func lower(for part: CuePart, within limit: Duration) {
    let done = DispatchSemaphore(value: 0)
    let isNeeded = request { requests in
      switch part {
      case .sound: requests.soundCount += 1
      case .speech: requests.isSpeaking = true
      }
      if requests.factor != nil { requests.waiters.append(done) }
      return requests.factor != nil
    }
    guard isNeeded, done.wait(timeout: .now() + limit / .seconds(1)) == .success else { return }
    // The server has accepted the volumes, and applies them to its next block of samples.
    if part == .speech { usleep(UInt32(Self.settlingTime / .microseconds(1))) }
  }

  func restore(after part: CuePart) {
    request { requests in
      switch part {
      case .sound: requests.soundCount = max(0, requests.soundCount - 1)
      case .speech: requests.isSpeaking = false
      }
    }
  }

  func shutDown(within limit: Duration) async {
    let (closed, close) = AsyncStream<Never>.makeStream()
    request { $0.isClosing = true }
    queue.async {
      self.state.withLock { $0.connection = nil }
      close.finish()
    }
    // If the server hangs, the queue stays blocked until the process exits.
    await closed.end(within: limit)
  }

  @discardableResult private func request<Result: Sendable>(_ change: (inout Requests) -> Result) -> Result {
    requests.put {
      $0.isChanged = true
      return change(&$0)
    } startDelivery: {
      waker.wake()
      queue.async {
        self.state.withLock { state in
          while let requests = self.requests.next() {
            self.apply(requests, &state)
            for waiter in requests.waiters { waiter.signal() }
          }
          self.watch(&state)
        }
      }
    }
  }

  private func apply(_ requests: Requests, _ state: inout State) {
    guard state.factor != requests.factor || !state.streams.records.isEmpty else { return }
    state.factor = requests.factor
    update(&state)
  }

  /// Lowers or restores the streams that exist.
  private func update(_ state: inout State) {
    guard state.factor != nil || !state.streams.records.isEmpty else { return setWatching(&state) }
    guard connect(&state), let connection = state.connection else { return }
    // After a failed exchange, the connection cannot be used any more.
    guard let streams = connection.streams(by: .now + Self.limit) else { return disconnect(&state) }
    var volumes: [(UInt32, [UInt32])] = []
    if let factor = state.factor {
      volumes = state.streams.lower(streams, on: state.cookie, by: factor).map { ($0.index, $0.lowered) }
    } else {
      volumes = state.streams.restore(streams, on: state.cookie).map { ($0.index, $0.original) }
    }
    for (stream, volume) in volumes where !connection.setVolume(volume, of: stream, by: .now + Self.limit) {
      return disconnect(&state)
    }
    setWatching(&state)
  }

  /// Whether changes of streams matter: a new stream must be lowered, or a lowered stream may appear again.
  private func needsChanges(_ state: borrowing State) -> Bool {
    let requests = requests.contents
    return !requests.isClosing
      && (state.factor != nil || !state.streams.records.isEmpty && requests.lowering != nil)
  }

  private func setWatching(_ state: inout State) {
    let isNeeded = needsChanges(state)
    guard let connection = state.connection, state.isWatching != isNeeded else { return }
    state.isWatching = isNeeded
    if !connection.watchStreams(isNeeded, by: .now + Self.limit) { disconnect(&state) }
  }

  private func disconnect(_ state: inout State) {
    (state.connection, state.isWatching) = (nil, false)
  }

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

  /// Handles changes of streams until a request arrives, or until changes no longer matter.
  private func watch(_ state: inout State) {
    var retries = 0
    while needsChanges(state), requests.isIdle {
      if let connection = state.connection, !connection.isLost {
        retries = 0
        connection.waitForEvent(unless: { !requests.isIdle })
        guard connection.hasChanged else { continue }
      } else {
        retries += 1
        guard retries <= Self.maxRetries else { return }
        usleep(UInt32(Self.retryInterval / .microseconds(1)))
      }
      update(&state)
    }
  }
}
