import Concurrency
package import MessageBus
import Synchronization

/// The time limits and pauses of a sensor hub.
package struct SensorLimits: Sendable {
  /// The time without values after which a sensor counts as silent.
  package var maxSilence = SensorEvent.maxSilence
  /// The limit for each answer of BlueZ that needs no radio.
  package var answer = Duration.seconds(5)
  /// The limit for a connection to a sensor in use, which is longer than BlueZ's own limit.
  package var connect = Duration.seconds(90)
  /// The pause between attempts to connect to a sensor.
  package var retryPause = Duration.seconds(3)
  /// The pause between attempts to reach a bus that is lost, or a service that does not answer.
  package var restartPause = Duration.seconds(10)
  /// The time after which a missing adapter or sensor is reported.
  package var problemPause = Duration.seconds(2)

  package init() {}
}

/// A sensor hub that uses BlueZ on the system bus.
///
/// Without sensors in use and without requests, the hub has no connection, no timer and no other objects. It shares its
/// GLib thread with other objects, and never blocks the thread. The hub subscribes to values, and writes none: it has
/// no function that controls a device.
package actor BlueZSensorHub: SensorHub {
  package nonisolated let events: AsyncStream<SensorEvent>
  private nonisolated let eventSink: AsyncStream<SensorEvent>.Continuation
  private nonisolated let wanted = Mutex<Set<SensorKind>>([])
  private nonisolated let thread: GLibThread
  private let bus: String
  let limits: SensorLimits
  let claims: DeviceClaims
  /// The limit on simultaneous requests, which includes the streams of values.
  let requests = RequestLimit()
  var readers: [Int: ValueReader] = [:]
  var lastReader = 0
  private var inUse: SensorsInUse?

  /// The maximum number of unread events and of unread values of a request; the oldest are dropped.
  static let maxUnread = 64

  /// Makes a hub that uses no sensors.
  ///
  /// - Parameters:
  ///   - bus: The address of the system bus.
  ///   - recordPath: The path of the file that records the connected sensors; nil for no file.
  ///   - limits: The time limits and pauses.
  ///   - thread: The GLib thread on which the hub runs.
  package init(
    bus: String, recordPath: String? = nil, limits: SensorLimits = SensorLimits(), on thread: GLibThread = .shared
  ) {
    self.bus = bus
    claims = DeviceClaims(path: recordPath)
    self.limits = limits
    self.thread = thread
    (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.maxUnread))
  }

  // The connections must be released on the GLib thread.
  isolated deinit {}

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  package nonisolated func use(_ kinds: Set<SensorKind>) {
    let isChange = wanted.withLock { wanted in
      defer { wanted = kinds }
      return wanted != kinds
    }
    if isChange { onThread { $0.useWanted {} } }
  }

  package func releaseLeftovers() async {
    guard !claims.connected.isEmpty, let client = try? await openClient() else { return }
    let kinds = wanted.withLock { $0 }
    claims.releaseUnused(with: client) { $0.sensor.isPaired && !$0.sensor.kinds.isDisjoint(with: kinds) }
  }

  package nonisolated func shutDown(within limit: Duration) async {
    wanted.withLock { $0 = [] }
    let (released, end) = AsyncStream<Never>.makeStream()
    onThread { hub in
      let completion = Completion { end.finish() }
      for reader in hub.readers.keys { hub.endReader(reader) { completion.extend() } }
      hub.useWanted { completion.extend() }
    }
    await released.end(within: limit)
    eventSink.finish()
  }

  /// Runs work on the GLib thread, in the order of the calls.
  nonisolated func onThread(_ work: @escaping @Sendable (isolated BlueZSensorHub) -> Void) {
    thread.post { self.assumeIsolated { work($0) } }
  }

  /// Uses the kinds that the last call of `use` has set.
  private func useWanted(done: @escaping () -> Void) {
    let kinds = wanted.withLock { $0 }
    if kinds.isEmpty {
      inUse?.release(done: done)
      inUse = nil
    } else if let inUse {
      inUse.kinds = kinds
    } else {
      inUse = SensorsInUse(kinds, bus: bus, limits, on: thread, claims) { [eventSink] in eventSink.yield($0) }
    }
  }

  /// Connects to BlueZ for a request.
  ///
  /// - Throws: `noService`, `notResponding`, `refused`, `noAdapter` or `adapterOff`.
  func openClient() async throws(SensorError) -> BlueZClient {
    let client = BlueZClient(bus: bus, answersWithin: limits.answer, on: thread)
    guard try await client.wait(until: .now + limits.answer, for: { true }) else { throw .notResponding }
    if let problem = client.objects.adapterProblem { throw problem }
    return client
  }
}

/// Calls a closure when the last reference to this object is released.
private final class Completion {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  deinit {
    body()
  }

  /// Keeps this object until the closure that calls this function is released.
  func extend() {}
}
