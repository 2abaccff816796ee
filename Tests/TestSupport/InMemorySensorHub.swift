package import Sensors
import Synchronization

/// A sensor hub that records its calls.
///
/// A test calls `send` to simulate an event of the sensors in use, and `sendValues` to simulate the values of a sensor
/// for the reader of `values`.
package final class InMemorySensorHub: SensorHub {
  /// A recorded call.
  package enum Call: Equatable, Sendable {
    case use(Set<SensorKind>)
    case search(Duration)
    case pair(String)
    case forget(String)
    case values(String)
    case shutDown
  }

  package let events: AsyncStream<SensorEvent>
  /// All calls in order.
  package let calls = Recording<Call>()

  private let eventSink: AsyncStream<SensorEvent>.Continuation
  private let state: Mutex<State>

  private struct State {
    var sensors: [Sensor]
    var failure: SensorError?
    var valueSinks: [AsyncStream<SensorValues>.Continuation] = []
  }

  /// - Parameters:
  ///   - sensors: The sensors nearby.
  ///   - failure: The error of each call that can fail; nil if the calls succeed.
  package init(_ sensors: [Sensor] = [], failure: SensorError? = nil) {
    state = Mutex(State(sensors: sensors, failure: failure))
    (events, eventSink) = AsyncStream.makeStream()
  }

  /// Sends events to the reader of `events`.
  package func send(_ events: SensorEvent...) {
    for event in events { eventSink.yield(event) }
  }

  /// Sends values to the readers of `values`; nil ends their streams.
  package func sendValues(_ values: SensorValues?) {
    let sinks = state.withLock { $0.valueSinks }
    for sink in sinks {
      if let values { sink.yield(values) } else { sink.finish() }
    }
  }

  /// Sets the error of each later call that can fail; nil if the calls succeed.
  package func fail(_ failure: SensorError?) {
    state.withLock { $0.failure = failure }
  }

  package func use(_ kinds: Set<SensorKind>) { calls.append(.use(kinds)) }

  package func releaseLeftovers() {}

  package func search(for limit: Duration) async throws(SensorError) -> [Sensor] {
    calls.append(.search(limit))
    let (sensors, failure) = state.withLock { ($0.sensors, $0.failure) }
    if let failure { throw failure }
    return sensors.sorted { $0.name < $1.name }
  }

  package func pair(_ name: String, within limit: Duration) async throws(SensorError) -> Sensor {
    calls.append(.pair(name))
    return try change(name, isPaired: true)
  }

  package func forget(_ name: String, within limit: Duration) async throws(SensorError) -> Sensor {
    calls.append(.forget(name))
    return try change(name, isPaired: false)
  }

  package func values(
    of name: String, within limit: Duration
  ) async throws(SensorError) -> AsyncStream<SensorValues> {
    calls.append(.values(name))
    _ = try change(name, isPaired: nil)
    let (values, sink) = AsyncStream<SensorValues>.makeStream()
    state.withLock { $0.valueSinks.append(sink) }
    return values
  }

  package func shutDown(within limit: Duration) async {
    calls.append(.shutDown)
    eventSink.finish()
  }

  /// Finds a sensor by its name or address, and sets whether it is paired unless the value is nil.
  private func change(_ name: String, isPaired: Bool?) throws(SensorError) -> Sensor {
    let result = state.withLock { state -> Result<Sensor, SensorError> in
      if let failure = state.failure { return .failure(failure) }
      guard let index = state.sensors.firstIndex(where: { $0.name == name || $0.address == name }) else {
        return .failure(.unknownSensor(name, known: state.sensors.map(\.name)))
      }
      if let isPaired { state.sensors[index].isPaired = isPaired }
      return .success(state.sensors[index])
    }
    return try result.get()
  }
}
